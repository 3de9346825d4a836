/** Bugs around the day of an order: a clock that counts from the payment, a document that is not retained, a day too early. */
import type { Mutant } from '../mutant.ts';

const waits = 'test/fulfilment/its-day.test.ts';
const held = 'test/fulfilment/held-by-partner.test.ts';
const told = 'test/usecases/send-on.test.ts';
const submit = 'shared/fulfilment/submit.ts';
const calendar = 'shared/core/places/send-on.ts';

export const itsDay: readonly Mutant[] = [
  {
    bug: 'its day: the alarm of a paid job counts from the payment',
    file: 'shared/core/job/waiting.ts',
    text: ': owedFrom(job);',
    planted: ': (firsts.paid ?? triesSince);',
    suites: [waits, 'test/core/waiting.test.ts'],
  },
  {
    bug: 'its day: the twelve hours of trying count from the payment',
    file: submit,
    text: 'Math.max(triesSince, owedFrom(job))',
    planted: 'Math.max(triesSince, 0 * owedFrom(job))',
    suites: [waits],
  },
  {
    bug: 'its day: a job is put aside before its document is retained',
    file: submit,
    text: '  if (!isIntact(job, await retainDocument(deps, job))) return false;\n  await recordOnce',
    planted: '  await recordOnce',
    suites: [waits],
  },
  {
    bug: 'its day: a document is retained once, however far the day is',
    file: submit,
    text: 'dueAt: Math.min(owedFrom(job), now + retainAgainMs)',
    planted: 'dueAt: Math.max(owedFrom(job), 0 * retainAgainMs)',
    suites: [waits],
  },
  {
    bug: 'its day: a partner that holds nothing is called at the payment',
    file: 'shared/fulfilment/partner.ts',
    text: 'configured(deps, job)?.assumed.holdsUntilDate.value ?',
    planted: 'configured(deps, job) ?',
    suites: [waits, held],
  },
  {
    bug: 'its day: a partner holds an order whose day is near, under a key that it still knows on that day',
    file: 'shared/fulfilment/partner.ts',
    text: 'owedFrom(job) - now > heldFromMs',
    planted: 'owedFrom(job) - now > 0 * heldFromMs',
    suites: [held],
  },
  {
    bug: 'its day: an order in doubt is sent without its day before it has come',
    file: submit,
    text: '  if (isAhead(job, deps.clock.now()) && holdUntil === undefined)\n',
    planted: '  if (isAhead(job, deps.clock.now()) && holdUntil === 0)\n',
    suites: [held],
  },
  {
    bug: 'its day: a held order is not read as its day begins',
    file: 'shared/fulfilment/read-progress.ts',
    text: ', job.owedSince ?? never);',
    planted: ');',
    suites: [held],
  },
  {
    bug: 'its day: an order that a partner holds is read as often as any',
    file: 'shared/fulfilment/read-progress.ts',
    text: '  if (isAhead(job, now)) return Math.min(',
    planted: '  if (job.owedSince === 0) return Math.min(',
    suites: [held],
  },
  {
    bug: 'its day: callers ask a partner that holds an order twice a minute',
    file: 'shared/core/job/apply.ts',
    text: '(isAhead(job, now) ? readHeldAtMostEveryMs : readAtMostEveryMs)',
    planted: '(isAhead(job, now - readHeldAtMostEveryMs * 1e6) ? 0 : readAtMostEveryMs)',
    suites: [held],
  },
  {
    bug: 'its day: the document of an order that a partner holds is forgotten before the day',
    file: 'shared/fulfilment/advance.ts',
    text: '  if (isAhead(job, deps.clock.now())) await retainDocument(deps, job);\n',
    planted:
      '  if (isAhead(job, 0)) await retainDocument({ documents: { ...deps.documents, put: async () => {} } }, job);\n',
    suites: [held],
  },
  {
    bug: 'its day: a payment provider waits for a job that was put aside',
    file: 'shared/core/job/duties.ts',
    text: "  state === 'paid' ? firsts.scheduled !== undefined :",
    planted: "  state === 'paid' ? firsts.scheduled === 0 :",
    suites: [waits],
  },
  {
    bug: 'its day: PostGrid prints a day late',
    file: 'shared/adapters/partners/postgrid/postgrid.ts',
    text: 'holdUntil - 18 * 3_600_000',
    planted: 'holdUntil - 8 * 3_600_000',
    suites: ['test/adapters/postgrid/orders.test.ts'],
  },
  {
    bug: 'its day: an order may name a day of next year',
    file: calendar,
    text: 'day < first || day > last',
    planted: "day < first || day > '9' + last",
    suites: [told],
  },
  {
    bug: 'its day: a day in Canada begins with that of New York',
    file: calendar,
    text: "zone: 'America/St_Johns'",
    planted: "zone: 'America/New_York'",
    suites: ['test/core/places/send-on.test.ts'],
  },
  {
    bug: 'its day: an order without a day waits for a clock that is behind',
    file: 'shared/core/job/apply.ts',
    text: '(fact.notBefore ?? 0) > now ? fact.notBefore : undefined',
    planted: 'Math.max(now, fact.notBefore ?? now)',
    suites: [waits],
  },
  {
    bug: 'its day: the expected arrival counts from the payment',
    file: 'shared/usecases/pay/progress.ts',
    text: 'businessDaysAfter(owedFrom(job), printing[at])',
    planted: 'businessDaysAfter(job.firsts.paid ?? owedFrom(job), printing[at])',
    suites: [told],
  },
];
