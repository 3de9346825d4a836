/** The number of tries and the time of the first: the basis for retries and for giving up. */
import { apply } from '../../shared/domain/job/apply.ts';
import type { Lifecycle, State } from '../../shared/domain/job/lifecycle.ts';
import { alive, birth, now, ready, sample } from '../support/lives.ts';

describe('tries', () => {
  const told = (state: State, kind: keyof typeof sample, changes: Partial<Lifecycle> = {}) =>
    apply(alive(state, changes), sample[kind], now);
  const pending = { refund: 'pending' } as const;

  test('each claim, question, unknown refund and reminder in the same state is one more try', () => {
    for (const [state, kind, changes] of [
      ['awaiting_payment', 'still_open', {}],
      ['submitting', 'claimed', {}],
      ['cancelling', 'claimed', {}],
      ['recalling', 'claimed', {}],
      ['needs_review', 'reminded', {}],
      ['cancelled', 'refund_unknown', pending],
      ['failed', 'refund_unknown', pending],
    ] as const)
      expect(told(state, kind, changes)).toMatchObject({ tries: 4, triesSince: birth + 60_000 });
  });

  test('an answer that did not come is not a try of its own: the claim was', () => {
    for (const state of ['submitting', 'recalling'] as const)
      expect(told(state, 'unanswered')).toMatchObject({ tries: 3, triesSince: birth + 60_000 });
    expect(told('fulfilled', 'progressed')).toMatchObject({ tries: 3, triesSince: birth + 60_000 });
  });

  test('handing over goes on counting, whether the partner turns the job away meanwhile or not', () => {
    const since = birth + 60_000;
    expect(told('paid', 'claimed')).toMatchObject({ state: 'submitting', tries: 4, triesSince: since });
    expect(told('submitting', 'turned_away')).toMatchObject({ state: 'paid', tries: 3, triesSince: since });
  });

  test('tries count from zero in a new state', () => {
    expect(told('cancelling', 'refund_unknown')).toMatchObject({ state: 'cancelled', tries: 1, triesSince: now });
    expect(told('submitting', 'accepted')).toMatchObject({ tries: 0, triesSince: now });
    expect(apply(ready('paid', 'cancel_claimed'), sample.cancel_claimed, now)).toMatchObject({
      state: 'cancelling',
      tries: 0,
      triesSince: now,
    });
  });

  test('tries count from zero for a new refund in the same state', () => {
    expect(told('failed', 'refunded', pending)).toMatchObject({ refund: 'issued', tries: 0, triesSince: now });
  });
});
