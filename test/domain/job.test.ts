/** A job counts each fact once, stores when it was first seen, and has a duty that becomes due. */
import { apply, mayRead } from '../../shared/domain/job/apply.ts';
import {
  type Duty,
  dueDuty,
  type Fact,
  isDisputed,
  isSettled,
  type Lifecycle,
  publicStatus,
  type State,
} from '../../shared/domain/job/lifecycle.ts';
import { leaseMs } from '../../shared/domain/times.ts';
import { birth, jobAfter, jobIn, later, now, order, payment, sample, states, without } from '../support/lives.ts';

/** A job that has nothing due. */
const undated = (state: State) => without(jobIn(state), 'dueAt') as Lifecycle;
/** A job at a partner whose status was last read at this time. */
const lastReadAt = (readAt: number, changes: object = {}) =>
  jobIn('fulfilled', { partner: { ...order, readAt, ...changes } });
/** The job after these facts. A fact that does not count changes nothing. */
function after(job: Lifecycle, ...facts: Fact[]): Lifecycle {
  let result = job;
  for (const fact of facts) result = apply(result, fact, now) ?? result;
  return result;
}

test.each<State>(['paid', 'submitting', 'cancelling', 'recalling'])(
  'a job that is %s can be claimed once it is due, and not a millisecond earlier',
  (state) => {
    expect(apply(jobIn(state, { dueAt: now }), sample.claimed, now)).toBeDefined();
    expect(apply(jobIn(state, { dueAt: now + 1 }), sample.claimed, now)).toBeUndefined();
    expect(apply(undated(state), sample.claimed, now)).toBeUndefined();
  },
);

test.each(['awaiting_payment', 'cancelled', 'failed'] as const)(
  'a job that is %s records only one payment',
  (state) => {
    const paid = jobIn(state, { payment });
    expect(apply(paid, { kind: 'paid', payment: { ...payment, id: 'pi_2' } }, now)).toBeUndefined();
    expect(apply(paid, sample.wrong_amount, now)).toBeUndefined();
  },
);

test('a job records only one payment page', () => {
  const checkout = { provider: 'mock', id: 'cs_2', url: 'https://pay.example.com', expiresAt: later } as const;
  expect(apply(jobAfter(sample.checkout_opened), { kind: 'checkout_opened', checkout }, now)).toBeUndefined();
});

test.each([
  ['refunded', ['pending', 'contact_support']],
  ['refund_refused', ['pending']],
  ['refund_unknown', ['pending']],
  ['refund_failed', ['pending', 'issued']],
  ['disputed', ['pending']],
] as const)('once a job has ended, the fact %s counts only while its refund is one of %j', (kind, expected) => {
  const refunds = ['not_applicable', 'pending', 'issued', 'contact_support'] as const;
  for (const state of ['cancelled', 'failed'] as const)
    expect(refunds.filter((refund) => apply(jobIn(state, { refund }), sample[kind], now))).toEqual(expected);
});

test.each(states)('a job that is %s records only one refund', (state) => {
  expect(apply(jobIn(state, { refund: 'issued' }), sample.refunded, now)).toBeUndefined();
});

test('a refund that failed before it was recorded counts only during a cancellation', () => {
  const failedIn = (state: State) => apply(jobIn(state, { refund: 'not_applicable' }), sample.refund_failed, now);
  expect(states.filter(failedIn)).toEqual(['cancelling']);
});

test.each(['issued', 'contact_support'] as const)(
  'a payment whose refund is %s is not refunded again, and nothing more is sent for it',
  (refund) => {
    const failed = apply(jobIn('fulfilled', { refund }), sample.partner_failed, now);
    expect(failed).toMatchObject({ state: 'failed', refund });
    const recalled = apply(jobIn('recalling', { refund }), sample.partner_cancelled, now);
    expect(recalled).toMatchObject({ state: 'cancelled', refund, dueAt: undefined });
    expect(apply(jobIn('needs_review', { refund }), sample.resubmitted, now)).toBeUndefined();
    expect(apply(jobIn('fulfilled', { refund }), sample.round_failed, now)).toBeUndefined();
  },
);

test('a failed job that is disputed still says why it failed', () => {
  const failed = jobIn('failed', { refund: 'pending', error: 'no such address' });
  const expected = { error: 'no such address', firstSeenAt: { disputed: now } };
  expect(apply(failed, sample.disputed, now)).toMatchObject(expected);
});

test.each<[string, boolean, Lifecycle]>([
  ['29.999 seconds after the last request', false, lastReadAt(now - 29_999)],
  ['30 seconds after the last request', true, lastReadAt(now - 30_000)],
  ['a second after it, if an announced update is due', true, lastReadAt(now - 1_000, { newsAt: now })],
  ['a second after it, if an announced update is not due yet', false, lastReadAt(now - 1_000, { newsAt: now + 1 })],
  ['after the final update', false, lastReadAt(birth, { final: true })],
  ['before the partner has the order', false, without(jobIn('fulfilled'), 'partner') as Lifecycle],
])('the status of an order may be requested %s: %s', (_when, isReadable, job) => {
  expect(mayRead(job, now)).toBe(isReadable);
  expect(apply(job, sample.read_claimed, now) !== undefined).toBe(isReadable);
});

test('the time of a status request is recorded, and an announced update is requested once', () => {
  expect(after(lastReadAt(now - 30_000), sample.read_claimed).partner).toEqual({ ...order, readAt: now });
  expect(mayRead(after(lastReadAt(now - 1_000, { newsAt: now }), sample.read_claimed), now + 1_000)).toBe(false);
});

test('the first time of each fact is stored, and later times do not replace it', () => {
  const kinds = ['checkout_opened', 'still_open', 'still_open', 'paid', 'claimed', 'claimed', 'accepted'] as const;
  const facts = kinds.map((kind) => ({ ...sample[kind], dueAt: birth + 60_000 }) as Fact);
  // One fact a minute.
  const { firstSeenAt } = jobAfter(...facts, sample.progressed, sample.progressed);
  const minutes = Object.fromEntries(Object.entries(firstSeenAt).map(([kind, at]) => [kind, (at - birth) / 60_000]));
  const firstMinutes = { checkout_opened: 1, still_open: 2, paid: 4, claimed: 5, accepted: 7, progressed: 8, begun: 8 };
  expect(minutes).toEqual(firstMinutes);
});

test('the times of the first reports of the dispatch and the delivery are stored', () => {
  const dispatch = { kind: 'progressed', progress: { stage: 'dispatched' } } as const;
  const delivery = { kind: 'progressed', progress: { stage: 'completed', delivered: true } } as const;
  const fulfilled = jobAfter(sample.paid, sample.claimed, sample.accepted);
  const dispatched = after(fulfilled, dispatch);
  expect(fulfilled.firstSeenAt).not.toHaveProperty('dispatched');
  expect(dispatched.firstSeenAt.dispatched).toBe(now);
  expect(apply(dispatched, dispatch, now + 1)?.firstSeenAt.dispatched).toBe(now);
  expect(apply(dispatched, delivery, now + 1)?.firstSeenAt).toMatchObject({ dispatched: now, delivered: now + 1 });
});

test('an order that its partner accepts as completed has begun and left by then, but is not delivered', () => {
  const completed = { kind: 'accepted', order: { ...order, stage: 'completed' } } as const;
  const { firstSeenAt } = jobAfter(sample.paid, sample.claimed, completed);
  expect(firstSeenAt).toMatchObject({ begun: firstSeenAt.accepted, dispatched: firstSeenAt.accepted });
  expect(firstSeenAt).not.toHaveProperty('delivered');
});

test.each([
  ['accepted', undefined],
  ['resubmitted', undefined],
  ['reminded', 'no answer in time'],
  ['abandoned', 'given up by a person'],
] as const)('a parked job, after the fact %s, has the error %s', (kind, error) => {
  const parked = jobAfter(sample.paid, sample.claimed, sample.given_up);
  expect(parked.error).toBe('no answer in time');
  expect(apply(parked, sample[kind], now)?.error).toBe(error);
});

const duties: Record<State, Duty | undefined> = {
  awaiting_payment: 'ask_payment',
  paid: 'submit',
  submitting: 'submit',
  fulfilled: 'track',
  cancelling: 'finish_cancel',
  recalling: 'finish_recall',
  needs_review: 'ask_person',
  cancelled: undefined,
  failed: undefined,
};

test.each(states)('a job that is %s has its duty only when it is due', (state) => {
  expect(dueDuty(jobIn(state, { dueAt: now }), now)).toBe(duties[state]);
  expect(dueDuty(jobIn(state, { dueAt: now + 1 }), now)).toBeUndefined();
  expect(dueDuty(undated(state), now)).toBeUndefined();
});

test.each(['cancelled', 'failed'] as const)('the only duty of a job that is %s is its refund', (state) => {
  expect(dueDuty(jobIn(state, { refund: 'pending' }), now)).toBe('refund');
  expect(dueDuty(jobIn(state, { refund: 'pending', dueAt: now + 1 }), now)).toBeUndefined();
  for (const refund of ['issued', 'contact_support'] as const)
    expect(dueDuty(jobIn(state, { refund }), now)).toBeUndefined();
});

test('a payer waits only for a job that is being submitted or canceled', () => {
  expect(states.filter((state) => !isSettled(jobIn(state)))).toEqual(['paid', 'submitting', 'cancelling']);
  expect(isSettled(jobIn('paid', { firstSeenAt: { scheduled: birth } }))).toBe(true);
});

test.each<[State, string, string]>([
  ['awaiting_payment', 'awaiting_payment', 'awaiting_payment'],
  ['paid', 'paid', 'fulfilled'],
  ['submitting', 'paid', 'fulfilled'],
  ['fulfilled', 'fulfilled', 'fulfilled'],
  ['cancelling', 'paid', 'fulfilled'],
  ['recalling', 'fulfilled', 'fulfilled'],
  ['needs_review', 'paid', 'fulfilled'],
  ['cancelled', 'cancelled', 'cancelled'],
  ['failed', 'failed', 'failed'],
])('a job that is %s is shown as %s, or as %s if a partner has had it', (state, status, statusWithPartner) => {
  expect(publicStatus({ state })).toBe(status);
  expect(publicStatus({ state, partner: { ...order, readAt: birth } })).toBe(statusWithPartner);
});

test('after a failed round, the order is sent to the partner again and can no longer be canceled', () => {
  const redialing = after(jobIn('fulfilled'), { kind: 'round_failed', dueAt: later });
  const newRound = { state: 'paid', failedRounds: 1, tries: 0, dueAt: later, partner: { stage: 'in_progress' } };
  expect(redialing).toMatchObject(newRound);
  expect(apply(redialing, sample.cancel_claimed, later)).toBeUndefined();
});

test('a late response about an earlier round does not change the current one', () => {
  const secondRound = jobIn('submitting', { failedRounds: 1 });
  const lateResponse = { kind: 'accepted', order, round: 0 } as const;
  expect(apply(secondRound, lateResponse, now)).toBeUndefined();
  expect(apply(secondRound, { ...lateResponse, round: 1 }, now)).toMatchObject({ state: 'fulfilled' });
});

test.each(['awaiting_payment', 'paid', 'fulfilled', 'recalling', 'needs_review', 'failed'] as const)(
  'a redrive makes a job that is %s due now, unless a process may be working on it',
  (state) => {
    const redrive = (dueAt: number) => apply(jobIn(state, { dueAt }), sample.redriven, now);
    const unchanged = { state, tries: 3, triesSince: birth + 60_000 };
    expect(redrive(now + leaseMs + 1)).toMatchObject({ ...unchanged, dueAt: now });
    expect([redrive(now + leaseMs), redrive(now - 1)]).toEqual([undefined, undefined]);
  },
);

test('a redrive after a lost response waits as long as the fact says, because the call may still arrive', () => {
  const unanswered = jobIn('submitting', { dueAt: now + 3_600_000 });
  const dueAfterRedrive = (dueAt: number) => apply(unanswered, { ...sample.redriven, dueAt }, now)?.dueAt;
  expect(dueAfterRedrive(now + 90_000)).toBe(now + 90_000);
  expect(dueAfterRedrive(now + 3_600_000)).toBeUndefined();
});

test('a redrive does not change a job that has nothing due, or whose payment page is still being opened', () => {
  const unopened = without(jobIn('awaiting_payment', { dueAt: now + 3_600_000 }), 'checkout') as Lifecycle;
  for (const job of [unopened, ...states.map(undated)]) expect(apply(job, sample.redriven, now)).toBeUndefined();
});

test.each([0, 60_000])('a release that names a time in %i ms ends the claim then, and is not a try', (waitMs) => {
  const dueAt = now + waitMs;
  const released = apply(jobIn('submitting', { dueAt: now + 90_000 }), { kind: 'released', dueAt }, now);
  expect(released).toMatchObject({ state: 'submitting', tries: 3, dueAt });
});

test.each([
  ['is not earlier than the end of the claim', 60_000, now + 60_000],
  ['comes when the job is already due', 0, now - 1],
  ['names no time', 90_000, undefined],
])('a release that %s does not count', (_what, claimedForMs, dueAt) => {
  const claimed = jobIn('submitting', { dueAt: now + claimedForMs });
  expect(apply(claimed, { kind: 'released', dueAt }, now)).toBeUndefined();
});

test('a held job is not sent again after a busy line, even if it was held and resubmitted before', () => {
  const { held, resubmitted, round_failed } = sample;
  const afterBusyLine = (...facts: Fact[]) =>
    apply({ ...after(jobIn('paid', { refund: 'not_applicable' }), ...facts), state: 'fulfilled' }, round_failed, now);
  for (const facts of [[], [held, resubmitted]]) expect(afterBusyLine(...facts)).toBeDefined();
  for (const facts of [[held], [held, resubmitted, held]]) expect(afterBusyLine(...facts)).toBeUndefined();
});

test.each([
  ['sends a paid job', 'paid', []],
  ['does not send a job that is held for the second time', 'needs_review', ['held', 'resubmitted', 'held'] as const],
])('a won dispute %s', (_what, state, kinds) => {
  const paid = { ...jobIn('paid', { refund: 'not_applicable' }), firstSeenAt: {} };
  const facts = [...kinds, 'disputed', 'dispute_won'] as const;
  expect(after(paid, ...facts.map((kind) => sample[kind])).state).toBe(state);
});

test('a fraud warning about an order that the partner is working on is recorded, and does not recall it', () => {
  const recorded = { state: 'fulfilled', firstSeenAt: { fraud_warned: now } };
  expect(apply(lastReadAt(birth, { stage: 'in_progress' }), sample.fraud_warned, now)).toMatchObject(recorded);
});

const { disputed, dispute_won, dispute_lost, refund_disputed } = sample;
const secondDispute = { disputeId: 'du_2' };

test.each<[string, boolean, readonly Fact[]]>([
  ['a dispute', true, [disputed]],
  ['a dispute that was won', false, [disputed, dispute_won]],
  ['a second dispute after one that was won', true, [disputed, dispute_won, { ...disputed, ...secondDispute }]],
  ['a refund refused after a dispute was won', true, [dispute_won, refund_disputed]],
  ['a refund refused before the dispute was won', false, [refund_disputed, dispute_won]],
  ['a refund refused before another dispute was won', false, [refund_disputed, { ...dispute_won, ...secondDispute }]],
  ['a dispute that was lost', true, [dispute_lost]],
])('after %s, the bank has the money: %s', (_what, isHeld, facts) => {
  expect(isDisputed(after(jobIn('cancelling', { refund: 'not_applicable' }), ...facts))).toBe(isHeld);
});

test.each([
  ['won', dispute_won],
  ['lost', dispute_lost],
] as const)('a dispute that is %s also decides the unnamed dispute of a refused refund', (end, fact) => {
  const refusedRefund = after(jobIn('cancelling', { refund: 'not_applicable' }), refund_disputed);
  expect(after(refusedRefund, { ...fact, disputeId: 'du_1' } as Fact).disputes).toEqual({ du_1: end });
});

test.each([
  ['lost', dispute_lost, dispute_won],
  ['won', dispute_won, dispute_lost],
] as const)('a dispute that was %s is decided only once', (end, decided, other) => {
  const job = after(jobIn('paid'), disputed, decided);
  expect(Object.values(job.disputes ?? {})).toEqual([end]);
  for (const fact of [decided, other, disputed]) expect(apply(job, fact, now)).toBeUndefined();
});

test.each([
  ['lost', dispute_lost, { contact_support: 'contact_support', pending: 'contact_support' }],
  ['won', dispute_won, { contact_support: 'pending', pending: 'pending' }],
] as const)('a dispute of a job that has ended is no longer open once it is %s', (end, fact, refunds) => {
  const expected = { ...refunds, issued: 'issued', not_applicable: 'not_applicable' } as const;
  for (const refund of ['contact_support', 'pending', 'issued', 'not_applicable'] as const) {
    const paid = refund === 'not_applicable' ? undefined : payment;
    const ended = jobIn('failed', { disputes: { unnamed: 'open' }, dueAt: undefined, refund, payment: paid });
    const decided = after(ended, fact);
    expect([Object.values(decided.disputes ?? {}), decided.refund]).toEqual([[end], expected[refund]]);
    expect(decided.dueAt).toBe(decided.refund === 'pending' ? now : undefined);
  }
});

test('a job stores at most 20 disputes and an unnamed one, and is disputed until all of them are won', () => {
  const ids = Array.from({ length: 100 }, (_, at) => `du_${at}`);
  const job = after(jobIn('paid'), ...ids.map((disputeId) => ({ ...disputed, disputeId }) as Fact));
  expect(Object.keys(job.disputes ?? {})).toHaveLength(21);
  const won = ids.slice(0, 20).map((disputeId) => ({ ...dispute_won, disputeId }) as Fact);
  expect(isDisputed(after(job, ...won.slice(1)))).toBe(true);
  expect(isDisputed(after(job, ...won))).toBe(false);
});

test.each<[State, Partial<Lifecycle>, State]>([
  ['needs_review', { firstSeenAt: { claimed: birth } }, 'needs_review'],
  ['paid', { mayBeAtPartner: true }, 'needs_review'],
  ['needs_review', { firstSeenAt: {} }, 'cancelled'],
  ['paid', {}, 'cancelled'],
])('a job that is %s with %j is %s after a refund at the payment provider', (stateBefore, fields, state) => {
  expect(after(jobIn(stateBefore, fields), sample.refunded)).toMatchObject({ state, refund: 'issued' });
});

test('after a refund at the payment provider a person still decides, and the refund stays issued', () => {
  const claimed = jobIn('needs_review', { firstSeenAt: { claimed: birth } });
  for (const job of [claimed, jobIn('paid', { mayBeAtPartner: true })]) {
    const refunded = after(job, sample.refunded);
    expect(refunded.dueAt).toBeDefined();
    expect(after(refunded, sample.accepted)).toMatchObject({ state: 'fulfilled', refund: 'issued' });
    expect(after(refunded, sample.abandoned)).toMatchObject({ state: 'failed', refund: 'issued' });
  }
});

test.each(['cancelling', 'needs_review'] as const)(
  'an order that turns up at its partner while %s is recalled after a fraud warning',
  (state) => {
    const warned = after(jobIn(state, { firstSeenAt: { fraud_warned: birth } }), sample.accepted);
    expect(warned).toMatchObject({ state: 'recalling', dueAt: now });
    expect(after(jobIn(state), sample.accepted).state).toBe('fulfilled');
  },
);

test('an order that turns up at its partner is not recalled if a person resubmitted it after the latest fraud warning', () => {
  const stopped = jobIn('needs_review', { firstSeenAt: { fraud_warned: birth } });
  const resubmitted = after(stopped, sample.resubmitted, { kind: 'claimed', dueAt: now }, sample.given_up);
  expect(resubmitted.state).toBe('needs_review');
  expect(after(resubmitted, sample.accepted).state).toBe('fulfilled');
  expect(after(resubmitted, sample.fraud_warned, sample.accepted).state).toBe('recalling');
});

test('the claim of a cancellation does not count as a call to a partner, so a won dispute sends the order', () => {
  const claimed = after(jobIn('cancelling'), { kind: 'claimed', dueAt: now }, sample.refund_refused);
  expect(claimed.firstSeenAt.claimed).toBeUndefined();
  expect(after(claimed, disputed, dispute_won).state).toBe('paid');
});

test('a refused refund does not send an order that a thief may have paid for', () => {
  const warned = jobIn('cancelling', { firstSeenAt: { fraud_warned: birth } });
  expect(after(warned, sample.refund_refused)).toMatchObject({ state: 'needs_review', dueAt: now });
});

test('the start of the work is stored with the payment only if it is later', () => {
  const storedNotBefore = (notBefore?: number) =>
    after(jobAfter(sample.checkout_opened), { kind: 'paid', payment, notBefore }).notBefore;
  expect([storedNotBefore(), storedNotBefore(now - 1), storedNotBefore(later)]).toEqual([undefined, undefined, later]);
});
