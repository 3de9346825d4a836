/**
 * Lists waiting jobs, and finds a job by any number or link that a payer or partner has: in an index, at a payment provider,
 * or among the jobs of a week.
 */
import { isId, orderNumberIn, orderNumberOf, receiptIdOf, spokenOrderNumber } from '../../domain/ids.ts';
import { dayOf, type Job, unrefunded, type Wait, waits, wakesAt } from '../../domain/job/job.ts';
import type { State } from '../../domain/job/lifecycle.ts';
import { formatMinorUnits, totalCents } from '../../domain/money.ts';
import type { NotifyDeps } from '../../notify/deps.ts';
import { paidOnDay } from '../../orders/audit/audit.ts';
import { providersOf } from '../../orders/pay/payment.ts';
import { productNamed } from '../../products/index.ts';
import { type OperatorResult, refused, showJob } from './operate-show.ts';

const idIn = (prefix: 'job' | 'pay', text: string): string | undefined => {
  const id = new RegExp(`${prefix}_\\w{26}`).exec(text)?.[0];
  return id !== undefined && isId(prefix, id) ? id : undefined;
};

/** The job's id in a text, or for its pay link, order number or partner's id. `undefined` for none or several jobs. */
export async function jobIdOf(deps: NotifyDeps, query: string): Promise<string | undefined> {
  const text = query.trim();
  const jobId = idIn('job', text);
  if (jobId !== undefined) return jobId;
  const payCode = idIn('pay', text);
  if (payCode !== undefined) return deps.jobs.idByPayCode(payCode);
  const [first, ...others] = await idsWithOrderNumber(deps, text);
  if (first !== undefined) return others.length === 0 ? first : undefined;
  return /^[\w-]{6,100}$/.test(text) ? deps.jobs.idByPartnerId(text) : undefined;
}

async function idsWithOrderNumber({ jobs }: NotifyDeps, text: string): Promise<readonly string[]> {
  const orderNumber = orderNumberIn(text);
  return orderNumber === undefined ? [] : jobs.idsByOrderNumber(orderNumber);
}

/** `day`: in UTC; without it, the search goes back a week. It stops at the `deadline`, Unix ms. */
export async function find(
  deps: NotifyDeps,
  query: string,
  day: string | undefined,
  deadline: number,
): Promise<OperatorResult> {
  let jobId = await jobIdOf(deps, query);
  // Looks up a payment provider's id of a payment page or a payment, which may be part of a link.
  for (const [{ idPattern }, provider] of providersOf(deps)) {
    if (jobId !== undefined) break;
    const id = idPattern.exec(query)?.[0];
    const idAtProvider =
      id && (await provider.jobIdOf(id).catch((error: unknown) => deps.log.info('look-up failed', { error })));
    if (idAtProvider && isId('job', idAtProvider)) jobId = idAtProvider;
  }
  const job = jobId === undefined ? undefined : await deps.jobs.get(jobId);
  if (job !== undefined) return showJob(deps, job.id);
  const sameNumber = await readAll(deps, await idsWithOrderNumber(deps, query));
  if (sameNumber.length > 0) return listJobs('share this order number: ask the payer for the pay link.', sameNumber);
  const isMatch = matcherFor(query.trim());
  if (isMatch === undefined) return refused(`No job matches this. ${unsearchable}`);
  const now = deps.clock.now();
  const lastWeek = Array.from({ length: 7 }, (_, daysAgo) => dayOf(now - daysAgo * 24 * 60 * 60 * 1_000));
  const days = day === undefined ? lastWeek : [day];
  const { matches, isComplete } = await searchDays(deps, days, isMatch, deadline);
  const [first] = matches;
  if (first !== undefined && matches.length === 1 && isComplete) return showJob(deps, first.id);
  const span = days.length === 1 ? `on ${days[0]}` : `from ${days.at(-1)} to ${days[0]}`;
  const outOfTime = isComplete ? '' : ' The search ran out of time: name the DAY it was paid.';
  if (first !== undefined) return listJobs(`with this number, paid ${span}.${outOfTime}`, matches);
  return refused(outOfTime.trim() || `No job that was paid ${span} has this number. Name another DAY. ${unsearchable}`);
}

const listJobs = (says: string, jobs: readonly Job[]): OperatorResult => ({
  ok: true,
  says: `${jobs.length} ${jobs.length === 1 ? 'job' : 'jobs'} ${says}`,
  jobs: jobs.map(({ id, product, state, firstSeenAt }) => ({
    job_id: id,
    order_number: spokenOrderNumber(orderNumberOf(id)),
    product,
    state,
    paid_at: firstSeenAt.paid,
  })),
});

const readAll = async ({ jobs }: NotifyDeps, ids: readonly string[]): Promise<readonly Job[]> =>
  (await Promise.all(ids.map((id) => jobs.get(id)))).filter((job) => job !== undefined);

const unsearchable =
  "Names, addresses and card numbers are in no index: ask the payer for the pay link or the order number, or look up the card in the payment provider's dashboard, and run find with the payment's id, pi_….";

/** `undefined` if no job could have such a number. Several may match a check number: each account numbers its own. */
function matcherFor(text: string): ((job: Job) => boolean) | undefined {
  // Recipients read a tracking number from the envelope, where some carriers print the digits in groups.
  const tracked = text.replace(/\s/g, '').toUpperCase();
  if (/^(?:[A-Z]{2}\d{9}[A-Z]{2}|\d{20,22})$/.test(tracked))
    return ({ partner }) => partner?.tracking?.number?.toUpperCase() === tracked;
  if (/^rcpt_\w{26}$/.test(text)) return ({ id }) => receiptIdOf(id) === text;
  if (/^#?\d{1,9}$/.test(text)) return ({ drawing }) => drawing?.checkNumber === Number(text.replace('#', ''));
  const [, digits] = /^\+?1?(\d{10})$/.exec(text.replace(/[\s().-]/g, '')) ?? [];
  return digits === undefined ? undefined : (job) => productNamed(job.product).serialKey?.(job.order) === `+1${digits}`;
}

async function searchDays(
  deps: NotifyDeps,
  days: readonly string[],
  isMatch: (job: Job) => boolean,
  deadline: number,
): Promise<{ readonly matches: readonly Job[]; readonly isComplete: boolean }> {
  const { clock, jobs } = deps;
  const batchSize = 20;
  const matches: Job[] = [];
  for (const day of days) {
    let after: string | undefined;
    do {
      const { ids, next }: Awaited<ReturnType<typeof paidOnDay>> = await paidOnDay(jobs, day, after);
      for (let at = 0; at < ids.length; at += batchSize) {
        if (clock.now() >= deadline) return { matches, isComplete: false };
        matches.push(...(await readAll(deps, ids.slice(at, at + batchSize))).filter(isMatch));
      }
      after = next;
    } while (after !== undefined);
  }
  return { matches, isComplete: true };
}

/** Lists the jobs that wait, by reason, the longest waiting first. Scheduled jobs come last in the index, and are left out. */
export async function stuck({ clock, jobs }: NotifyDeps): Promise<OperatorResult> {
  const maxRows = 50;
  const rowsByWait = await Promise.all(
    waits.map(async (wait) => {
      const now = clock.now();
      const waiting = (await jobs.waiting(wait, maxRows)).filter(({ since }) => since <= now);
      const rows = waiting.map(async ({ id, since }) => rowOf(wait, id, since, await jobs.get(id)));
      return [wait, await Promise.all(rows)] as const;
    }),
  );
  const counts = rowsByWait.map(
    ([wait, rows]) =>
      `${rows.length}${rows.length === maxRows ? ' or more' : ''} ${wait === 'person' ? 'for a person' : `for ${wait}`}`,
  );
  return {
    ok: true,
    says: `Waiting: ${counts.join(', ')}; longest first.`,
    // Empty lists are left out, because `says` has their counts.
    ...Object.fromEntries(rowsByWait.filter(([, rows]) => rows.length > 0)),
  };
}

/** The index of waits lags behind the jobs, so a job may have moved on or been deleted in the meantime. */
function rowOf(wait: Wait, id: string, since: number, job: Job | undefined) {
  if (job === undefined) return { job_id: id, since };
  // For jobs without an `error`.
  const reasons: Readonly<Partial<Record<State, string>>> = {
    paid:
      job.tries > 0
        ? 'The partner has not accepted it yet: see “not accepted” in the log for the reason.'
        : 'It has not been sent to the partner yet.',
    submitting: 'The partner has not confirmed it yet.',
    cancelling: 'It is being canceled.',
    needs_review: 'A person stopped it.',
    cancelled: 'It was canceled, and the refund is not confirmed yet.',
  };
  const [extraPayment] = wait === 'refund' && job.refund !== 'pending' ? unrefunded(job) : [];
  const money = extraPayment ?? job.payment ?? { amountCents: totalCents(job.price), currency: job.price.currency };
  return {
    job_id: id,
    product: job.product,
    money: formatMinorUnits(money.amountCents, money.currency),
    since,
    tries: extraPayment?.tries ?? job.tries,
    next_try_at: wait === 'person' ? undefined : wakesAt(job),
    reason: extraPayment ? 'The refund of an extra payment is not confirmed yet.' : (job.error ?? reasons[job.state]),
  };
}
