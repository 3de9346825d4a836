/** Which partner a job is with or will go to, and which partners are down. */
import { sha256Hex } from '../core/digest.ts';
import type { PartnerName } from '../core/names.ts';
import type { Job } from '../core/product.ts';
import { downAfter, downForMs, unlistedForMs } from '../core/retry.ts';
import { routePartner } from '../core/route-partner.ts';
import { partnerNamed } from '../partners/catalogue.ts';
import type { Deps, Partner, SubmitOutcome } from '../ports.ts';
import { productNamed } from '../products/index.ts';

/** The dependencies that finds a job's partner. */
export type PartnerDeps = Pick<Deps, 'partners' | 'primaryNames' | 'backups'>;

type Routed = Pick<Job, 'product' | 'routedTo'>;

function configured(deps: PartnerDeps, { product, routedTo }: Routed): Partner | undefined {
  if (routedTo === undefined || routedTo === deps.primaryNames[product]) return deps.partners[product];
  const second = deps.backups[product];
  return routedTo === second?.name ? second.partner : undefined;
}

/** Throws where the configuration no longer has the partner: nobody else may be asked in its place. */
export function partnerOf(deps: PartnerDeps, job: Routed): Partner {
  const partner = configured(deps, job);
  if (partner === undefined) throw new Error(`the job is with ${job.routedTo}, which is not configured`);
  return partner;
}

/** How long to leave a partner alone after a call that may have got through; with keys, asking again does no harm. */
export const pauseMsAt = (deps: PartnerDeps & Pick<Deps, 'settings'>, job: Routed): number =>
  configured(deps, job)?.hasKeys === false ? unlistedForMs(deps.settings.retryBaseMs) : 0;

/**
 * The partner to write down with the next claim. A job stays where an earlier call may have reached somebody: where a
 * person has stopped it, perhaps during the call, and let it go on, nobody wrote down how the call ended.
 */
export async function routeFor(
  deps: Pick<Deps, 'clock' | 'primaryNames' | 'backups' | 'requestCounters'>,
  job: Job,
): Promise<PartnerName> {
  const primary = deps.primaryNames[job.product];
  const second = deps.backups[job.product];
  const { unanswered, resubmitted } = job.firsts;
  const isFree = unanswered === undefined && resubmitted === undefined;
  const nobodyHasIt = job.state === 'paid' && isFree && job.bounces === 0;
  const routedTo = nobodyHasIt ? undefined : job.routedTo;
  if (second === undefined || routedTo !== undefined) return routedTo ?? primary;
  const health = { [primary]: (await isDown(deps, primary)) ? 'down' : 'up' } as const;
  const request = { product: job.product, ...productNamed(job.product).shipment(job.order), health };
  const routed = routePartner(request, [primary, second.name].map(partnerNamed)) ?? primary;
  if (routed === second.name && second.takes && !(await second.takes(job.order))) return primary;
  return routed;
}

const idOf = (name: PartnerName) => `tally_${sha256Hex(`unavailable ${name}`)}`;

async function isDown(
  { clock, requestCounters }: Pick<Deps, 'clock' | 'requestCounters'>,
  name: PartnerName,
): Promise<boolean> {
  const tally = await requestCounters.get(idOf(name));
  const since = clock.now() - downForMs;
  return (tally?.times ?? []).filter((time) => time > since).length >= downAfter;
}

/** Remembers how a partner has answered, where that decides about another; a note that is lost is no loss. */
export async function noteHealth(
  { clock, backups, requestCounters }: Pick<Deps, 'clock' | 'backups' | 'requestCounters'>,
  { product, routedTo }: Job,
  outcome: SubmitOutcome,
): Promise<void> {
  const isOut = outcome.kind === 'unavailable';
  if (backups[product] === undefined || routedTo === undefined || !(isOut || outcome.kind === 'accepted')) return;
  const now = clock.now();
  const id = idOf(routedTo);
  const tally = await requestCounters.get(id);
  if (tally === undefined && !isOut) return;
  const times = isOut ? [...(tally?.times ?? []), now].slice(-downAfter) : [];
  const next = { id, createdAt: now, keepUntil: now + downForMs, times };
  if (tally === undefined) await requestCounters.create({ ...next, version: 0 });
  else await requestCounters.replace({ ...next, version: tally.version });
}
