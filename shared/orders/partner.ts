/** The partner of a job, and our assumptions about its lists and idempotency keys. */
import type { Job } from '../domain/job/job.ts';
import { listLagMs } from '../domain/times.ts';
import type { Partner } from '../partners/partner.ts';
import type { Deps } from './deps.ts';

type RoutedJob = Pick<Job, 'product' | 'routedTo'>;

/** The job's partner; `undefined` if the operator removed it from the settings. */
export const configuredPartner = (
  { partners, partnerNames }: Deps,
  { product, routedTo }: RoutedJob,
): Partner | undefined =>
  routedTo === undefined || routedTo === partnerNames[product] ? partners[product] : undefined;

/** Throws if the job's partner is no longer configured, because no other partner may take its place. */
export function partnerOf(deps: Deps, job: RoutedJob): Partner {
  const partner = configuredPartner(deps, job);
  if (partner === undefined) throw new Error(`the job is with ${job.routedTo}, which is not configured`);
  return partner;
}

/** How long the partner's lists may omit a new order. */
export const partnerListLagMs = (deps: Deps, job: RoutedJob): number =>
  listLagMs(configuredPartner(deps, job)?.assumed.listsAfterMs ?? 0, deps.settings.retryBaseMs);

/** The minimum time for which the partner's lists show an order. */
export const partnerListedForMs = (deps: Deps, job: RoutedJob): number =>
  configuredPartner(deps, job)?.assumed.listsForMs ?? 0;

/** Whether the partner still honors the idempotency key of the job's first call, so that repeating the call is safe. */
export function hasValidKey(deps: Deps, job: RoutedJob & Pick<Job, 'firstSeenAt'>): boolean {
  const now = deps.clock.now();
  return now - (job.firstSeenAt.claimed ?? now) < partnerOf(deps, job).assumed.keysLiveMs;
}

/**
 * How long to wait before repeating a call that may have succeeded: 0 while its idempotency key is valid, or if the partner is
 * no longer configured.
 */
export const retryPauseMs = (deps: Deps, job: RoutedJob & Pick<Job, 'firstSeenAt'>): number =>
  configuredPartner(deps, job) === undefined || hasValidKey(deps, job) ? 0 : partnerListLagMs(deps, job);
