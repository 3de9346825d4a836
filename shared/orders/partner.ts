/** The partner that a job is with, and what we assume of it. */
import type { Job } from '../domain/job/job.ts';
import { listLagMs } from '../domain/times.ts';
import type { Partner } from '../partners/partner.ts';
import type { Deps } from './deps.ts';

type Routed = Pick<Job, 'product' | 'routedTo'>;

const configured = ({ partners, partnerNames }: Deps, { product, routedTo }: Routed): Partner | undefined =>
  routedTo === undefined || routedTo === partnerNames[product] ? partners[product] : undefined;

/** Throws if the configuration no longer has the partner: no other may take its place. */
export function partnerOf(deps: Deps, job: Routed): Partner {
  const partner = configured(deps, job);
  if (partner === undefined) throw new Error(`the job is with ${job.routedTo}, which is not configured`);
  return partner;
}

/** How long the lists of the job's partner may still omit its order. */
export const listLagMsAt = (deps: Deps, job: Routed): number =>
  listLagMs(configured(deps, job)?.assumed.listsAfterMs ?? 0, deps.settings.retryBaseMs);

/** How long the lists of the job's partner show its order at least. */
export const listedForMsAt = (deps: Deps, job: Routed): number => configured(deps, job)?.assumed.listsForMs ?? 0;

/** The partner still knows the idempotency key of the job's first call, so asking again under it does no harm. */
export function keyHolds(
  deps: Deps,
  job: Routed & Pick<Job, 'firstSeenAt'>,
  { assumed } = partnerOf(deps, job),
): boolean {
  const { clock } = deps;
  return clock.now() - (job.firstSeenAt.claimed ?? clock.now()) < assumed.keysLiveMs;
}

/** The pause after a call that may have succeeded. */
export const pauseMsAt = (deps: Deps, job: Routed & Pick<Job, 'firstSeenAt'>): number => {
  const partner = configured(deps, job);
  return partner === undefined || keyHolds(deps, job, partner) ? 0 : listLagMsAt(deps, job);
};
