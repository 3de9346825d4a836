/** Money that is reserved at its payment and taken once the order is beyond recall. It stands beside the life of the job. */
import { captureAtLatestMs, handOverEndsMs } from '../retry.ts';
import type { Fact } from './fact.ts';
import type { Lifecycle } from './lifecycle.ts';

type WithReserve = Pick<Lifecycle, 'reserve'>;

const isHeld = ({ reserve }: WithReserve): boolean => reserve?.state === 'held';

/** When the money is to be taken, Unix ms: never before a partner has the order, and always before the reservation ends. */
export function captureDueAt(job: Pick<Lifecycle, 'reserve' | 'state' | 'firsts'>): number | undefined {
  const { reserve, state, firsts } = job;
  if (!isHeld(job) || reserve === undefined || (state !== 'fulfilled' && state !== 'recalling')) return undefined;
  const beyondRecall = firsts[reserve.takenOnce] ?? Number.POSITIVE_INFINITY;
  return Math.max(Math.min(beyondRecall, reserve.captureBefore - captureAtLatestMs), reserve.retryAt ?? 0);
}

/** The reservation ends too soon for a hand-over: a doubt about it could outlast the money. */
export const isReserveEnding = (job: WithReserve, now: number): boolean =>
  isHeld(job) && now >= (job.reserve?.captureBefore ?? 0) - handOverEndsMs;

/** Whether news of reserved money changes anything: it moves once. */
export const mayMoveReserve = (job: WithReserve): boolean => isHeld(job);

/** The reservation after a fact that counts; `isGoingOn`: the order has not ended with it. */
export function reserveAfter(job: Lifecycle, fact: Fact, isGoingOn: boolean): Pick<Lifecycle, 'reserve'> {
  const { reserve } = job;
  if (fact.kind === 'paid' || fact.kind === 'mispaid') {
    const { captureBefore } = fact.payment;
    if (captureBefore === undefined) return {};
    const takenOnce = fact.kind === 'paid' ? (fact.takenOnce ?? 'begun') : 'begun';
    return { reserve: { state: 'held', captureBefore, takenOnce, tries: 0 } };
  }
  if (reserve === undefined) return {};
  switch (fact.kind) {
    case 'captured':
      return { reserve: { ...reserve, state: 'captured', retryAt: undefined } };
    case 'accepted':
      // A partner had it all the same when its money went back.
      return reserve.state === 'released' ? { reserve: { ...reserve, state: 'lost' } } : {};
    case 'capture_failed':
      return { reserve: { ...reserve, tries: reserve.tries + 1, retryAt: fact.retryAt } };
    case 'hold_expired':
      return { reserve: { ...reserve, state: isGoingOn ? 'lost' : 'released', retryAt: undefined } };
    case 'refunded':
      return { reserve: { ...reserve, state: fact.isReleased ? 'released' : 'captured', retryAt: undefined } };
    default:
      return {};
  }
}
