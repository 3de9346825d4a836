/** The number of tries, and when they began. Both decide when the service tries again and when it gives up. */
import { apply } from '../../shared/domain/job/apply.ts';
import type { FactKind, Lifecycle, State } from '../../shared/domain/job/lifecycle.ts';
import { birth, jobIn, jobReadyFor, now, sample } from '../support/lives.ts';

const since = birth + 60_000;
const pending = { refund: 'pending' } as const;

test.each<[State, FactKind, Partial<Lifecycle>, number, number]>([
  // Each claim, status request, lost refund response and reminder in the same state is one more try.
  ['awaiting_payment', 'still_open', {}, 4, since],
  ['submitting', 'claimed', {}, 4, since],
  ['cancelling', 'claimed', {}, 4, since],
  ['recalling', 'claimed', {}, 4, since],
  ['needs_review', 'reminded', {}, 4, since],
  ['cancelled', 'refund_unknown', pending, 4, since],
  ['failed', 'refund_unknown', pending, 4, since],
  // A lost response is not another try, because its claim was already counted.
  ['submitting', 'unanswered', {}, 3, since],
  ['recalling', 'unanswered', {}, 3, since],
  ['fulfilled', 'progressed', {}, 3, since],
  // A submission that the partner turned away and its next try are counted together.
  ['paid', 'claimed', {}, 4, since],
  ['submitting', 'turned_away', {}, 3, since],
  // In a new state, or with a new refund status, the count starts from zero.
  ['cancelling', 'refund_unknown', {}, 1, now],
  ['submitting', 'accepted', {}, 0, now],
  ['paid', 'cancel_claimed', {}, 0, now],
  ['failed', 'refunded', pending, 0, now],
])('a job that is %s, after the fact %s (%j), has %i tries', (state, kind, changes, tries, triesSince) => {
  const job = kind === 'cancel_claimed' ? jobReadyFor(state, kind) : jobIn(state, changes);
  expect(apply(job, sample[kind], now)).toMatchObject({ tries, triesSince });
});
