/** Random lives of jobs: in every order of facts, payment and fulfilment stay separate and never go back. */
import fc from 'fast-check';
import { apply } from '../../shared/core/job/apply.ts';
import type { Fact } from '../../shared/core/job/fact.ts';
import { initialLifecycle, type Lifecycle, publicStatus, type State } from '../../shared/core/job/lifecycle.ts';
import { type Stage, stages } from '../../shared/core/job/progress.ts';
import { birth, factKinds, sample, states } from '../support/lives.ts';
import { times } from '../support/proofs.ts';

interface Happening {
  readonly fact: Fact;
  readonly afterMs: number;
}

const stage = fc.constantFrom<Stage>(...stages);

/** News with any stage, due now, later or never. */
const fact: fc.Arbitrary<Fact> = fc
  .tuple(fc.constantFrom(...factKinds), stage, fc.option(fc.constantFrom(0, 30_000), { nil: undefined }), fc.nat(9))
  .map(([kind, reached, dueInMs, number]) => {
    const dueAt = dueInMs === undefined ? undefined : birth + dueInMs;
    const plain = sample[kind];
    if (plain.kind === 'accepted') return { ...plain, order: { id: `letter_${number}`, stage: reached }, dueAt };
    if (plain.kind === 'progressed' || plain.kind === 'partner_refused')
      return { ...plain, progress: { stage: reached }, dueAt };
    if (plain.kind === 'paid' || plain.kind === 'mispaid')
      return { ...plain, payment: { ...plain.payment, id: `pi_${number}` }, dueAt };
    return { ...plain, dueAt };
  });

const lives: fc.Arbitrary<Happening[]> = fc.array(
  fc.record({ fact, afterMs: fc.constantFrom(0, 1_000, 30_000, 3_600_000) }),
  { minLength: 60, maxLength: 250, size: 'max' },
);

/** Each step of a life, with what it was and what it became; facts that do not count are left out. */
function* stepsOf(
  happenings: readonly Happening[],
): Generator<readonly [before: Lifecycle, fact: Fact, after: Lifecycle]> {
  let life = initialLifecycle(birth);
  let now = birth;
  for (const { fact, afterMs } of happenings) {
    now += afterMs;
    const next = apply(life, fact, now);
    if (next === undefined) continue;
    yield [life, fact, next];
    life = next;
  }
}

const numRuns = times(2_000, 400, 'random lives for each promise');

/** `promise` must hold of every step of that many random lives. */
const always = (promise: (before: Lifecycle, after: Lifecycle, fact: Fact) => void) =>
  fc.assert(
    fc.property(lives, (happenings) => {
      for (const [before, fact, after] of stepsOf(happenings)) promise(before, after, fact);
    }),
    { numRuns },
  );

const hasEnded = ({ state }: Lifecycle) => state === 'cancelled' || state === 'failed';
const rank = ({ partner }: Lifecycle) => (partner === undefined ? -1 : stages.indexOf(partner.stage));

test('a job that has ended is never revived, and never ends in another way', () => {
  always((before, after) => {
    if (hasEnded(before)) expect(after.state).toBe(before.state);
  });
});

test('no refund is owed, issued or spoken of without a payment', () => {
  always((_, after) => {
    if (after.payment === undefined) expect(after.refund).toBe('not_applicable');
  });
});

test('a refund that was issued, or handed to support, is taken back only by news of the very money', () => {
  always((before, after, fact) => {
    if (before.refund !== 'issued' && before.refund !== 'contact_support') return;
    if (fact.kind === 'refund_failed') expect(after.refund).toBe('contact_support');
    else if (fact.kind === 'refunded') expect(after.refund).toBe('issued');
    else if (fact.kind === 'dispute_won' && before.refund === 'contact_support' && hasEnded(before))
      expect(after.refund).toBe('pending');
    else expect(after.refund).toBe(before.refund);
  });
});

test('nothing is handed over for money that has gone back or is disputed, unless a person says so', () => {
  always((before, after, fact) => {
    if (after.state !== 'submitting' || fact.kind !== 'claimed') return;
    expect(before.refund).toBe('not_applicable');
    const { disputed, resubmitted, dispute_won } = before.firsts;
    if (disputed !== undefined) expect(resubmitted ?? dispute_won).toBeDefined();
  });
});

test('nothing is handed over that a person has stopped, unless a person lets it go on', () => {
  always((before, after, fact) => {
    if (after.state !== 'submitting' || fact.kind !== 'claimed' || before.firsts.held === undefined) return;
    expect(before.firsts.resubmitted).toBeDefined();
  });
});

test('a payment is never lost and never replaced', () => {
  always((before, after) => {
    if (before.payment !== undefined) expect(after.payment).toEqual(before.payment);
  });
});

test('a job that was paid and has ended has its refund pending, issued or with support', () => {
  always((_, after) => {
    if (hasEnded(after) && after.payment !== undefined) expect(after.refund).not.toBe('not_applicable');
  });
});

test('a job that has not ended owes no refund', () => {
  always((_, after) => {
    if (!hasEnded(after)) expect(after.refund).not.toBe('pending');
  });
});

test('a partner’s order is never lost or moved back a stage, and replaced only after a bounce', () => {
  always((before, after) => {
    expect(rank(after)).toBeGreaterThanOrEqual(rank(before));
    if (before.partner === undefined) return;
    expect(after.partner).toBeDefined();
    if (after.bounces === 0) expect(after.partner?.id).toBe(before.partner.id);
  });
});

test('a job whose order has bounced is told as fulfilled until it ends, and can no longer be cancelled', () => {
  always((_, after) => {
    if (after.bounces === 0 || hasEnded(after)) return;
    expect(publicStatus(after)).toBe('fulfilled');
    expect(after.state).not.toBe('cancelling');
  });
});

test('nothing is handed to a partner before it is paid', () => {
  always((_, after) => {
    if (after.state === 'submitting' || after.partner !== undefined) expect(after.payment).toBeDefined();
  });
});

test('the first of each stays first, and every fact that counted is kept', () => {
  always((before, after, { kind }) => {
    expect(after.firsts).toMatchObject(before.firsts);
    expect(after.firsts).toHaveProperty(kind);
  });
});

test('work that the payer waits for is due from the moment it is paid', () => {
  always((before, after) => {
    const newlyPaid = before.state === 'awaiting_payment' || before.state === 'cancelling' || before.state === 'parked';
    if (newlyPaid && after.state === 'paid') expect(after.dueAt).toBeDefined();
    if (before.refund !== 'pending' && after.refund === 'pending' && before.state !== 'cancelling')
      expect(after.dueAt).toBeDefined();
  });
});

test('the random lives reach every state and every end of a refund', () => {
  const reached = new Set<State | Lifecycle['refund']>();
  fc.assert(
    fc.property(lives, (happenings) => {
      for (const [, , { state, refund }] of stepsOf(happenings)) reached.add(state).add(refund);
    }),
    { numRuns, seed: 2026 },
  );
  expect([...reached].sort()).toEqual([...states, 'not_applicable', 'pending', 'issued', 'contact_support'].sort());
});
