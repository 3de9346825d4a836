/** Money that is reserved at the payment: taken once the order is beyond recall, let go where it is not, and never left to end. */
import type { MockSession } from '../../shared/adapters/payments/mock.ts';
import { dayOf } from '../../shared/core/job/waiting.ts';
import { owedOn } from '../../shared/core/places/send-on.ts';
import { advance } from '../../shared/fulfilment/advance.ts';
import type { CaptureOutcome } from '../../shared/ports/payments.ts';
import { cancelJob } from '../../shared/usecases/cancel/cancel-job.ts';
import { receivePaymentEvent } from '../../shared/usecases/events/receive-payment-event.ts';
import { ask } from '../../shared/usecases/use-case.ts';
import { type MemoryDeps, type MemoryOptions, memoryDeps, paymentsBut } from '../support/fakes/deps.ts';
import { caller, jobOf, paid, placed, placedFor, reconcileFor, sold } from '../support/fakes/orders.ts';
import { hour, minute, withLetters } from '../support/operated.ts';

const day = 24 * hour;

function reserving(options: MemoryOptions = {}): MemoryDeps {
  const deps = memoryDeps(options);
  return Object.assign(deps, { settings: { ...deps.settings, capture: 'at_hand_over' } });
}

const moneyOf = ({ sessions }: MemoryDeps): string => {
  const [{ status, capturedAt, releasedAt, refundedAt }] = sessions.all() as [MockSession];
  const [taken, gone] = [capturedAt === undefined ? 'reserved' : 'taken', releasedAt === undefined ? '' : ', let go'];
  return status === 'paid' ? `${taken}${gone}${refundedAt === undefined ? '' : ', refunded'}` : status;
};

const lifeOf = async (deps: MemoryDeps, jobId: string): Promise<string> => {
  const { state, refund, reserve } = await jobOf(deps, jobId);
  return `${state}, refund ${refund}, ${reserve?.state}`;
};

const cancel = (deps: MemoryDeps, jobId: string) => ask(cancelJob, deps, { job_id: jobId }, caller);
const alarms = ({ alarms: raised }: MemoryDeps) => raised.map(({ message }) => message);
const capturing = (deps: MemoryDeps, outcome: () => CaptureOutcome) =>
  Object.assign(deps, { payments: paymentsBut(deps, { capture: async () => outcome() }) });

/** The partner holds it and never says that it has begun. */
const waitingPartner = (deps: MemoryDeps) =>
  withLetters(deps, {
    read: async () => ({ progress: { stage: 'accepted' } }),
    recall: async () => ({ kind: 'cancelled' }),
  });

test('a letter’s money is taken once it is printed, and not before', async () => {
  const deps = reserving();
  const jobId = await sold(deps);
  expect([await lifeOf(deps, jobId), moneyOf(deps)]).toEqual(['fulfilled, refund not_applicable, held', 'reserved']);
  await reconcileFor(deps, 60);
  expect([await lifeOf(deps, jobId), moneyOf(deps)]).toEqual(['fulfilled, refund not_applicable, captured', 'taken']);
});

test.each([
  ['none', 'fulfilled, refund not_applicable, captured', 'taken'],
  ['busy_once', 'fulfilled, refund not_applicable, captured', 'taken'],
  ['busy', 'failed, refund issued, released', 'reserved, let go'],
] as const)('a fax’s money is taken once it has arrived, whatever the line: %s', async (mood, life, money) => {
  const deps = reserving();
  const jobId = await sold(deps, 'fax', mood);
  const before = moneyOf(deps);
  await reconcileFor(deps, 60);
  expect([before, await lifeOf(deps, jobId), moneyOf(deps)]).toEqual(['reserved', life, money]);
});

test('what is cancelled in time is let go: no refund is made', async () => {
  const deps = reserving();
  const jobId = await sold(deps);
  expect(await cancel(deps, jobId)).toMatchObject({ outcome: 'done', body: { refund: 'issued' } });
  expect([await lifeOf(deps, jobId), moneyOf(deps)]).toEqual([
    'cancelled, refund issued, released',
    'reserved, let go',
  ]);
});

test('an order that its partner still holds is paid for two days before its reservation ends, and can then be refunded', async () => {
  const deps = reserving();
  waitingPartner(deps);
  const jobId = await sold(deps);
  await deps.clock.wind(5 * day - hour);
  await reconcileFor(deps, 30);
  expect(moneyOf(deps)).toBe('reserved');
  await reconcileFor(deps, 60);
  expect([await lifeOf(deps, jobId), moneyOf(deps)]).toEqual(['fulfilled, refund not_applicable, captured', 'taken']);
  await cancel(deps, jobId);
  expect([await lifeOf(deps, jobId), moneyOf(deps)]).toEqual(['cancelled, refund issued, captured', 'taken, refunded']);
});

test.each([
  [5, 'reserved'],
  [7, 'charged'],
])('mail whose day is %s days ahead is %s at its payment', async (days, how) => {
  const deps = reserving();
  const jobId = await placedFor(deps, 'letter', dayOf(deps.clock.now() + days * day));
  expect(owedOn(dayOf(deps.clock.now() + 5 * day), 'US') - deps.clock.now()).toBeLessThanOrEqual(5 * day);
  await paid(deps, jobId);
  expect((await jobOf(deps, jobId)).isReserved).toBe(how === 'reserved');
  expect((await jobOf(deps, jobId)).reserve !== undefined).toBe(how === 'reserved');
});

test('without the setting no job knows of a reservation, and the setting of later decides about no job of before', async () => {
  const deps = memoryDeps();
  const jobId = await placed(deps);
  Object.assign(deps, { settings: { ...deps.settings, capture: 'at_hand_over' } });
  await paid(deps, jobId);
  const { isReserved, reserve, payment } = await jobOf(deps, jobId);
  expect([isReserved, reserve, payment?.captureBefore]).toEqual([undefined, undefined, undefined]);
});

test('a capture that is refused is asked for again with an alarm each time, and the order is never made twice', async () => {
  const deps = reserving();
  let outcome: CaptureOutcome = 'refused';
  let asked = 0;
  capturing(deps, () => {
    asked += 1;
    return outcome;
  });
  const jobId = await sold(deps);
  await reconcileFor(deps, 12 * 60);
  expect(asked).toBeGreaterThan(2);
  expect(asked).toBeLessThan(8);
  expect(alarms(deps)).toEqual(Array.from({ length: asked }, () => 'reserved payment not taken'));
  outcome = 'expired';
  await reconcileFor(deps, 24 * 60);
  expect(await lifeOf(deps, jobId)).toBe('fulfilled, refund not_applicable, lost');
  expect(alarms(deps).at(-1)).toBe('reserved payment lost');
  expect((await jobOf(deps, jobId)).error).toContain('nothing was charged');
  expect(deps.orders.all()).toHaveLength(1);
}, 60_000);

test('a provider that does not answer is asked without an alarm first', async () => {
  const deps = reserving();
  let asked = 0;
  const { capture } = deps.payments.mock;
  const deaf: typeof capture = async (...given) => {
    asked += 1;
    if (asked < 3) throw new Error('no answer');
    return capture(...given);
  };
  Object.assign(deps, { payments: paymentsBut(deps, { capture: deaf }) });
  await sold(deps);
  await reconcileFor(deps, 60);
  expect([asked, moneyOf(deps), alarms(deps)]).toEqual([3, 'taken', []]);
});

const lapsed = (deps: MemoryDeps, jobId: string) =>
  receivePaymentEvent(deps, {
    ...{ id: 'evt_1', type: 'payment_intent.canceled', provider: 'mock', kind: 'hold_expired', jobId },
    paymentId: deps.sessions.all()[0]?.payment.id,
  });

test('where a reservation ends, what no partner has fails, what can be stopped is stopped, and what goes on calls a person', async () => {
  const unsent = reserving({ deliver: () => false });
  const first = await placed(unsent);
  await Promise.all([paid(unsent, first), unsent.clock.wind(6_000)]);
  await lapsed(unsent, first);
  expect(await lifeOf(unsent, first)).toBe('failed, refund issued, released');
  const stopped = reserving();
  const second = await sold(stopped);
  await stopped.payments.mock.refund(second, (await jobOf(stopped, second)).payment as never);
  await lapsed(stopped, second);
  await reconcileFor(stopped, 5);
  expect(await lifeOf(stopped, second)).toBe('cancelled, refund issued, released');
  expect(stopped.orders.all()[0]?.cancelledAt).toBeDefined();
  const printed = reserving();
  capturing(printed, () => 'unknown');
  const third = await sold(printed);
  await reconcileFor(printed, 10);
  for (let time = 0; time < 2; time += 1) await lapsed(printed, third);
  expect(await lifeOf(printed, third)).toBe('fulfilled, refund not_applicable, lost');
  expect(alarms(printed).filter((message) => message === 'reserved payment lost')).toHaveLength(1);
});

test('nothing is handed over on the last day of a reservation: it fails, and nothing was charged', async () => {
  const deps = reserving({ deliver: () => false });
  const jobId = await placed(deps);
  await Promise.all([paid(deps, jobId), deps.clock.wind(6_000)]);
  const job = await jobOf(deps, jobId);
  if (job.reserve === undefined) throw new Error('nothing is reserved');
  const reserve = { ...job.reserve, captureBefore: deps.clock.now() + day - minute };
  await deps.jobs.replace({ ...job, reserve });
  const awake = Object.assign(deps, { queue: { ...deps.queue, send: async () => {}, sendAll: async () => 0 } });
  await advance(awake, jobId);
  expect(await lifeOf(deps, jobId)).toBe('failed, refund issued, released');
  expect((await jobOf(deps, jobId)).error).toContain('nothing was charged');
  expect([deps.orders.all(), moneyOf(deps)]).toEqual([[], 'reserved, let go']);
});

test.each([
  ['none', day, 'failed, refund issued, released'],
  ['none', day + 2 * hour, 'parked, refund not_applicable, held'],
  ['unknown', 12 * hour, 'failed, refund issued, released'],
  ['unknown', 14 * hour, 'parked, refund not_applicable, held'],
] as const)(
  'a parked order of which its partner says %s, %s ms before its reservation ends, is %s',
  async (found, left, life) => {
    const deps = reserving();
    withLetters(deps, { find: async () => found });
    const jobId = await placed(deps);
    await deps.clock.wind(minute);
    await paid(deps, jobId);
    const job = await jobOf(deps, jobId);
    if (job.reserve === undefined) throw new Error('nothing is reserved');
    const now = deps.clock.now();
    const reserve = { ...job.reserve, captureBefore: now + 59 * minute + left };
    const parked = { state: 'parked', partner: undefined, triesSince: now, dueAt: now } as const;
    await deps.jobs.replace({ ...job, ...parked, reserve });
    await reconcileFor(deps, 65);
    expect(await lifeOf(deps, jobId)).toBe(life);
  },
);
