/** An order that its partner holds until its day: handed over at the payment, stopped at the partner until then. */
import { dayOf } from '../../shared/core/job/waiting.ts';
import { owedOn } from '../../shared/core/places/send-on.ts';
import { isDocumentRetained, paidDocumentKey } from '../../shared/fulfilment/document.ts';
import type { Partner, PartnerRequest } from '../../shared/ports/partner.ts';
import { cancelJob } from '../../shared/usecases/cancel/cancel-job.ts';
import { getJob } from '../../shared/usecases/jobs/get-job.ts';
import { ask } from '../../shared/usecases/use-case.ts';
import { type MemoryDeps, memoryDeps } from '../support/fakes/deps.ts';
import { caller, paid, placedFor, reconcileFor } from '../support/fakes/orders.ts';
import { hour, minute, stateOf, withLetters } from '../support/operated.ts';

const day = 24 * hour;

function planned(days: number) {
  const deps = memoryDeps();
  const sendOn = dayOf(deps.clock.now() + days * day);
  return { deps, sendOn, at: owedOn(sendOn, 'US') };
}

/** Notes what the partner is asked to make and to read. */
function watched(deps: MemoryDeps) {
  const { submit, read } = deps.partners.letter;
  const asked = { requests: [] as PartnerRequest[], reads: [] as number[] };
  withLetters(deps, {
    submit: async (request) => {
      asked.requests.push(request);
      return submit(request);
    },
    read: async (id) => {
      asked.reads.push(deps.clock.now());
      return read(id);
    },
  });
  return asked;
}

const sweepUntil = async (deps: MemoryDeps, at: number): Promise<void> => {
  while (deps.clock.now() < at) {
    await reconcileFor(deps);
    await deps.clock.wind(Math.max(0, Math.min(hour, at - deps.clock.now()) - minute));
  }
};

const viewOf = async (deps: MemoryDeps, jobId: string) => (await ask(getJob, deps, { job_id: jobId }, caller)).body;
const down: Partner['submit'] = async () => ({ kind: 'unavailable', reason: 'it is down' });

test.each([
  ['letter', 'US'],
  ['check', 'CA'],
] as const)('a %s to %s is handed over at its payment, and printed on its day', async (product, country) => {
  const { deps, sendOn } = planned(9);
  const at = owedOn(sendOn, country);
  const jobId = await placedFor(deps, product, sendOn);
  await paid(deps, jobId);
  expect(await stateOf(deps, jobId)).toEqual({ state: 'fulfilled', refund: 'not_applicable' });
  expect(deps.orders.all()).toMatchObject([{ holdUntil: at }]);
  expect(await viewOf(deps, jobId)).toMatchObject({ fulfillment_status: 'queued', send_on: sendOn, cancellable: true });
  await sweepUntil(deps, at - minute);
  expect(await viewOf(deps, jobId)).toMatchObject({ status: 'fulfilled', fulfillment_status: 'queued' });
  await sweepUntil(deps, at + 3 * hour);
  expect(await viewOf(deps, jobId)).toMatchObject({ fulfillment_status: 'mailed', cancellable: false });
  expect(deps.alarms).toEqual([]);
});

test('an order whose day is too near is held by the service: no key may still be known when it is sent', async () => {
  const { deps, sendOn, at } = planned(2);
  const asked = watched(deps);
  const jobId = await placedFor(deps, 'letter', sendOn);
  await paid(deps, jobId);
  expect(await deps.jobs.get(jobId)).toMatchObject({ state: 'paid', dueAt: at });
  expect(asked.requests).toEqual([]);
  await sweepUntil(deps, at + 3 * minute);
  expect(asked.requests.map(({ holdUntil }) => holdUntil)).toEqual([undefined]);
});

test('until its day it is stopped at the partner, with all its money back', async () => {
  const { deps, sendOn, at } = planned(9);
  const jobId = await placedFor(deps, 'letter', sendOn);
  await paid(deps, jobId);
  await sweepUntil(deps, at - 2 * hour);
  const { body } = await ask(cancelJob, deps, { job_id: jobId }, caller);
  expect(body).toEqual({ job_id: jobId, cancelled: true, refund: 'issued' });
  expect(deps.orders.all()).toMatchObject([{ cancelledAt: expect.any(Number) }]);
});

test('its partner is read every other day until then, and by callers once an hour', async () => {
  const { deps, sendOn, at } = planned(21);
  const asked = watched(deps);
  const jobId = await placedFor(deps, 'letter', sendOn);
  await paid(deps, jobId);
  await sweepUntil(deps, at - hour);
  expect(asked.reads.length).toBeGreaterThanOrEqual(9);
  expect(asked.reads.length).toBeLessThanOrEqual(11);
  await deps.clock.wind(30 * minute);
  const before = asked.reads.length;
  for (let times = 0; times < 20; times += 1) {
    await viewOf(deps, jobId);
    await deps.clock.wind(minute);
  }
  expect(asked.reads.length - before).toBeLessThanOrEqual(1);
});

test('a partner that does not tell when its news is due is read as the day begins', async () => {
  const { deps, sendOn, at } = planned(9);
  const { submit, read } = deps.partners.letter;
  const reads: number[] = [];
  withLetters(deps, {
    submit: async (request) => {
      const outcome = await submit(request);
      return outcome.kind === 'accepted' ? { ...outcome, order: { ...outcome.order, newsAt: undefined } } : outcome;
    },
    read: async (id) => {
      reads.push(deps.clock.now());
      const view = await read(id);
      return view === 'unknown' || 'stopped' in view ? view : { progress: { ...view.progress, newsAt: undefined } };
    },
  });
  await paid(deps, await placedFor(deps, 'letter', sendOn));
  await sweepUntil(deps, at + 3 * minute);
  expect(reads.some((time) => time >= at)).toBe(true);
});

test('a partner that is down at the payment is asked until the day and twelve hours more, without an alarm before', async () => {
  const { deps, sendOn, at } = planned(9);
  const { submit } = deps.partners.letter;
  const jobId = await placedFor(deps, 'letter', sendOn);
  withLetters(deps, { submit: down });
  await paid(deps, jobId);
  await sweepUntil(deps, at - 4 * day);
  expect(await stateOf(deps, jobId)).toMatchObject({ refund: 'not_applicable' });
  expect(deps.alarms).toEqual([]);
  expect(deps.measured.filter(([name, value]) => name === 'oldestUnfulfilledSeconds' && value > 0)).toEqual([]);
  withLetters(deps, { submit });
  await sweepUntil(deps, at - 3 * day);
  expect(deps.orders.all()).toMatchObject([{ holdUntil: at }]);
});

test('a partner that stays down is not asked in the two days before, and then for twelve hours: all is refunded', async () => {
  const { deps, sendOn, at } = planned(9);
  const asked: number[] = [];
  withLetters(deps, {
    submit: async (request) => {
      asked.push(deps.clock.now());
      return down(request);
    },
  });
  const jobId = await placedFor(deps, 'letter', sendOn);
  await paid(deps, jobId);
  await sweepUntil(deps, at + 11 * hour);
  expect(await stateOf(deps, jobId)).toMatchObject({ refund: 'not_applicable' });
  await sweepUntil(deps, at + 15 * hour);
  expect(await stateOf(deps, jobId)).toEqual({ state: 'failed', refund: 'issued' });
  expect(asked.filter((when) => when > at - 2 * day && when < at)).toEqual([]);
  expect(asked.filter((when) => when >= at).length).toBeGreaterThan(5);
});

test('a backup that holds no orders gets it on its day, and not while the first is down before', async () => {
  const { deps, sendOn, at } = planned(9);
  const second: string[] = [];
  const { letter } = deps.partners;
  Object.assign(deps, {
    partners: { ...deps.partners, letter: { ...letter, submit: down, find: async () => 'none' } },
    primaryNames: { ...deps.primaryNames, letter: 'postgrid' },
    backups: {
      letter: {
        name: 'lob',
        partner: {
          ...letter,
          assumed: { ...letter.assumed, holdsUntilDate: { value: false, source: 'a test' } },
          submit: async ({ reference }: PartnerRequest) => {
            second.push(`${reference} ${deps.clock.now() >= at}`);
            return { kind: 'accepted', order: { id: `lob_${reference}`, stage: 'accepted' } };
          },
          find: async () => 'none',
          read: async () => ({ progress: { stage: 'in_progress' } }),
        },
      },
    },
  });
  const jobId = await placedFor(deps, 'letter', sendOn);
  await paid(deps, jobId);
  await sweepUntil(deps, at - minute);
  expect(second).toEqual([]);
  await sweepUntil(deps, at + 2 * hour);
  expect(second).toEqual([`${jobId} true`]);
  expect(await deps.jobs.get(jobId)).toMatchObject({ state: 'fulfilled', routedTo: 'lob' });
});

test('a call without an answer is looked for, and makes one order', async () => {
  const { deps, sendOn, at } = planned(9);
  const jobId = await placedFor(deps, 'letter', sendOn, 'lost_reply');
  await paid(deps, jobId);
  await sweepUntil(deps, at - day);
  expect(await stateOf(deps, jobId)).toMatchObject({ state: 'fulfilled' });
  expect(deps.orders.all()).toMatchObject([{ holdUntil: at }]);
});

test('an order in doubt is only looked for in the two days before, and sent on its day', async () => {
  const { deps, sendOn, at } = planned(9);
  const { submit } = deps.partners.letter;
  const asked: number[] = [];
  withLetters(deps, {
    submit: async (request) => {
      asked.push(deps.clock.now());
      return deps.clock.now() < at ? { kind: 'unknown', reason: 'no answer' } : submit(request);
    },
    find: async () => (deps.clock.now() < at - day ? 'unknown' : 'none'),
  });
  const jobId = await placedFor(deps, 'letter', sendOn);
  await paid(deps, jobId);
  await sweepUntil(deps, at - minute);
  expect(await stateOf(deps, jobId)).toEqual({ state: 'submitting', refund: 'not_applicable' });
  expect(asked.filter((when) => when > at - 2 * day)).toEqual([]);
  expect(deps.alarms).toEqual([]);
  await sweepUntil(deps, at + 3 * hour);
  expect(await stateOf(deps, jobId)).toMatchObject({ state: 'fulfilled' });
  expect(deps.orders.all()).toMatchObject([{ holdUntil: undefined }]);
});

test('an order that the partner drops before its day is refunded then', async () => {
  const { deps, sendOn, at } = planned(21);
  const jobId = await placedFor(deps, 'letter', sendOn);
  await paid(deps, jobId);
  await sweepUntil(deps, at - 15 * day);
  withLetters(deps, { read: async () => ({ stopped: 'The print partner has cancelled the order.' }) });
  await sweepUntil(deps, at - 12 * day);
  expect(await stateOf(deps, jobId)).toEqual({ state: 'failed', refund: 'issued' });
});

test('its document is shown until its day, however far that is, and 28 days from then', async () => {
  const { deps, sendOn, at } = planned(89);
  const jobId = await placedFor(deps, 'letter', sendOn);
  await paid(deps, jobId);
  const shows = async () => {
    const job = await deps.jobs.get(jobId);
    return [job && isDocumentRetained(job, deps.clock.now()), deps.documents.files.has(paidDocumentKey({ id: jobId }))];
  };
  await sweepUntil(deps, at - minute);
  expect(await shows()).toEqual([true, true]);
  await sweepUntil(deps, at + 27 * day);
  expect(await shows()).toEqual([true, true]);
  await sweepUntil(deps, at + 31 * day);
  expect(await shows()).toEqual([false, false]);
});
