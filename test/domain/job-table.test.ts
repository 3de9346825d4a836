/** The effect of each fact on a job in each state, written by hand. */
import { apply } from '../../shared/domain/job/apply.ts';
import type { FactKind, Lifecycle, State } from '../../shared/domain/job/lifecycle.ts';
import { factKinds, jobReadyFor, later, now, sample, states } from '../support/lives.ts';

/** The next state and refund. "At once": the job is due now. "As before": its due time does not change. */
const expected: Record<State, Partial<Record<FactKind, string>>> = {
  awaiting_payment: {
    dispute_lost: 'awaiting_payment, as before',
    dispute_won: 'awaiting_payment, as before',
    checkout_opened: 'awaiting_payment',
    still_open: 'awaiting_payment',
    paid: 'paid, at once',
    wrong_amount: 'failed, refund pending, at once',
    payment_failed: 'failed',
    checkout_expired: 'cancelled',
    cancelled: 'cancelled',
    disputed: 'awaiting_payment, as before',
    refunded: 'cancelled, refund issued',
    redriven: 'awaiting_payment, at once',
  },
  paid: {
    scheduled: 'paid',
    dispute_won: 'paid, as before',
    dispute_lost: 'failed, refund contact_support',
    fraud_warned: 'cancelling, at once',
    claimed: 'submitting',
    cancel_claimed: 'cancelling',
    disputed: 'needs_review, at once',
    held: 'needs_review, at once',
    refunded: 'cancelled, refund issued',
    redriven: 'paid, at once',
  },
  submitting: {
    dispute_won: 'submitting, as before',
    dispute_lost: 'needs_review, at once',
    claimed: 'submitting',
    turned_away: 'paid',
    put_off: 'submitting',
    unanswered: 'submitting',
    accepted: 'fulfilled',
    rejected: 'failed, refund pending, at once',
    given_up: 'needs_review',
    disputed: 'needs_review, at once',
    held: 'needs_review, at once',
    refunded: 'needs_review, refund issued, at once',
    redriven: 'submitting',
    released: 'submitting',
  },
  fulfilled: {
    dispute_won: 'fulfilled, as before',
    dispute_lost: 'fulfilled, as before',
    fraud_warned: 'recalling, at once',
    read_claimed: 'fulfilled, as before',
    progressed: 'fulfilled',
    partner_failed: 'failed, refund pending, at once',
    round_failed: 'paid',
    cancel_claimed: 'recalling',
    disputed: 'fulfilled, as before',
    refunded: 'fulfilled, refund issued, as before',
    refund_failed: 'fulfilled, refund contact_support, as before',
    redriven: 'fulfilled, at once',
    partner_cancelled: 'cancelled, refund pending, at once',
  },
  cancelling: {
    refund_failed: 'cancelled, refund contact_support',
    dispute_won: 'cancelling, as before',
    dispute_lost: 'cancelled, refund contact_support',
    claimed: 'cancelling',
    released: 'cancelling',
    accepted: 'fulfilled',
    refunded: 'cancelled, refund issued',
    refund_refused: 'paid, at once',
    refund_unknown: 'cancelled, refund pending',
    disputed: 'needs_review, at once',
    refund_disputed: 'needs_review, at once',
    fraud_warned: 'cancelling, as before',
  },
  recalling: {
    dispute_won: 'recalling, as before',
    dispute_lost: 'recalling, as before',
    claimed: 'recalling',
    released: 'recalling',
    unanswered: 'recalling',
    undecided: 'recalling',
    progressed: 'recalling, as before',
    partner_failed: 'cancelled, refund pending, at once',
    fraud_warned: 'recalling, as before',
    partner_cancelled: 'cancelled, refund pending, at once',
    partner_refused: 'fulfilled',
    disputed: 'recalling, as before',
    refunded: 'recalling, refund issued, as before',
    refund_failed: 'recalling, refund contact_support, as before',
    redriven: 'recalling, at once',
  },
  needs_review: {
    dispute_won: 'paid, at once',
    dispute_lost: 'failed, refund contact_support',
    fraud_warned: 'needs_review, as before',
    reminded: 'needs_review',
    accepted: 'fulfilled',
    resubmitted: 'paid, at once',
    abandoned: 'failed, refund pending, at once',
    disputed: 'needs_review, as before',
    refunded: 'cancelled, refund issued',
    refund_failed: 'needs_review, refund contact_support, as before',
    redriven: 'needs_review, at once',
  },
  cancelled: {
    dispute_won: 'cancelled, refund pending, at once',
    dispute_lost: 'cancelled, refund contact_support',
    paid: 'cancelled, refund pending, at once',
    wrong_amount: 'cancelled, refund pending, at once',
    refunded: 'cancelled, refund issued',
    refund_refused: 'cancelled, refund contact_support',
    refund_failed: 'cancelled, refund contact_support',
    disputed: 'cancelled, refund contact_support',
    refund_disputed: 'cancelled, refund contact_support',
    fraud_warned: 'cancelled, as before',
    refund_unknown: 'cancelled, refund pending',
    redriven: 'cancelled, at once',
  },
  failed: {
    dispute_won: 'failed, refund pending, at once',
    dispute_lost: 'failed, refund contact_support',
    paid: 'failed, refund pending, at once',
    wrong_amount: 'failed, refund pending, at once',
    refunded: 'failed, refund issued',
    refund_refused: 'failed, refund contact_support',
    refund_failed: 'failed, refund contact_support',
    disputed: 'failed, refund contact_support',
    refund_disputed: 'failed, refund contact_support',
    fraud_warned: 'failed, as before',
    refund_unknown: 'failed, refund pending',
    redriven: 'failed, at once',
  },
};

const cells = states.flatMap((state) =>
  factKinds.map((kind) => [state, kind, expected[state][kind] ?? 'refused'] as const),
);

const overdue = now - 5_000;
/** When the job was due before the fact. A redrive and a release count only if they make it due earlier. */
const dueBefore = (kind: FactKind) => (kind === 'redriven' || kind === 'released' ? now + 3_600_000 : overdue);
const afterFact = (state: State, kind: FactKind, dueAt?: number) =>
  apply({ ...jobReadyFor(state, kind), dueAt: dueBefore(kind) }, { ...sample[kind], dueAt }, now);

/** The outcome in the words of the table, if the fact has the due time `later`. */
function outcomeOf(job: Lifecycle | undefined): string {
  if (job === undefined) return 'refused';
  const refund = job.refund === 'not_applicable' ? '' : `, refund ${job.refund}`;
  const times = new Map<number | undefined, string>([
    [now, ', at once'],
    [overdue, ', as before'],
    [later, ''],
  ]);
  return `${job.state}${refund}${times.get(job.dueAt)}`;
}

test('the table of transitions has every state and every fact', () => {
  expect(Object.keys(expected)).toEqual(states);
  expect(factKinds.map((kind) => sample[kind].kind)).toEqual(factKinds);
  expect(cells).toHaveLength(9 * 38);
});

test.each(cells)('for a job that is %s, the outcome of the fact %s is: %s', (state, kind, outcome) => {
  expect(outcomeOf(afterFact(state, kind, later))).toBe(outcome);
  // After a fact without a due time, the job is due at once, as before or never.
  const untimed = afterFact(state, kind);
  if (outcome.includes('at once')) expect(untimed?.dueAt).toBe(now);
  else expect(untimed?.dueAt).toBe(outcome.includes('as before') ? overdue : undefined);
});

/** The fields that a fact changes, apart from state, refund, tries and times. */
const changedFields: Readonly<Record<string, readonly string[]>> = {
  checkout_opened: ['checkout'],
  paid: ['payment'],
  wrong_amount: ['error', 'payment'],
  payment_failed: ['error'],
  accepted: ['partner'],
  claimed: ['claims'],
  cancel_claimed: ['claims'],
  put_off: ['answeredAt'],
  rejected: ['error', 'failureCause'],
  given_up: ['error'],
  disputed: ['disputes', 'error'],
  refund_disputed: ['disputes', 'error'],
  dispute_won: ['disputes'],
  dispute_lost: ['disputes', 'error'],
  // A dispute also stops the cancellation.
  'cancelling disputed': ['disputes', 'error', 'isCancelStopped'],
  'cancelling refund_disputed': ['disputes', 'error', 'isCancelStopped'],
  round_failed: ['failedRounds', 'partner'],
  read_claimed: ['partner'],
  progressed: ['partner'],
  partner_refused: ['partner'],
  partner_failed: ['error', 'failureCause'],
  abandoned: ['error', 'failureCause'],
  held: ['error', 'isHeld'],
};

const otherFields = ({ state, refund, dueAt, tries, triesSince, firstSeenAt, ...rest }: Lifecycle) =>
  rest as Readonly<Record<string, unknown>>;

test.each(cells.filter(([, , outcome]) => outcome !== 'refused'))(
  'in a job that is %s, the fact %s changes only its own fields',
  (state, kind) => {
    const job = { ...jobReadyFor(state, kind), dueAt: dueBefore(kind) };
    const original = structuredClone(job);
    const before = otherFields(job);
    const after = otherFields(apply(job, { ...sample[kind], dueAt: later }, now) as Lifecycle);
    const changed = Object.keys({ ...before, ...after }).filter(
      (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
    );
    expect(changed.sort()).toEqual(changedFields[`${state} ${kind}`] ?? changedFields[kind] ?? []);
    expect(job).toEqual(original);
  },
);
