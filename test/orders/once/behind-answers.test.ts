/** Orders that were made behind an answer: behind a 503, behind a refused repeat. One letter comes of them, or the money. */
import type { Job } from '../../../shared/domain/job/job.ts';
import { cancelJob } from '../../../shared/orders/cancel/cancel-job.ts';
import { ask } from '../../../shared/orders/use-case.ts';
import { careful, carefulWithKeys } from '../../../shared/partners/assumed.ts';
import type { Partner, PartnerRequest, SubmitOutcome } from '../../../shared/partners/partner.ts';
import { type MemoryDeps, memoryDeps } from '../../support/fakes/deps.ts';
import { caller, paid, placed, reconcileFor, sold } from '../../support/fakes/orders.ts';
import { command, hour, stateOf, withLetters } from '../../support/operated.ts';

const unavailable: SubmitOutcome = { kind: 'unavailable', reason: 'answered 503' };
const rejected: SubmitOutcome = { kind: 'rejected', reason: 'not valid' };

/** Its lists omit an order for most of a minute after it was made. */
function listingLate(deps: MemoryDeps, partner: Partner): Partner['find'] {
  return async (reference, order) => {
    const found = await partner.find(reference, order);
    const made = found.kind === 'found' && deps.orders.all().find(({ id }) => id === found.order.id);
    return made && deps.clock.now() - made.createdAt < 50_000 ? { kind: 'none' } : found;
  };
}

/** A print partner with keys and late lists; `submit` answers in its place. */
function printing(
  deps: MemoryDeps,
  submit: (request: PartnerRequest, call: number, make: Partner['submit']) => Promise<SubmitOutcome>,
) {
  const { letter } = deps.partners;
  const calls: string[] = [];
  withLetters(deps, {
    assumed: carefulWithKeys,
    submit: (request) => {
      calls.push(request.reference);
      return submit(request, calls.length, letter.submit);
    },
    find: listingLate(deps, letter),
  });
  return calls;
}

const living = (deps: MemoryDeps) => deps.orders.all().filter(({ cancelledAt }) => cancelledAt === undefined);

test('a letter that was made behind a 503 is found, and made once', async () => {
  const deps = memoryDeps();
  printing(deps, async (request, _, make) => make(request).then(() => unavailable));
  const jobId = await sold(deps);
  await reconcileFor(deps, 10);
  expect(await stateOf(deps, jobId)).toMatchObject({ state: 'fulfilled' });
  expect(deps.orders.all()).toHaveLength(1);
});

test('a cancellation within the minute after a 503 waits; then the letter is found and called back', async () => {
  const deps = memoryDeps({ readyMs: hour });
  printing(deps, async (request, _, make) => make(request).then(() => unavailable));
  const jobId = await sold(deps);
  expect((await ask(cancelJob, deps, { job_id: jobId }, caller)).body).toMatchObject({
    cancelled: false,
    error: expect.stringContaining('cancel again'),
  });
  await reconcileFor(deps, 3);
  expect((await ask(cancelJob, deps, { job_id: jobId }, caller)).body).toMatchObject({
    cancelled: true,
    refund: 'issued',
  });
  expect(living(deps)).toEqual([]);
});

test('a job that a partner has put off is free to be cancelled a minute later, and nothing is sent', async () => {
  const deps = memoryDeps();
  const calls = printing(deps, async () => unavailable);
  const jobId = await sold(deps);
  await reconcileFor(deps, 4);
  expect(await stateOf(deps, jobId)).toMatchObject({ state: 'paid' });
  expect((await ask(cancelJob, deps, { job_id: jobId }, caller)).body).toMatchObject({
    cancelled: true,
    refund: 'issued',
  });
  const before = calls.length;
  await reconcileFor(deps, 60);
  expect(calls).toHaveLength(before);
});

test('a short outage is over after seconds: a partner with keys is asked again at once', async () => {
  const deps = memoryDeps();
  printing(deps, async (request, call, make) => (call === 1 ? unavailable : make(request)));
  const jobId = await placed(deps);
  const began = deps.clock.now();
  await Promise.all([paid(deps, jobId), deps.clock.wind(10_000)]);
  const { firstSeenAt } = (await deps.jobs.get(jobId)) as Job;
  expect((firstSeenAt.accepted ?? Number.NaN) - began).toBeLessThan(10_000);
});

test('a fax behind a 503 is not sent again: its partner without keys is left alone for a minute, and then found to have it', async () => {
  const deps = memoryDeps();
  const { fax } = deps.partners;
  const calls: number[] = [];
  const submit: Partner['submit'] = async (request) => {
    calls.push(deps.clock.now());
    await fax.submit({ ...request, reference: `${request.reference}/${calls.length}` });
    return unavailable;
  };
  const find: Partner['find'] = async (reference, order) => {
    const [made] = deps.orders.all().filter((each) => each.reference.startsWith(`${reference}/`));
    if (made === undefined || deps.clock.now() - made.createdAt < 50_000) return { kind: 'none' };
    return fax.find(made.reference, order);
  };
  Object.assign(deps, { partners: { ...deps.partners, fax: { ...fax, assumed: careful, submit, find } } });
  const jobId = await sold(deps, 'fax');
  await reconcileFor(deps, 10);
  expect(calls).toHaveLength(1);
  expect(await stateOf(deps, jobId)).toMatchObject({ state: 'fulfilled' });
});

test('only calls count as tries: a look at the lists in between makes the next call no later', async () => {
  const deps = memoryDeps();
  const { fax } = deps.partners;
  const calls: number[] = [];
  const submit: Partner['submit'] = async () => {
    calls.push(deps.clock.now());
    return unavailable;
  };
  Object.assign(deps, { partners: { ...deps.partners, fax: { ...fax, assumed: careful, submit } } });
  await sold(deps, 'fax');
  await reconcileFor(deps, 120);
  const waits = calls.slice(1).map((at, before) => at - (calls[before] ?? 0));
  const grown = waits.slice(1).map((wait, before) => wait / (waits[before] ?? 0));
  expect(Math.max(...waits)).toBeGreaterThan(hour / 4);
  expect(Math.max(...grown)).toBeLessThan(2.7);
});

test('a letter behind the last 503 of twelve hours is not refunded', async () => {
  const deps = memoryDeps();
  const began = deps.clock.now();
  const { letter } = deps.partners;
  printing(deps, async (request) => {
    if (deps.clock.now() - began > 10.5 * hour) await letter.submit(request);
    return unavailable;
  });
  const jobId = await sold(deps);
  await reconcileFor(deps, 15 * 60);
  const { refund } = await stateOf(deps, jobId);
  expect(refund).toBe(living(deps).length > 0 ? 'not_applicable' : 'issued');
  expect(living(deps)).toHaveLength(1);
});

test('a partner that puts off for twelve hours is told to be looked at, and the money goes back', async () => {
  const deps = memoryDeps();
  printing(deps, async () => unavailable);
  const jobId = await sold(deps);
  await reconcileFor(deps, 15 * 60);
  expect(await stateOf(deps, jobId)).toEqual({ state: 'failed', refund: 'issued' });
});

describe('a refusal of a repeated call', () => {
  test('is not believed while the lists may omit what the first call has made', async () => {
    const deps = memoryDeps();
    printing(deps, async (request, call, make) => {
      if (call > 1) return rejected;
      await make(request);
      return { kind: 'unknown', reason: 'no answer' };
    });
    const jobId = await sold(deps);
    await reconcileFor(deps, 10);
    expect(await stateOf(deps, jobId)).toEqual({ state: 'fulfilled', refund: 'not_applicable' });
    expect(living(deps)).toHaveLength(1);
  });

  test('is believed once a holder who claimed after it has looked, found nothing, and was refused again', async () => {
    const deps = memoryDeps();
    const calls = printing(deps, async (_, call) => (call > 1 ? rejected : { kind: 'unknown', reason: 'no answer' }));
    const jobId = await sold(deps);
    await reconcileFor(deps, 10);
    expect(await stateOf(deps, jobId)).toEqual({ state: 'failed', refund: 'issued' });
    expect(calls).toHaveLength(3);
  });

  test('that a call without an answer follows is noted anew: that call may have made the order', async () => {
    const deps = memoryDeps();
    const { letter } = deps.partners;
    let made = 0;
    printing(deps, async (request, call) => {
      if (call === 2 || call > 3) return rejected;
      if (call === 3) {
        made = deps.clock.now();
        await letter.submit(request);
      }
      return { kind: 'unknown', reason: 'no answer' };
    });
    const jobId = await sold(deps);
    await reconcileFor(deps, 15);
    expect(made).toBeGreaterThan(0);
    expect(await stateOf(deps, jobId)).toEqual({ state: 'fulfilled', refund: 'not_applicable' });
    expect(living(deps)).toHaveLength(1);
  });
});

test('a key that is older than its partner keeps keys protects nothing: after a person’s word the lists decide', async () => {
  const deps = memoryDeps();
  const { letter } = deps.partners;
  withLetters(deps, {
    assumed: carefulWithKeys,
    submit: async () => ({ kind: 'unknown', reason: 'no answer' }),
    find: async () => ({ kind: 'unknown' }),
  });
  const jobId = await sold(deps);
  await reconcileFor(deps, 26 * 60);
  expect(await stateOf(deps, jobId)).toMatchObject({ state: 'needs_review' });
  const calls: number[] = [];
  withLetters(deps, {
    submit: async (request) => {
      calls.push(deps.clock.now());
      await letter.submit({ ...request, reference: `${request.reference}/${calls.length}` });
      return { kind: 'unknown', reason: 'no answer' };
    },
    find: async () => ({ kind: 'unknown' }),
  });
  await reconcileFor(deps, 2);
  expect(await command(deps, 'resubmit', { job_id: jobId, sure: true })).toMatchObject({ ok: true });
  await reconcileFor(deps, 60);
  expect(calls.length).toBeLessThanOrEqual(1);
});
