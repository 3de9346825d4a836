/** The operator's commands: what each does to a job, and what each refuses with a sentence that says the cure. */
import type { Partner } from '../../shared/ports.ts';
import { cancelJob } from '../../shared/usecases/cancel-job.ts';
import { operate } from '../../shared/usecases/operate.ts';
import { receivePaymentEvent } from '../../shared/usecases/receive-payment-event.ts';
import { ask } from '../../shared/usecases/use-case.ts';
import {
  caller,
  type MemoryWorld,
  type Mood,
  memoryWorld,
  paid,
  payingEvent,
  placed,
  placedAs,
  received,
  sweep,
} from '../fakes/world.ts';

const hour = 3_600_000;
const minute = 60_000;

const command = (world: MemoryWorld, name: string, fields: object = {}) =>
  operate(world, { command: name, ...fields }, world.clock.now() + hour);

const stateOf = async (world: MemoryWorld, jobId: string) => {
  const job = await world.jobs.get(jobId);
  return { state: job?.state, refund: job?.refund };
};

/** A world whose queue is held up until `go`. */
function waiting() {
  let goes = false;
  const world = memoryWorld({ deliver: () => goes });
  return { world, go: () => (goes = true) };
}

/** Paid, recorded, and taken on by nobody. */
async function paidOnly(world: MemoryWorld): Promise<string> {
  const jobId = await placed(world);
  await Promise.all([received(world, await payingEvent(world, jobId)), world.clock.wind(6_000)]);
  return jobId;
}

async function sold(world: MemoryWorld, mood: Mood = 'none'): Promise<string> {
  const jobId = await placedAs(world, 'letter', mood);
  await paid(world, jobId);
  return jobId;
}

const withLetters = (world: MemoryWorld, change: Partial<Partner>) =>
  Object.assign(world, { partners: { ...world.partners, letter: { ...world.partners.letter, ...change } } });

/** A partner that has taken the order or not, and answers neither calls nor questions for half a day. */
async function parkedJob(world: MemoryWorld, takes: boolean): Promise<string> {
  const { submit } = world.partners.letter;
  withLetters(world, {
    submit: async (request) => {
      if (takes) await submit(request);
      return { kind: 'unknown', reason: 'no answer' };
    },
    find: async () => 'unknown',
  });
  const jobId = await placed(world);
  await Promise.all([received(world, await payingEvent(world, jobId)), world.clock.wind(6_000)]);
  await sweep(world, 13 * 60);
  expect(await stateOf(world, jobId)).toMatchObject({ state: 'parked' });
  return jobId;
}

const heals = (world: MemoryWorld, { find, submit }: Partner) => withLetters(world, { find, submit });

describe('show', () => {
  test('tells how a job stands, when what came first, and what is owed next', async () => {
    const world = memoryWorld();
    const jobId = await placed(world);
    await world.clock.wind(minute);
    await paid(world, jobId);
    const told = await command(world, 'show', { job_id: jobId });
    expect(told).toMatchObject({
      ...{ ok: true, state: 'fulfilled', status: 'fulfilled', payment_status: 'paid', refund: 'not_applicable' },
      ...{ partner: 'simulated', partner_id: expect.stringMatching(/^letter_/), owes: 'track', waits_for: null },
      ...{ reference: jobId, payment_id: expect.stringMatching(/^pi_test_/), error: null },
    });
    const { first } = told as unknown as { first: readonly { fact: string; at: number }[] };
    expect(first[0]).toMatchObject({ fact: 'checkout_opened' });
    expect(
      first
        .slice(1)
        .map(({ fact }) => fact)
        .sort(),
    ).toEqual(['accepted', 'claimed', 'paid']);
  });

  test('tells no name, no address, no content and no link', async () => {
    const world = memoryWorld();
    const told = JSON.stringify(await command(world, 'show', { job_id: await sold(world) }));
    expect(told).not.toMatch(/Ada|Lovelace|Analytical|Springfield|62701|engine|https?:|pay_/);
  });

  test.each([['job_1'], ['12 Analytical Way'], [`job_${'0'.repeat(26)}`]])('knows no job %s', async (job_id) => {
    expect(await command(memoryWorld(), 'show', { job_id })).toEqual({
      ok: false,
      says: expect.stringContaining('There is no job of this id'),
    });
  });
});

test('stuck tells who waits for what, the longest waiting first', async () => {
  const { world } = waiting();
  const first = await paidOnly(world);
  await world.clock.wind(minute);
  const second = await paidOnly(world);
  const held = await paidOnly(world);
  await command(world, 'park', { job_id: held, reason: 'other' });
  expect(await command(world, 'stuck')).toMatchObject({
    says: 'Waiting: 2 for fulfillment, 0 for refund, 1 for a person; the longest first.',
    fulfillment: [{ job_id: first }, { job_id: second }],
    person: [{ job_id: held }],
  });
});

describe('redrive', () => {
  test('tries at once what would be tried in an hour, and makes one order', async () => {
    const world = memoryWorld();
    const { submit } = world.partners.letter;
    withLetters(world, { submit: async () => ({ kind: 'unavailable', reason: '503' }) });
    const jobId = await sold(world);
    await sweep(world, 120);
    expect((await world.jobs.get(jobId))?.dueAt).toBeGreaterThan(world.clock.now() + minute);
    withLetters(world, { submit });
    expect(await command(world, 'redrive', { job_id: jobId })).toMatchObject({ ok: true });
    await world.clock.wind(1_000);
    expect(await stateOf(world, jobId)).toMatchObject({ state: 'fulfilled' });
    expect(world.orders.all()).toHaveLength(1);
  });

  test('gives a call whose answer was lost the time to land before it asks again', async () => {
    const world = memoryWorld();
    const calls: number[] = [];
    withLetters(world, {
      find: async () => 'none',
      submit: async () => {
        calls.push(world.clock.now());
        return { kind: 'unknown', reason: 'no answer' };
      },
    });
    const jobId = await sold(world);
    await sweep(world, 120);
    const before = calls.length;
    const asked = world.clock.now();
    expect(await command(world, 'redrive', { job_id: jobId })).toMatchObject({
      ok: true,
      says: expect.stringContaining('in 30 seconds'),
    });
    await world.clock.wind(29_000);
    expect(calls).toHaveLength(before);
    await world.clock.wind(2_000);
    expect(calls.slice(before)).toEqual([asked + 30_000]);
  });

  test.each([
    ['a partner with keys', true, 20],
    ['a partner without, whose lists may not show it yet', false, 80],
  ])('takes nothing from whoever is at work with %s: a lease is never shortened', async (_, hasKeys, seconds) => {
    const { world } = waiting();
    withLetters(world, { hasKeys });
    const jobId = await paidOnly(world);
    const job = await world.jobs.get(jobId);
    const dueAt = world.clock.now() + seconds * 1_000;
    await world.jobs.replace({ ...(job as NonNullable<typeof job>), state: 'submitting', dueAt });
    expect(await command(world, 'redrive', { job_id: jobId })).toMatchObject({
      ok: true,
      says: expect.stringContaining(`in ${seconds} seconds`),
    });
    expect(await world.jobs.get(jobId)).toMatchObject({ dueAt });
  });

  test('says that nothing is owed of a job that is over', async () => {
    const world = memoryWorld();
    const jobId = await sold(world, 'reject');
    await sweep(world, 2);
    expect(await command(world, 'redrive', { job_id: jobId })).toEqual({
      ok: false,
      says: expect.stringContaining('nothing is owed'),
    });
  });
});

describe('park', () => {
  test('stops a paid job before anybody has it: nothing is sent while a person looks, and an alarm reminds them', async () => {
    const { world, go } = waiting();
    const jobId = await paidOnly(world);
    expect(await command(world, 'park', { job_id: jobId, reason: 'fraud' })).toMatchObject({ ok: true });
    go();
    await sweep(world, 120);
    expect(await stateOf(world, jobId)).toEqual({ state: 'parked', refund: 'not_applicable' });
    expect(world.orders.all()).toEqual([]);
    expect(world.alarms.map(({ message }) => message)).toContain('parked');
  });

  test('tells the payer that nothing was handed over only where that is certain', async () => {
    const { world } = waiting();
    const [early, late] = [await paidOnly(world), await paidOnly(world)];
    const job = await world.jobs.get(late);
    const claimed = { ...(job as NonNullable<typeof job>), state: 'submitting' as const };
    await world.jobs.replace({ ...claimed, firsts: { ...claimed.firsts, claimed: world.clock.now() } });
    const told = async (jobId: string) => {
      await command(world, 'park', { job_id: jobId, reason: 'other' });
      const { body } = await ask(cancelJob, world, { job_id: jobId }, caller);
      return [(await world.jobs.get(jobId))?.error, body.error];
    };
    for (const sentence of await told(early)) expect(sentence).toMatch(/stopped before it was handed over/);
    for (const sentence of await told(late)) expect(sentence).not.toMatch(/before it was handed over/);
  });

  test('a parked job goes on when a person resubmits it, and is carried out once', async () => {
    const { world, go } = waiting();
    const jobId = await paidOnly(world);
    await command(world, 'park', { job_id: jobId, reason: 'content' });
    go();
    expect(await command(world, 'resubmit', { job_id: jobId })).toMatchObject({ ok: true });
    await world.clock.wind(1_000);
    expect(await stateOf(world, jobId)).toEqual({ state: 'fulfilled', refund: 'not_applicable' });
    expect(world.orders.all()).toHaveLength(1);
  });

  test.each([
    ['none', 'fulfilled'],
    ['reject', 'failed'],
  ] as const)('refuses a job whose partner said %s: it is %s, and the answer says what helps', async (mood, state) => {
    const world = memoryWorld();
    const jobId = await sold(world, mood);
    await sweep(world, 1);
    const { ok, says } = await command(world, 'park', { job_id: jobId, reason: 'other' });
    expect({ ok, says }).toEqual({
      ok: false,
      says: expect.stringMatching(new RegExp(`^It is ${state}.*parked\\. .+`)),
    });
    expect(await stateOf(world, jobId)).toMatchObject({ state });
  });

  test('takes no words of the operator’s own, which would stand in the log', async () => {
    const { world } = waiting();
    const jobId = await paidOnly(world);
    expect(await command(world, 'park', { job_id: jobId, reason: 'Ada Lovelace is a fraud' })).toEqual({
      ok: false,
      says: expect.stringContaining('one of fraud, content, payer, partner, other'),
    });
    expect(await stateOf(world, jobId)).toMatchObject({ state: 'paid' });
  });
});

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
    Object.assign(world, { payments: { ...world.payments, refund: async () => 'disputed' } });
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
    expect(world.orders.all().every(({ cancelledAt }) => cancelledAt !== undefined)).toBe(true);
  });

  test('says what is left to do by hand where the provider refuses what the partner has stopped', async () => {
    const world = memoryWorld();
    const jobId = await sold(world);
    Object.assign(world, { payments: { ...world.payments, refund: async () => 'refused' } });
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
    Object.assign(world, { payments: { ...world.payments, refund: async () => 'refused' } });
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
    Object.assign(world, { payments: { ...world.payments, refund: async () => 'refused' } });
    const jobId = await sold(world, 'reject');
    await sweep(world, 2);
    expect(await command(world, 'refund', { job_id: jobId })).toEqual({
      ok: false,
      says: expect.stringMatching(/contact_support.*pi_test_\w+ in its dashboard/),
    });
  });
});

describe('reconcile', () => {
  test('audits yesterday unless a day is named, and says whether the books agree', async () => {
    const world = memoryWorld();
    await sold(world);
    await world.clock.wind(24 * hour);
    const clean = { ok: true, balanced: true, says: 'No differences on 2026-11-21.', payments: 1, orders: 1, jobs: 1 };
    expect(await command(world, 'reconcile')).toMatchObject(clean);
    expect(await command(world, 'reconcile', { day: '2026-11-21' })).toMatchObject(clean);
    expect(await command(world, 'reconcile', { day: '2026-11-20' })).toMatchObject({ balanced: true, jobs: 0 });
  });

  test('tells each difference, and whether it came to its end', async () => {
    const world = memoryWorld();
    const jobId = await placed(world);
    await payingEvent(world, jobId);
    await world.clock.wind(24 * hour);
    expect(await command(world, 'reconcile')).toMatchObject({
      ...{ ok: true, balanced: false, says: '1 difference on 2026-11-21.' },
      differences: [{ kind: 'payment_not_in_job', job_id: jobId }],
    });
    const late = await operate(world, { command: 'reconcile' }, world.clock.now());
    expect(late).toMatchObject({ balanced: false, says: expect.stringContaining('it stopped at the payments') });
  });

  test.each([['2026-13-01'], ['2026-02-30'], ['21.11.2026'], ['today']])('takes no %s for a day', async (day) => {
    expect(await command(memoryWorld(), 'reconcile', { day })).toEqual({
      ok: false,
      says: expect.stringContaining('DAY'),
    });
  });

  test('does not judge a day that is not over', async () => {
    const told = await command(memoryWorld(), 'reconcile', { day: '2026-11-21' });
    expect(told).toEqual({ ok: false, says: expect.stringContaining('not been over') });
  });
});

test('each command stands in the log with its job; what is no command is refused', async () => {
  const world = memoryWorld();
  const lines: unknown[] = [];
  const log = { ...world.log, info: (message: string, fields: object = {}) => void lines.push([message, fields]) };
  const jobId = await sold(world);
  await operate({ ...world, log }, { command: 'show', job_id: jobId }, 0);
  await operate({ ...world, log }, { command: 'show', job_id: 'Ada Lovelace' }, 0);
  expect(lines).toEqual([
    ['operator: show', { jobId }],
    ['operator: show', {}],
  ]);
  for (const event of [undefined, {}, { command: 'drop' }, { command: 'show' }, 'show'])
    expect(await operate(world, event, 0)).toMatchObject({ ok: false, says: expect.any(String) });
});
