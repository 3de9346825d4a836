/** The operator's commands on parked jobs, whose state at the partner is uncertain, and on their money. */
import { orderNumberOf, spokenOrderNumber } from '../../shared/domain/ids.ts';
import { cancelJob } from '../../shared/orders/cancel/cancel-job.ts';
import { receivePaymentEvent } from '../../shared/orders/events/receive-payment-event.ts';
import { ask } from '../../shared/orders/use-case.ts';
import { careful } from '../../shared/partners/assumed.ts';
import { type MemoryDeps, memoryDeps, paymentsBut } from '../support/fakes/deps.ts';
import { caller, jobOf, paidOnly, placed, reconcileFor, sold } from '../support/fakes/orders.ts';
import {
  command,
  heals,
  hour,
  minute,
  parkedJob,
  refused,
  stateOf,
  waiting,
  withLetters,
} from '../support/operated.ts';

const hear = (deps: MemoryDeps, jobId: string, kind: 'disputed' | 'refunded') =>
  receivePaymentEvent(deps, { id: 'evt_1', type: 'charge', provider: 'mock', kind, jobId, paymentId: undefined });

describe('a parked job of which nobody knows whether the partner has it', () => {
  const acts = ['resubmit', 'refund'] as const;

  test.each(acts)('is not touched by %s while the partner does not say', async (act) => {
    const deps = memoryDeps();
    const jobId = await parkedJob(deps, true);
    expect(await command(deps, act, { job_id: jobId })).toEqual(refused(new RegExp(`reference ${jobId} .*--sure`)));
    expect(await stateOf(deps, jobId)).toEqual({ state: 'parked', refund: 'not_applicable' });
  });

  test.each(acts)(
    'is found fulfilled by %s when the partner has it after all; nothing is sent or paid back',
    async (act) => {
      const deps = memoryDeps();
      const { letter } = deps.partners;
      const jobId = await parkedJob(deps, true);
      heals(deps, letter);
      expect(await command(deps, act, { job_id: jobId })).toEqual(refused('has the order after all'));
      await reconcileFor(deps, 2);
      expect(await stateOf(deps, jobId)).toEqual({ state: 'fulfilled', refund: 'not_applicable' });
      expect(deps.orders.all()).toHaveLength(1);
    },
  );

  test('is paid back once the partner says that it has nothing', async () => {
    const deps = memoryDeps();
    const { letter } = deps.partners;
    const jobId = await parkedJob(deps, false);
    heals(deps, letter);
    expect(await command(deps, 'refund', { job_id: jobId })).toMatchObject({ ok: true });
    await reconcileFor(deps, 2);
    expect(await stateOf(deps, jobId)).toEqual({ state: 'failed', refund: 'issued' });
    expect(deps.orders.all()).toEqual([]);
  });

  test('is carried out once the partner says that it has nothing', async () => {
    const deps = memoryDeps();
    const { letter } = deps.partners;
    const jobId = await parkedJob(deps, false);
    heals(deps, letter);
    expect(await command(deps, 'resubmit', { job_id: jobId })).toMatchObject({ ok: true });
    await reconcileFor(deps, 2);
    expect(await stateOf(deps, jobId)).toEqual({ state: 'fulfilled', refund: 'not_applicable' });
    expect(deps.orders.all()).toHaveLength(1);
  });

  test('is not told as refunded where the bank holds its money', async () => {
    const { deps, go } = waiting();
    const jobId = await paidOnly(deps);
    Object.assign(deps, { payments: paymentsBut(deps, { refund: async () => 'disputed' }) });
    await hear(deps, jobId, 'disputed');
    expect(await command(deps, 'refund', { job_id: jobId })).toMatchObject({ ok: true });
    go();
    await reconcileFor(deps, 2);
    expect(await stateOf(deps, jobId)).toEqual({ state: 'failed', refund: 'contact_support' });
    const { body } = await ask(cancelJob, deps, { job_id: jobId }, caller);
    for (const sentence of [(await deps.jobs.get(jobId))?.error, body.error])
      expect(sentence).not.toMatch(/is refunded/);
  });
});

describe('while a call may still be under way, or what it made stand in no list yet', () => {
  test.each(['resubmit', 'refund'] as const)('%s is refused until its time is over', async (act) => {
    const { deps } = waiting();
    const jobId = await paidOnly(deps);
    const job = await jobOf(deps, jobId);
    const claimed = { ...job, state: 'submitting' as const };
    await deps.jobs.replace({
      ...claimed,
      routedTo: 'simulated' as const,
      firsts: { ...claimed.firsts, claimed: deps.clock.now() },
    });
    withLetters(deps, { assumed: careful });
    await command(deps, 'park', { job_id: jobId, reason: 'payer' });
    const until = new Date(Math.ceil((deps.clock.now() + 150_000) / 1_000) * 1_000).toISOString().slice(11, 19);
    const again = `From ${until} UTC on, type again: npm run ops -- ${act} ${spokenOrderNumber(orderNumberOf(jobId))}`;
    expect(await command(deps, act, { job_id: jobId })).toEqual(refused(`${again}, with`));
    const { says } = await command(deps, act, { job_id: jobId, sure: true });
    expect(says).toContain(`${again} --sure`);
    await deps.clock.wind(151_000);
    expect(await command(deps, act, { job_id: jobId })).toMatchObject({ ok: true });
  });

  test('nothing is paid back that a partner with keys has made and lists half a minute later', async () => {
    const deps = memoryDeps();
    const { submit, find } = deps.partners.letter;
    const listedAt = deps.clock.now() + minute;
    withLetters(deps, {
      submit: async (request) => {
        await command(deps, 'park', { job_id: request.jobId, reason: 'other' });
        await submit(request);
        return { kind: 'unknown', reason: 'no answer' };
      },
      find: async (...asked) => (deps.clock.now() < listedAt ? { kind: 'none' } : find(...asked)),
    });
    const jobId = await sold(deps);
    await deps.clock.wind(35_000);
    for (let asked = 0; asked < 8; asked += 1) {
      await command(deps, 'refund', { job_id: jobId });
      await deps.clock.wind(30_000);
    }
    const [order] = deps.orders.all();
    const { refund } = await stateOf(deps, jobId);
    expect(refund).toBe(order?.cancelledAt === undefined ? 'not_applicable' : 'issued');
  });

  test('a person who is told that nothing is at the partner decides about that, and not about what has come since', async () => {
    const { deps } = waiting();
    const jobId = await paidOnly(deps);
    const job = await jobOf(deps, jobId);
    const claimed = { ...job, state: 'submitting' as const };
    await deps.jobs.replace({
      ...claimed,
      routedTo: 'simulated' as const,
      firsts: { ...claimed.firsts, claimed: deps.clock.now() },
    });
    await command(deps, 'park', { job_id: jobId, reason: 'payer' });
    await deps.clock.wind(3 * minute);
    withLetters(deps, {
      find: async () => {
        await hear(deps, jobId, 'disputed');
        return { kind: 'none' };
      },
    });
    expect(await command(deps, 'resubmit', { job_id: jobId })).toEqual(refused('changed just now'));
    expect(await stateOf(deps, jobId)).toMatchObject({ state: 'parked' });
  });

  test('a job whose money goes back while the partner is asked is not told as fulfilled', async () => {
    const deps = memoryDeps();
    const jobId = await parkedJob(deps, true);
    withLetters(deps, {
      find: async () => {
        await hear(deps, jobId, 'refunded');
        return { kind: 'found', order: { id: 'letter_1', stage: 'accepted' } };
      },
    });
    const { says } = await command(deps, 'refund', { job_id: jobId });
    expect(await stateOf(deps, jobId)).toEqual({ state: 'cancelled', refund: 'issued' });
    expect(says).toMatch(/changed just now/);
  });

  test('an order made more than two days ago may be in no list any more, so a person must look', async () => {
    const deps = memoryDeps();
    const jobId = await parkedJob(deps, true);
    await deps.clock.wind(50 * hour);
    withLetters(deps, { assumed: careful, find: async () => ({ kind: 'none' }) });
    for (const act of ['resubmit', 'refund'])
      expect(await command(deps, act, { job_id: jobId })).toEqual(refused('--sure'));
    expect(await command(deps, 'refund', { job_id: jobId, sure: true })).toMatchObject({ ok: true });
  });
});

describe('resubmit', () => {
  test('sends nothing for disputed money unless a person takes that upon themselves', async () => {
    const { deps, go } = waiting();
    const jobId = await paidOnly(deps);
    await hear(deps, jobId, 'disputed');
    go();
    const refused = { ok: false, says: expect.stringContaining('disputed') };
    expect(await command(deps, 'resubmit', { job_id: jobId })).toEqual(refused);
    expect(await command(deps, 'resubmit', { job_id: jobId, sure: true })).toMatchObject({ ok: true });
    await deps.clock.wind(1_000);
    expect(await stateOf(deps, jobId)).toMatchObject({ state: 'fulfilled' });
  });

  test('tells whoever may overrule a dispute that they overrule the partner’s silence as well', async () => {
    const { deps } = waiting();
    const jobId = await paidOnly(deps);
    const job = await jobOf(deps, jobId);
    const claimed = { ...job, state: 'submitting' as const };
    await deps.jobs.replace({ ...claimed, firsts: { ...claimed.firsts, claimed: deps.clock.now() } });
    await hear(deps, jobId, 'disputed');
    expect(await command(deps, 'resubmit', { job_id: jobId })).toEqual(
      refused(new RegExp(`disputed.*reference ${jobId} .*--sure`)),
    );
  });

  test('lets a fax go on that had met a busy line, however long a person has looked', async () => {
    const deps = memoryDeps();
    const jobId = await sold(deps, 'fax', 'busy_once');
    while ((await deps.jobs.get(jobId))?.bounces === 0) await deps.clock.wind(100);
    expect(await command(deps, 'park', { job_id: jobId, reason: 'content' })).toMatchObject({ ok: true });
    await deps.clock.wind(hour);
    expect(await command(deps, 'resubmit', { job_id: jobId })).toMatchObject({ ok: true });
    await deps.clock.wind(minute);
    expect(await stateOf(deps, jobId)).toEqual({ state: 'fulfilled', refund: 'not_applicable' });
  });

  test('is for parked jobs: any other is told apart', async () => {
    const deps = memoryDeps();
    expect(await command(deps, 'resubmit', { job_id: await sold(deps) })).toEqual(
      refused('only a parked job is resubmitted'),
    );
  });
});

describe('refund', () => {
  test('stops what the partner has not begun, and pays it back', async () => {
    const deps = memoryDeps();
    const jobId = await sold(deps);
    expect(await command(deps, 'refund', { job_id: jobId })).toMatchObject({
      ok: true,
      says: expect.stringContaining('issued'),
    });
    expect(await stateOf(deps, jobId)).toEqual({ state: 'cancelled', refund: 'issued' });
    expect(deps.orders.all()).toEqual([expect.objectContaining({ cancelledAt: expect.any(Number) })]);
  });

  test('says what is left to do by hand where the provider refuses what the partner has stopped', async () => {
    const deps = memoryDeps();
    const jobId = await sold(deps);
    Object.assign(deps, { payments: paymentsBut(deps, { refund: async () => 'refused' }) });
    expect(await command(deps, 'refund', { job_id: jobId })).toEqual({
      ok: true,
      says: expect.stringMatching(/^It is stopped; .*contact_support.*pi_test_\w+ in its dashboard/),
    });
    expect(await stateOf(deps, jobId)).toEqual({ state: 'cancelled', refund: 'contact_support' });
  });

  test('never pays back what is mailed: it says how goodwill is done, and nothing moves', async () => {
    const deps = memoryDeps();
    const jobId = await sold(deps, 'letter', 'in_production');
    await reconcileFor(deps, 2);
    const told = await command(deps, 'refund', { job_id: jobId });
    expect(told).toEqual(refused(/^It was mailed on .+ cannot be called back.*goodwill.*pi_test_\w+.*dashboard/));
    expect(await stateOf(deps, jobId)).toEqual({ state: 'fulfilled', refund: 'not_applicable' });
    expect(deps.sessions.all().filter(({ refundedAt }) => refundedAt !== undefined)).toEqual([]);
  });

  test('of a job that the provider does not refund says how to stop it all the same', async () => {
    const { deps } = waiting();
    const jobId = await paidOnly(deps);
    Object.assign(deps, { payments: paymentsBut(deps, { refund: async () => 'refused' }) });
    const told = await command(deps, 'refund', { job_id: jobId });
    expect(told).toEqual(refused(/refused the refund.*park it first\.$/));
    expect(await stateOf(deps, jobId)).toMatchObject({ state: 'paid' });
  });

  test('gives back nothing twice, and nothing that was never paid', async () => {
    const deps = memoryDeps();
    const jobId = await sold(deps, 'letter', 'reject');
    await reconcileFor(deps, 2);
    expect(await command(deps, 'refund', { job_id: jobId })).toEqual({
      ok: false,
      says: 'Its refund is issued already.',
    });
    expect(await command(deps, 'refund', { job_id: await placed(deps) })).toMatchObject({ ok: false });
  });
});
