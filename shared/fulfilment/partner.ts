/** Finds the partner that a job is with or will go to, and tracks which partners are down. */
import { sha256Hex } from '../core/digest.ts';
import type { PartnerName } from '../core/names.ts';
import type { Job } from '../core/product.ts';
import { downAfter, downForMs, unlistedForMs } from '../core/retry.ts';
import { routePartner } from '../core/route-partner.ts';
import { partnerNamed } from '../partners/catalogue.ts';
import type { Deps, Partner, SubmitOutcome } from '../ports.ts';
import { productNamed } from '../products/index.ts';

/** The dependencies that finding a job's partner needs. */
export type PartnerDeps = Pick<Deps, 'partners' | 'primaryNames' | 'backups'>;

type Routed = Pick<Job, 'product' | 'routedTo'>;

function configured(deps: PartnerDeps, { product, routedTo }: Routed): Partner | undefined {
  if (routedTo === undefined || routedTo === deps.primaryNames[product]) return deps.partners[product];
  const backup = deps.backups[product];
  return routedTo === backup?.name ? backup.partner : undefined;
}

/** Throws if the configuration no longer has the partner: no other may be asked in its place. */
export function partnerOf(deps: PartnerDeps, job: Routed): Partner {
  const partner = configured(deps, job);
  if (partner === undefined) throw new Error(`the job is with ${job.routedTo}, which is not configured`);
  return partner;
}

/** The pause after a call that may have got through. A partner with idempotency keys needs none: asking again does no harm. */
export const pauseMsAt = (deps: PartnerDeps & Pick<Deps, 'settings'>, job: Routed): number =>
  configured(deps, job)?.hasKeys === false ? unlistedForMs(deps.settings.retryBaseMs) : 0;

/**
 * The partner to record with the next claim. A job stays with its partner if an earlier call may have got through. A
 * person may have stopped the job during the call and resubmitted it; then nobody recorded the outcome of the call.
 * `undefined`: the product is not sold any more, and nobody has the job.
 */
export async function routeFor(
  deps: Pick<Deps, 'clock' | 'primaryNames' | 'backups' | 'requestCounters'>,
  job: Job,
): Promise<PartnerName | undefined> {
  const primary = deps.primaryNames[job.product];
  const backup = deps.backups[job.product];
  const { unanswered, resubmitted } = job.firsts;
  const isFree = unanswered === undefined && resubmitted === undefined;
  const nobodyHasIt = job.state === 'paid' && isFree && job.bounces === 0;
  const routedTo = nobodyHasIt ? undefined : job.routedTo;
  if (backup === undefined || primary === undefined || routedTo !== undefined) return routedTo ?? primary;
  const health = { [primary]: (await isDown(deps, primary)) ? 'down' : 'up' } as const;
  const request = { product: job.product, ...productNamed(job.product).shipment(job.order), health };
  const routed = routePartner(request, [primary, backup.name].map(partnerNamed)) ?? primary;
  if (routed === backup.name && backup.takes && !(await backup.takes(job.order, job.addressCheck))) return primary;
  return routed;
}

const idOf = (name: PartnerName) => `tally_${sha256Hex(`unavailable ${name}`)}`;

async function isDown(
  { clock, requestCounters }: Pick<Deps, 'clock' | 'requestCounters'>,
  name: PartnerName,
): Promise<boolean> {
  const counter = await requestCounters.get(idOf(name));
  const since = clock.now() - downForMs;
  return (counter?.times ?? []).filter((time) => time > since).length >= downAfter;
}

/** Remembers a partner's outcome if it decides about a backup partner; a lost note does no harm. */
export async function noteHealth(
  { clock, backups, requestCounters }: Pick<Deps, 'clock' | 'backups' | 'requestCounters'>,
  { product, routedTo }: Job,
  outcome: SubmitOutcome,
): Promise<void> {
  const isOut = outcome.kind === 'unavailable';
  if (backups[product] === undefined || routedTo === undefined || !(isOut || outcome.kind === 'accepted')) return;
  const now = clock.now();
  const id = idOf(routedTo);
  const counter = await requestCounters.get(id);
  // One acceptance ends an outage. Each further one would write the same item again, which all orders share.
  if (!isOut && !counter?.times.length) return;
  const times = isOut ? [...(counter?.times ?? []), now].slice(-downAfter) : [];
  const next = { id, createdAt: now, keepUntil: now + downForMs, times };
  if (counter === undefined) await requestCounters.create({ ...next, version: 0 });
  else await requestCounters.replace({ ...next, version: counter.version });
}
