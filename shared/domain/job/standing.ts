/** Questions to a job: how it stands with its payer, its partner and its day. */
import type { Lifecycle } from './lifecycle.ts';
import { type Stage, stages } from './progress.ts';

/** When the work became owed or will become so, Unix ms: most jobs owe it since their payment. */
export const owedFrom = ({
  owedSince,
  firsts,
  triesSince,
}: Pick<Lifecycle, 'owedSince' | 'firsts' | 'triesSince'>): number => owedSince ?? firsts.paid ?? triesSince;

/** It is paid, and its day is still to come. */
export const isAhead = ({ owedSince }: Pick<Lifecycle, 'owedSince'>, now: number): boolean =>
  owedSince !== undefined && owedSince > now;

/** The payer's bank holds the money, and has not decided in our favor since the provider last said so. */
export const isDisputed = ({ firsts }: Pick<Lifecycle, 'firsts'>): boolean => {
  const { disputed, refund_disputed: answered, dispute_won: won } = firsts;
  if (won === undefined) return disputed !== undefined || answered !== undefined;
  return answered !== undefined && answered > won;
};

/** The sentence of an order that a person must look at before any partner gets it. */
export const stoppedBeforeHandOver = 'It was stopped before it was handed over; a person is looking into it.';

const hasReached = ({ partner }: Pick<Lifecycle, 'partner'>, stage: Stage): boolean =>
  partner !== undefined && stages.indexOf(partner.stage) >= stages.indexOf(stage);

/** `failed`: no payment came of it, or not of the approved amount, which is then refunded. */
export function paymentStatus({
  firsts,
  payment,
}: Pick<Lifecycle, 'firsts' | 'payment'>): 'pending' | 'paid' | 'failed' {
  if (firsts.mispaid !== undefined || firsts.payment_failed !== undefined) return 'failed';
  return payment === undefined ? 'pending' : 'paid';
}

/** The order has left the house: mailed, or sent. */
export const hasLeft = (job: Pick<Lifecycle, 'partner'>): boolean => hasReached(job, 'dispatched');

/** The carrier's scans of an order that has left. Earlier scans may belong to another envelope. */
export const carrierScans = (job: Pick<Lifecycle, 'partner' | 'scans'>): Lifecycle['scans'] =>
  hasLeft(job) ? job.scans : undefined;

/** A delivery that is heard of after the return is the one to its sender, and does not count. */
export const isDelivered = ({ partner, firsts }: Pick<Lifecycle, 'partner' | 'firsts'>): boolean =>
  partner?.delivered === true &&
  (firsts.returned === undefined || (firsts.delivered !== undefined && firsts.delivered < firsts.returned));

/** The known times of the order's way through the partner's house, and back. */
export const milestones = (job: Pick<Lifecycle, 'partner'>) => ({
  begun: hasReached(job, 'in_progress'),
  dispatched: hasLeft(job),
  delivered: job.partner?.delivered ?? false,
  returned: job.partner?.returned ?? false,
});
