/** What an operator does with jobs whose standing nobody knows for sure, and with their money. */
import { cancelJob } from '../../shared/usecases/cancel-job.ts';
import { receivePaymentEvent } from '../../shared/usecases/receive-payment-event.ts';
import { ask } from '../../shared/usecases/use-case.ts';
import { caller, memoryWorld, paid, paymentsBut, placed, placedAs, sweep } from '../support/fakes/world.ts';
import {
  command,
  heals,
  hour,
  minute,
  paidOnly,
  parkedJob,
  sold,
  stateOf,
  waiting,
  withLetters,
} from '../support/operated.ts';

describe('a parked job of which nobody knows whether the partner has it', () => {
  const acts = ['resubmit', 'refund'] as const;

  test.each(acts)('is not touched by %s while the partner does not say', async (act) => {
    const world = memoryWorld();
    const jobId = await parkedJob(world, true);
    expect(await command(world, act, { job_id: jobId })).toEqual({
      ok: false,
      says: expect.stringMatching(new RegExp(`reference ${jobId} .*--sure`)),
    });
    expect(await stateOf(world, jobId)).toEqual({ state: 'parked', refund: 'not_applicable' });
  });

  test.each(acts)(
    'is found fulfilled by %s when the partner has it after all; nothing is sent or paid back',
    async (act) => {
      const world = memoryWorld();
      const { letter } = world.partners;
      const jobId = await parkedJob(world, true);
      heals(world, letter);
      expect(await command(world, act, { job_id: jobId })).toMatchObject({
        ok: false,
        says: expect.stringContaining('has the order after all'),
      });
      await sweep(world, 2);
      expect(await stateOf(world, jobId)).toEqual({ state: 'fulfilled', refund: 'not_applicable' });
      expect(world.orders.all()).toHaveLength(1);
    },
  );

  test('is paid back once the partner says that it has nothing', async () => {
    const world = memoryWorld();
    const { letter } = world.partners;
    const jobId = await parkedJob(world, false);
    heals(world, letter);
    expect(await command(world, 'refund', { job_id: jobId })).toMatchObject({ ok: true });
    await sweep(world, 2);
    expect(await stateOf(world, jobId)).toEqual({ state: 'failed', refund: 'issued' });
    expect(world.orders.all()).toEqual([]);
  });

  test('is carried out once the partner says that it has nothing', async () => {
    const world = memoryWorld();
    const { letter } = world.partners;
    const jobId = await parkedJob(world, false);
    heals(world, letter);
    expect(await command(world, 'resubmit', { job_id: jobId })).toMatchObject({ ok: true });
    await sweep(world, 2);
    expect(await stateOf(world, jobId)).toEqual({ state: 'fulfilled', refund: 'not_applicable' });
    expect(world.orders.all()).toHaveLength(1);
  });

  test('is decided by a person who has looked for themselves', async () => {
    const world = memoryWorld();
    const jobId = await parkedJob(world, false);
    expect(await command(world, 'refund', { job_id: jobId, sure: true })).toMatchObject({ ok: true });
    await sweep(world, 2);
    expect(await stateOf(world, jobId)).toEqual({ state: 'failed', refund: 'issued' });
  });

  test('is not told as refunded where the bank holds its money', async () => {
    const { world, go } = waiting();
    const jobId = await paidOnly(world);
    Object.assign(world, { payments: paymentsBut(world, { refund: async () => 'disputed' }) });
    await receivePaymentEvent(world, { id: 'evt_1', type: 'charge', kind: 'disputed', jobId, paymentId: 'pi_1' });
    expect(await command(world, 'refund', { job_id: jobId })).toMatchObject({ ok: true });
    go();
    await sweep(world, 2);
    expect(await stateOf(world, jobId)).toEqual({ state: 'failed', refund: 'contact_support' });
    const { body } = await ask(cancelJob, world, { job_id: jobId }, caller);
    for (const sentence of [(await world.jobs.get(jobId))?.error, body.error])
      expect(sentence).not.toMatch(/is refunded/);
  });
});

describe('while a call may still be under way, or what it made stand in no list yet', () => {
  test.each(['resubmit', 'refund'] as const)('%s is refused for a minute and a half', async (act) => {
    const { world } = waiting();
    const jobId = await paidOnly(world);
    const job = await world.jobs.get(jobId);
    const claimed = { ...(job as NonNullable<typeof job>), state: 'submitting' as const };
    await world.jobs.replace({ ...claimed, firsts: { ...claimed.firsts, claimed: world.clock.now() } });
    await command(world, 'park', { job_id: jobId, reason: 'payer' });
    expect(await command(world, act, { job_id: jobId })).toMatchObject({
      ok: false,
      says: expect.stringContaining('ask again in 90 seconds'),
    });
    await world.clock.wind(91_000);
    expect(await command(world, act, { job_id: jobId })).toMatchObject({ ok: true });
  });

  test('nothing is paid back that a partner with keys has made and lists half a minute later', async () => {
    const world = memoryWorld();
    const { submit, find } = world.partners.letter;
    const listedAt = world.clock.now() + minute;
    withLetters(world, {
      submit: async (request) => {
        await command(world, 'park', { job_id: request.jobId, reason: 'other' });
        await submit(request);
        return { kind: 'unknown', reason: 'no answer' };
      },
      find: async (...asked) => (world.clock.now() < listedAt ? 'none' : find(...asked)),
    });
    const jobId = await sold(world);
    await world.clock.wind(35_000);
    for (let asked = 0; asked < 4; asked += 1) {
      await command(world, 'refund', { job_id: jobId });
      await world.clock.wind(30_000);
    }
    const [order] = world.orders.all();
    const { refund } = await stateOf(world, jobId);
    expect(refund).toBe(order?.cancelledAt === undefined ? 'not_applicable' : 'issued');
  });

  test('a person who is told that nothing is at the partner decides about that, and not about what has come since', async () => {
    const { world } = waiting();
    const jobId = await paidOnly(world);
    const job = await world.jobs.get(jobId);
    const claimed = { ...(job as NonNullable<typeof job>), state: 'submitting' as const };
    await world.jobs.replace({ ...claimed, firsts: { ...claimed.firsts, claimed: world.clock.now() } });
    await command(world, 'park', { job_id: jobId, reason: 'payer' });
    await world.clock.wind(2 * minute);
    withLetters(world, {
      find: async () => {
        await receivePaymentEvent(world, { id: 'evt_1', type: 'charge', kind: 'disputed', jobId, paymentId: 'pi_1' });
        return 'none';
      },
    });
    expect(await command(world, 'resubmit', { job_id: jobId })).toEqual({
      ok: false,
      says: expect.stringContaining('changed at this very moment'),
    });
    expect(await stateOf(world, jobId)).toMatchObject({ state: 'parked' });
  });

  test('a job whose money goes back while the partner is asked is not told as fulfilled', async () => {
    const world = memoryWorld();
    const jobId = await parkedJob(world, true);
    withLetters(world, {
      find: async () => {
        await receivePaymentEvent(world, { id: 'evt_1', type: 'charge', kind: 'refunded', jobId, paymentId: 'pi_1' });
        return { id: 'letter_1', stage: 'accepted' };
      },
    });
    const { says } = await command(world, 'refund', { job_id: jobId });
    expect(await stateOf(world, jobId)).toEqual({ state: 'cancelled', refund: 'issued' });
    expect(says).toMatch(/changed at this very moment/);
  });

  test('what was made more than two days ago may stand in no list any more, so a person looks for themselves', async () => {
    const world = memoryWorld();
    const jobId = await parkedJob(world, true);
    await world.clock.wind(50 * hour);
    withLetters(world, { find: async () => 'none' });
    for (const act of ['resubmit', 'refund'])
      expect(await command(world, act, { job_id: jobId })).toEqual({
        ok: false,
        says: expect.stringContaining('--sure'),
      });
    expect(await command(world, 'refund', { job_id: jobId, sure: true })).toMatchObject({ ok: true });
  });
});

describe('resubmit', () => {
  test('sends nothing for disputed money unless a person takes that upon themselves', async () => {
    const { world, go } = waiting();
    const jobId = await paidOnly(world);
    await receivePaymentEvent(world, { id: 'evt_1', type: 'charge', kind: 'disputed', jobId, paymentId: 'pi_1' });
    go();
    const refused = { ok: false, says: expect.stringContaining('disputed') };
    expect(await command(world, 'resubmit', { job_id: jobId })).toEqual(refused);
    expect(await command(world, 'resubmit', { job_id: jobId, sure: true })).toMatchObject({ ok: true });
    await world.clock.wind(1_000);
    expect(await stateOf(world, jobId)).toMatchObject({ state: 'fulfilled' });
  });

  test('tells whoever may overrule a dispute that they overrule the partner’s silence as well', async () => {
    const { world } = waiting();
    const jobId = await paidOnly(world);
    const job = await world.jobs.get(jobId);
    const claimed = { ...(job as NonNullable<typeof job>), state: 'submitting' as const };
    await world.jobs.replace({ ...claimed, firsts: { ...claimed.firsts, claimed: world.clock.now() } });
    await receivePaymentEvent(world, { id: 'evt_1', type: 'charge', kind: 'disputed', jobId, paymentId: 'pi_1' });
    expect(await command(world, 'resubmit', { job_id: jobId })).toEqual({
      ok: false,
      says: expect.stringMatching(new RegExp(`disputed.*reference ${jobId} .*--sure`)),
    });
  });

  test('lets a fax go on that had met a busy line, however long a person has looked', async () => {
    const world = memoryWorld();
    const jobId = await placedAs(world, 'fax', 'busy_once');
    await paid(world, jobId);
    while ((await world.jobs.get(jobId))?.bounces === 0) await world.clock.wind(100);
    expect(await command(world, 'park', { job_id: jobId, reason: 'content' })).toMatchObject({ ok: true });
    await world.clock.wind(hour);
    expect(await command(world, 'resubmit', { job_id: jobId })).toMatchObject({ ok: true });
    await world.clock.wind(minute);
    expect(await stateOf(world, jobId)).toEqual({ state: 'fulfilled', refund: 'not_applicable' });
  });

  test('is for parked jobs: any other is told apart', async () => {
    const world = memoryWorld();
    expect(await command(world, 'resubmit', { job_id: await sold(world) })).toEqual({
      ok: false,
      says: expect.stringContaining('only a parked job is resubmitted'),
    });
  });
});

describe('refund', () => {
  test('stops what the partner has not begun, and pays it back', async () => {
    const world = memoryWorld();
    const jobId = await sold(world);
    expect(await command(world, 'refund', { job_id: jobId })).toMatchObject({
      ok: true,
      says: expect.stringContaining('issued'),
    });
    expect(await stateOf(world, jobId)).toEqual({ state: 'cancelled', refund: 'issued' });
    expect(world.orders.all()).toEqual([expect.objectContaining({ cancelledAt: expect.any(Number) })]);
  });

  test('says what is left to do by hand where the provider refuses what the partner has stopped', async () => {
    const world = memoryWorld();
    const jobId = await sold(world);
    Object.assign(world, { payments: paymentsBut(world, { refund: async () => 'refused' }) });
    expect(await command(world, 'refund', { job_id: jobId })).toEqual({
      ok: true,
      says: expect.stringMatching(/^It is stopped; .*contact_support.*pi_test_\w+ in its dashboard/),
    });
    expect(await stateOf(world, jobId)).toEqual({ state: 'cancelled', refund: 'contact_support' });
  });

  test('never pays back what is mailed: it says how goodwill is done, and nothing moves', async () => {
    const world = memoryWorld();
    const jobId = await sold(world, 'in_production');
    await sweep(world, 2);
    const told = await command(world, 'refund', { job_id: jobId });
    expect(told).toEqual({
      ok: false,
      says: expect.stringMatching(/no longer be stopped.*goodwill.*pi_test_\w+.*dashboard/),
    });
    expect(await stateOf(world, jobId)).toEqual({ state: 'fulfilled', refund: 'not_applicable' });
    expect(world.sessions.all().filter(({ refundedAt }) => refundedAt !== undefined)).toEqual([]);
  });

  test('of a job that the provider does not refund says how to stop it all the same', async () => {
    const { world } = waiting();
    const jobId = await paidOnly(world);
    Object.assign(world, { payments: paymentsBut(world, { refund: async () => 'refused' }) });
    const told = await command(world, 'refund', { job_id: jobId });
    expect(told).toEqual({ ok: false, says: expect.stringMatching(/refused the refund.*park it first\.$/) });
    expect(await stateOf(world, jobId)).toMatchObject({ state: 'paid' });
  });

  test('gives back nothing twice, and nothing that was never paid', async () => {
    const world = memoryWorld();
    const jobId = await sold(world, 'reject');
    await sweep(world, 2);
    expect(await command(world, 'refund', { job_id: jobId })).toEqual({
      ok: false,
      says: 'Its refund is issued already.',
    });
    expect(await command(world, 'refund', { job_id: await placed(world) })).toMatchObject({ ok: false });
  });

  test('names the payment where the provider refuses, so that a person can give it back by hand', async () => {
    const world = memoryWorld();
    Object.assign(world, { payments: paymentsBut(world, { refund: async () => 'refused' }) });
    const jobId = await sold(world, 'reject');
    await sweep(world, 2);
    expect(await command(world, 'refund', { job_id: jobId })).toEqual({
      ok: false,
      says: expect.stringMatching(/contact_support.*pi_test_\w+ in its dashboard/),
    });
  });
});
