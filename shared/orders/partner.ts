/** The partner of a job, and what we assume about it. */
import type { Job } from '../domain/job/job.ts';
import { listLagMs } from '../domain/times.ts';
import type { Partner } from '../partners/partner.ts';
import type { Deps } from './deps.ts';

type Routed = Pick<Job, 'product' | 'routedTo'>;

const configured = ({ partners, partnerNames }: Deps, { product, routedTo }: Routed): Partner | undefined =>
  routedTo === undefined || routedTo === partnerNames[product] ? partners[product] : undefined;

/** Throws if the job's partner is no longer configured, because no other partner may take its place. */
export function partnerOf(deps: Deps, job: Routed): Partner {
  const partner = configured(deps, job);
  if (partner === undefined) throw new Error(`the job is with ${job.routedTo}, which is not configured`);
  return partner;
}

/** How long the partner's lists may omit a new order. */
export const listLagMsAt = (deps: Deps, job: Routed): number =>
  listLagMs(configured(deps, job)?.assumed.listsAfterMs ?? 0, deps.settings.retryBaseMs);

/** The minimum time for which the partner's lists show an order. */
export const listedForMsAt = (deps: Deps, job: Routed): number => configured(deps, job)?.assumed.listsForMs ?? 0;

/** Whether the partner still knows the idempotency key of the job's first call, so that repeating the call is safe. */
export function keyHolds(
  deps: Deps,
  job: Routed & Pick<Job, 'firstSeenAt'>,
  { assumed } = partnerOf(deps, job),
): boolean {
  const { clock } = deps;
  return clock.now() - (job.firstSeenAt.claimed ?? clock.now()) < assumed.keysLiveMs;
}

/** How long to wait after a call that may have succeeded. */
export const pauseMsAt = (deps: Deps, job: Routed & Pick<Job, 'firstSeenAt'>): number => {
  const partner = configured(deps, job);
  return partner === undefined || keyHolds(deps, job, partner) ? 0 : listLagMsAt(deps, job);
};
