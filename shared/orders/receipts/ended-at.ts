/** When an order ended, by what this service has heard. */
import type { Job } from '../../domain/job/job.ts';

/** Facts that end a job. Money that moves afterwards does not change the time of the end. */
const endings = [
  'cancelled',
  'checkout_expired',
  'payment_failed',
  'rejected',
  'mispaid',
  'partner_failed',
  'partner_cancelled',
  'abandoned',
] as const;

/** If none of `endings` has happened, a dispute or the refund itself was the end. */
export function endedAt({ state, firsts, triesSince }: Job): number {
  const dispute = firsts.dispute_lost === undefined ? 'disputed' : 'dispute_lost';
  const byMoney = state === 'failed' ? ([dispute] as const) : (['refunded', 'refund_unknown'] as const);
  const [times] = [endings, byMoney]
    .map((kinds) => kinds.flatMap((kind) => firsts[kind] ?? []))
    .filter(({ length }) => length > 0);
  return times === undefined ? triesSince : Math.min(...times);
}
