/** A job counts each fact once, keeps what it has learned, and knows the work due next. */
import { apply, mayRead } from '../../shared/domain/job/apply.ts';
import {
  type Duty,
  type Fact,
  hasLeft,
  initialLifecycle,
  isDisputed,
  isSettled,
  type Lifecycle,
  owed,
  publicStatus,
  type State,
} from '../../shared/domain/job/lifecycle.ts';
import { leaseMs } from '../../shared/domain/retry.ts';
import {
  alive,
  birth,
  checkout,
  later,
  lived,
  now,
  order,
  otherPayment,
  payment,
  sample,
  states,
  without,
} from '../support/lives.ts';

test('a new job waits for its payment, with nothing due and nothing recorded', () => {
  expect(initialLifecycle(birth)).toEqual({
    state: 'awaiting_payment',
    refund: 'not_applicable',
    tries: 0,
    triesSince: birth,
    bounces: 0,
    claims: 0,
    firstSeenAt: {},
  });
});

describe('facts that count once', () => {
  const claimable: State[] = ['paid', 'submitting', 'cancelling', 'recalling'];

  test.each(claimable)('a job that is %s is claimed when it is due, and not a millisecond before', (state) => {
    expect(apply(alive(state, { dueAt: now }), sample.claimed, now)).toBeDefined();
    expect(apply(alive(state, { dueAt: now + 1 }), sample.claimed, now)).toBeUndefined();
    expect(apply(without(alive(state), 'dueAt') as Lifecycle, sample.claimed, now)).toBeUndefined();
  });

  test('a claim that is held cannot be taken until its lease is over', () => {
    const claimed = apply(alive('paid'), { kind: 'claimed', dueAt: later }, now) as Lifecycle;
    expect(apply(claimed, sample.claimed, later - 1)).toBeUndefined();
    expect(apply(claimed, sample.claimed, later)).toBeDefined();
  });

  test('a checkout is opened once', () => {
    const opened = lived(sample.checkout_opened);
    const second = { ...checkout, id: 'cs_2' };
    expect(apply(opened, { kind: 'checkout_opened', checkout: second }, now)).toBeUndefined();
  });

  test.each(['awaiting_payment', 'cancelled', 'failed'] as const)('a job that is %s is paid once', (state) => {
    const paid = alive(state, { payment });
    expect(apply(paid, { kind: 'paid', payment: otherPayment }, now)).toBeUndefined();
    expect(apply(paid, sample.wrong_amount, now)).toBeUndefined();
  });

  const refunds = ['not_applicable', 'pending', 'issued', 'contact_support'] as const;

  test.each([
    ['refunded', ['pending', 'contact_support']],
    ['refund_refused', ['pending']],
    ['refund_unknown', ['pending']],
    ['refund_failed', ['pending', 'issued']],
    ['disputed', ['pending']],
  ] as const)('after the end, %s counts only where the refund is %j', (kind, counting) => {
    for (const state of ['cancelled', 'failed'] as const) {
      const counted = refunds.filter((refund) => apply(alive(state, { refund }), sample[kind], now) !== undefined);
      expect(counted).toEqual(counting);
    }
  });

  test.each(states)('a job that is %s records one refund, and its failure only after it', (state) => {
    expect(apply(alive(state, { refund: 'issued' }), sample.refunded, now)).toBeUndefined();
    // While its cancellation is being written, a refund may fail that nobody has noted yet.
    const isNoted = apply(alive(state, { refund: 'not_applicable' }), sample.refund_failed, now) !== undefined;
    expect(isNoted).toBe(state === 'cancelling');
  });

  test('refunded money is not owed again, and nothing is sent for it', () => {
    for (const refund of ['issued', 'contact_support'] as const) {
      expect(apply(alive('fulfilled', { refund }), sample.partner_failed, now)).toMatchObject({
        state: 'failed',
        refund,
      });
      const recalled = apply(alive('recalling', { refund }), sample.partner_cancelled, now);
      expect(recalled).toMatchObject({ state: 'cancelled', refund });
      expect(recalled?.dueAt).toBeUndefined();
      expect(apply(alive('needs_review', { refund }), sample.resubmitted, now)).toBeUndefined();
      expect(apply(alive('fulfilled', { refund }), sample.bounced, now)).toBeUndefined();
    }
  });

  test('a dispute does not hide why a job has failed', () => {
    const failed = alive('failed', { refund: 'pending', error: 'no such address' });
    expect(apply(failed, sample.disputed, now)).toMatchObject({
      error: 'no such address',
      firstSeenAt: { disputed: now },
    });
  });

  test('the partner is read at most every 30 seconds', () => {
    const readAt = (time: number) => alive('fulfilled', { partner: { ...order, readAt: time } });
    expect(apply(readAt(now - 29_999), sample.read_claimed, now)).toBeUndefined();
    const read = apply(readAt(now - 30_000), sample.read_claimed, now);
    expect(read?.partner).toEqual({ ...order, readAt: now });
    expect(mayRead(readAt(now - 29_999), now)).toBe(false);
    expect(mayRead(readAt(now - 30_000), now)).toBe(true);
  });

  test('the partner is not read after its final news, or before it has an order', () => {
    const last = alive('fulfilled', { partner: { ...order, final: true, readAt: birth } });
    expect(mayRead(last, now)).toBe(false);
    expect(apply(last, sample.read_claimed, now)).toBeUndefined();
    expect(mayRead(without(alive('fulfilled'), 'partner') as Lifecycle, now)).toBe(false);
  });
});

describe('facts that are kept', () => {
  test('the first time of each fact is kept, whatever comes later', () => {
    const due = birth + 60_000;
    const life = lived(
      { ...sample.checkout_opened, dueAt: due },
      { ...sample.still_open, dueAt: due },
      { ...sample.still_open, dueAt: due },
      sample.paid,
      { ...sample.claimed, dueAt: due },
      { ...sample.claimed, dueAt: due },
      sample.accepted,
      sample.progressed,
      sample.progressed,
    );
    const minute = (count: number) => birth + 60_000 * count;
    expect(life.firstSeenAt).toEqual({
      checkout_opened: minute(1),
      still_open: minute(2),
      paid: minute(4),
      claimed: minute(5),
      accepted: minute(7),
      progressed: minute(8),
      begun: minute(8),
    });
  });

  test('the moment of dispatch is the first news of it, also when the partner has accepted and dispatched at once', () => {
    const progress = { kind: 'progressed', progress: { stage: 'dispatched' } } as const;
    const fulfilled = lived(sample.paid, sample.claimed, sample.accepted);
    const dispatched = apply(fulfilled, progress, now) as Lifecycle;
    expect(fulfilled.firstSeenAt).not.toHaveProperty('dispatched');
    expect(dispatched.firstSeenAt.dispatched).toBe(now);
    expect(apply(dispatched, progress, now + 1)?.firstSeenAt.dispatched).toBe(now);
    const swift = lived(sample.paid, sample.claimed, { kind: 'accepted', order: { ...order, stage: 'completed' } });
    expect(swift.firstSeenAt.dispatched).toBe(swift.firstSeenAt.accepted);
    expect(swift.firstSeenAt.begun).toBe(swift.firstSeenAt.accepted);
    expect(swift.firstSeenAt).not.toHaveProperty('delivered');
    const delivered = { kind: 'progressed', progress: { stage: 'completed', delivered: true } } as const;
    expect(apply(dispatched, delivered, now + 1)?.firstSeenAt).toMatchObject({ dispatched: now, delivered: now + 1 });
  });

  test('a paid job of another amount keeps what was really paid', () => {
    expect(lived(sample.wrong_amount)).toMatchObject({ payment: otherPayment, error: 'CAD 9.99 was paid' });
  });

  test('a fulfilled job no longer has the error of when it was parked', () => {
    const parked = lived(sample.paid, sample.claimed, sample.given_up);
    expect(parked.error).toBe('no answer in time');
    expect(apply(parked, sample.accepted, now)?.error).toBeUndefined();
    expect(apply(parked, sample.resubmitted, now)?.error).toBeUndefined();
    expect(apply(parked, sample.reminded, now)).toHaveProperty('error', 'no answer in time');
    expect(apply(parked, sample.abandoned, now)).toHaveProperty('error', 'given up by a person');
  });
});

describe('work that is due', () => {
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

  test.each(states)('a job that is %s owes what the table says, once it is due', (state) => {
    expect(owed(alive(state, { dueAt: now }), now)).toBe(duties[state]);
    expect(owed(alive(state, { dueAt: now + 1 }), now)).toBeUndefined();
    expect(owed(without(alive(state), 'dueAt') as Lifecycle, now)).toBeUndefined();
  });

  test.each(['cancelled', 'failed'] as const)('a job that is %s owes a refund while it is pending', (state) => {
    expect(owed(alive(state, { refund: 'pending' }), now)).toBe('refund');
    expect(owed(alive(state, { refund: 'pending', dueAt: now + 1 }), now)).toBeUndefined();
    for (const refund of ['issued', 'contact_support'] as const)
      expect(owed(alive(state, { refund }), now)).toBeUndefined();
  });
});

test('the payer waits only while the job is being submitted or canceled', () => {
  expect(states.filter((state) => !isSettled(alive(state)))).toEqual(['paid', 'submitting', 'cancelling']);
  expect(isSettled(alive('paid', { firstSeenAt: { scheduled: birth } }))).toBe(true);
});

test('callers read five statuses, and never an internal state', () => {
  const told = (life: Lifecycle) =>
    Object.fromEntries(states.map((state) => [state, publicStatus({ ...life, state })]));
  const always = {
    awaiting_payment: 'awaiting_payment',
    recalling: 'fulfilled',
    cancelled: 'cancelled',
    failed: 'failed',
  };
  expect(told(without(alive('paid'), 'partner') as Lifecycle)).toEqual({
    ...always,
    paid: 'paid',
    submitting: 'paid',
    fulfilled: 'fulfilled',
    cancelling: 'paid',
    needs_review: 'paid',
  });
});

test('a job that a partner once had never shows as only paid again', () => {
  for (const state of ['paid', 'submitting', 'needs_review'] as const)
    expect(publicStatus(alive(state))).toBe('fulfilled');
});

test('after a bounce the order goes to the partner again, and can no longer be canceled', () => {
  const bounced = apply(alive('fulfilled'), { kind: 'bounced', dueAt: later }, now);
  expect(bounced).toMatchObject({
    state: 'paid',
    bounces: 1,
    tries: 0,
    dueAt: later,
    partner: { stage: 'in_progress' },
  });
  expect(bounced && apply(bounced, sample.cancel_claimed, later)).toBeUndefined();
});

test('a late response to an earlier round does not count for the current one', () => {
  const again = alive('submitting', { bounces: 1 });
  const late = { kind: 'accepted', order, round: 0 } as const;
  expect(apply(again, late, now)).toBeUndefined();
  expect(apply(again, { ...late, round: 1 }, now)).toMatchObject({ state: 'fulfilled' });
});

test('announced news may be read before the half minute is over, and only once', () => {
  const soon = alive('fulfilled', { partner: { ...order, readAt: now - 1_000, newsAt: now } });
  expect(mayRead(soon, now - 1)).toBe(false);
  expect(mayRead(soon, now)).toBe(true);
  const read = apply(soon, sample.read_claimed, now);
  expect(read && mayRead(read, now + 1_000)).toBe(false);
});

test('an order has left once it is dispatched, and not while it is only accepted or in progress', () => {
  const at = (stage: typeof order.stage) =>
    hasLeft(alive('fulfilled', { partner: { ...order, stage, readAt: birth } }));
  expect([at('accepted'), at('in_progress'), at('dispatched'), at('completed')]).toEqual([false, false, true, true]);
  expect(hasLeft(initialLifecycle(birth))).toBe(false);
});

describe('a redrive', () => {
  test('a redrive makes later work due now, but not work that may have a holder', () => {
    const brought = (state: State, dueAt: number) => apply(alive(state, { dueAt }), sample.redriven, now);
    for (const state of ['awaiting_payment', 'paid', 'fulfilled', 'recalling', 'needs_review', 'failed'] as const) {
      expect(brought(state, now + leaseMs + 1)).toMatchObject({
        state,
        dueAt: now,
        tries: 3,
        triesSince: birth + 60_000,
      });
      expect(brought(state, now + leaseMs)).toBeUndefined();
      expect(brought(state, now - 1)).toBeUndefined();
    }
  });

  test('a redrive after a lost response waits as long as the fact says, since the call may still arrive', () => {
    const unanswered = alive('submitting', { dueAt: now + 3_600_000 });
    const redriven = (dueAt: number) => apply(unanswered, { ...sample.redriven, dueAt }, now);
    expect(redriven(now + 90_000)).toHaveProperty('dueAt', now + 90_000);
    expect(redriven(now + 3_600_000)).toBeUndefined();
  });

  test('a redrive leaves a job whose payment page is still being opened', () => {
    const unopened = without(alive('awaiting_payment', { dueAt: now + 3_600_000 }), 'checkout') as Lifecycle;
    expect(apply(unopened, sample.redriven, now)).toBeUndefined();
  });

  test('a redrive does nothing where nothing is due', () => {
    for (const state of states)
      expect(apply(without(alive(state), 'dueAt') as Lifecycle, sample.redriven, now)).toBeUndefined();
  });
});

describe('a release', () => {
  const claimed = (dueAt: number) => alive('submitting', { dueAt });
  const released = (claimedUntil: number, dueAt: number | undefined) =>
    apply(claimed(claimedUntil), { kind: 'released', dueAt }, now);

  test('a release ends a claim earlier, and does not count as a try', () => {
    expect(released(now + 90_000, now)).toMatchObject({ state: 'submitting', dueAt: now, tries: 3 });
    expect(released(now + 90_000, now + 60_000)).toHaveProperty('dueAt', now + 60_000);
  });

  test('a release never delays a job, and never leaves it without a time', () => {
    expect(released(now + 60_000, now + 60_000)).toBeUndefined();
    expect(released(now, now - 1)).toBeUndefined();
    expect(released(now + 90_000, undefined)).toBeUndefined();
  });
});

test('a job that a person stopped is not sent again after a busy line, even if an earlier stop was lifted', () => {
  const after = (...facts: Fact[]) =>
    facts.reduce<Lifecycle>((job, fact) => apply(job, fact, now) ?? job, alive('paid', { refund: 'not_applicable' }));
  const again = (job: Lifecycle) => apply({ ...job, state: 'fulfilled' }, sample.bounced, now) !== undefined;
  const { held, resubmitted } = sample;
  expect([after(), after(held, resubmitted)].map(again)).toEqual([true, true]);
  expect([after(held), after(held, resubmitted, held)].map(again)).toEqual([false, false]);
});

test('a won dispute does not send a job that a person stopped again', () => {
  const { held, resubmitted, disputed, dispute_won } = sample;
  const ends = [[disputed], [held, resubmitted, held, disputed]].map(
    (facts) =>
      [...facts, dispute_won].reduce<Lifecycle>((job, fact) => apply(job, fact, now) ?? job, {
        ...alive('paid', { refund: 'not_applicable' }),
        firstSeenAt: {},
      }).state,
  );
  expect(ends).toEqual(['paid', 'needs_review']);
});

test('a job that a person stopped goes to no partner until a person lets it continue', () => {
  const held = apply(alive('paid'), sample.held, now);
  expect(held).toMatchObject({ state: 'needs_review', dueAt: now, error: 'a person is looking into it' });
  expect(apply(held as Lifecycle, sample.claimed, now)).toBeUndefined();
  const freed = apply(held as Lifecycle, sample.resubmitted, now);
  expect(freed).toMatchObject({ state: 'paid', dueAt: now });
  expect(freed?.error).toBeUndefined();
});

test('a warning of fraud about an order that its partner works on is noted, and calls nothing back', () => {
  const working = alive('fulfilled', { partner: { id: 'letter_1', stage: 'in_progress', readAt: birth } });
  expect(apply(working, sample.fraud_warned, now)).toMatchObject({
    state: 'fulfilled',
    firstSeenAt: { fraud_warned: now },
  });
});

test('a refund refused for a dispute counts as a dispute until the bank decides in our favor after it', () => {
  const disputed = (firstSeenAt: Lifecycle['firstSeenAt']) => isDisputed({ firstSeenAt });
  expect(disputed({ disputed: 1 })).toBe(true);
  expect(disputed({ disputed: 1, dispute_won: 2 })).toBe(false);
  expect(disputed({ dispute_won: 2, refund_disputed: 3 })).toBe(true);
  expect(disputed({ refund_disputed: 1, dispute_won: 2 })).toBe(false);
});
