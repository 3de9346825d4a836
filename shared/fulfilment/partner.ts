/** Finds the partner that a job is with or will go to, and tracks which partners are down. */
import { sha256Hex } from '../core/digest.ts';
import type { Job } from '../core/job/job.ts';
import { isAhead, owedFrom } from '../core/job/standing.ts';
import type { PartnerName } from '../core/names.ts';
import { downAfter, downForMs, heldFromMs, listLagMs } from '../core/retry.ts';
import { routePartner } from '../core/route-partner.ts';
import { partnerNamed } from '../partners/catalogue.ts';
import type { Deps } from '../ports/deps.ts';
import type { Partner, SubmitOutcome } from '../ports/partner.ts';
import { productNamed } from '../products/index.ts';

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

/** Whether the job's partner tells of signatures by itself. */
export const givesSignatures = ({ routedTo }: Routed): boolean =>
  routedTo !== undefined && partnerNamed(routedTo).givesSignatures === true;

/** All that may get such a job. */
export const partnersOf = ({ primaryNames, backups }: PartnerDeps, { product }: Routed): readonly PartnerName[] =>
  [primaryNames[product], backups[product]?.name].filter((name) => name !== undefined);

/** The time within which the lists of the job's partner may omit its order. */
export const listLagMsAt = (deps: PartnerDeps & Pick<Deps, 'settings'>, job: Routed): number =>
  listLagMs(configured(deps, job)?.assumed.listsAfterMs.value ?? 0, deps.settings.retryBaseMs);

/** The time for which the lists of the job's partner show its order at least. */
export const listedForMsAt = (deps: PartnerDeps, job: Routed): number =>
  configured(deps, job)?.assumed.listsForMs.value ?? 0;

/** The partner still knows the idempotency key of the job's first call, so asking again under it does no harm. */
export function keyHolds(
  deps: PartnerDeps & Pick<Deps, 'clock'>,
  job: Routed & Pick<Job, 'firsts'>,
  { assumed } = partnerOf(deps, job),
): boolean {
  const { clock } = deps;
  return clock.now() - (job.firsts.claimed ?? clock.now()) < assumed.keysLiveMs.value;
}

/** The time until which the job's partner is asked to hold the order, Unix ms; `undefined`: it is not asked to. */
export function heldUntil(deps: PartnerDeps & Pick<Deps, 'clock'>, job: Job): number | undefined {
  const now = deps.clock.now();
  // It must be stopped without a word of the partner.
  if (job.drawing?.waitMs) return undefined;
  const isFarOff = isAhead(job, now) && owedFrom(job) - now > heldFromMs;
  return isFarOff && configured(deps, job)?.assumed.holdsUntilDate.value ? owedFrom(job) : undefined;
}

/** The pause after a call that may have got through. */
export const pauseMsAt = (
  deps: PartnerDeps & Pick<Deps, 'settings' | 'clock'>,
  job: Routed & Pick<Job, 'firsts'>,
): number => {
  const partner = configured(deps, job);
  return partner === undefined || keyHolds(deps, job, partner) ? 0 : listLagMsAt(deps, job);
};

/** Tells that no partner has the order of the present round, and that no call to one may still be landing. */
export const nobodyHasIt = ({ state, firsts }: Pick<Job, 'state' | 'firsts'>): boolean =>
  state === 'paid' && (firsts.resubmitted === undefined || firsts.claimed === undefined);

type RouteDeps = Pick<Deps, 'clock' | 'primaryNames' | 'backups' | 'requestCounters'>;

/**
 * The partner to record with the next claim. A job stays with its partner if an earlier call may have got through. A
 * person may have stopped the job during the call and resubmitted it; then nobody recorded the outcome of the call.
 * `undefined`: the product is not sold any more, and nobody has the job.
 */
export async function routeFor(deps: RouteDeps, job: Job): Promise<PartnerName | undefined> {
  const primary = deps.primaryNames[job.product];
  const backup = deps.backups[job.product];
  const routedTo = nobodyHasIt(job) && job.bounces === 0 ? undefined : job.routedTo;
  if (backup === undefined || primary === undefined || routedTo !== undefined) return routedTo ?? primary;
  // An order that it has just put off need not be put off again and again: one refusal since its last acceptance will do.
  const isPutOff = job.firsts.absent !== undefined && job.called.at(-1) === primary;
  const health = { [primary]: (await isDown(deps, primary, isPutOff ? 1 : downAfter)) ? 'down' : 'up' } as const;
  const request = { product: job.product, ...productNamed(job.product).shipment(job.order), health };
  const routed = routePartner(request, [primary, backup.name].map(partnerNamed)) ?? primary;
  if (routed === backup.name && backup.takes && !(await backup.takes(job.order, job.addressCheck))) return primary;
  return routed;
}

/** True if a backup partner takes over as soon as it is certain that the job's partner does not have it. */
export const mayFailOver = async (deps: RouteDeps, job: Job): Promise<boolean> =>
  deps.backups[job.product] !== undefined && (await routeFor(deps, { ...job, state: 'paid' })) !== job.routedTo;

const idOf = (name: PartnerName) => `tally_${sha256Hex(`unavailable ${name}`)}`;

async function isDown(
  { clock, requestCounters }: Pick<Deps, 'clock' | 'requestCounters'>,
  name: PartnerName,
  least: number,
): Promise<boolean> {
  const counter = await requestCounters.get(idOf(name));
  const since = clock.now() - downForMs;
  return (counter?.times ?? []).filter((time) => time > since).length >= least;
}

/** Remembers a partner's outcome if it decides about a backup partner; a lost note does no harm. */
export async function noteHealth(
  { clock, backups, requestCounters }: Pick<Deps, 'clock' | 'backups' | 'requestCounters'>,
  { product, routedTo }: Job,
  outcome: SubmitOutcome,
): Promise<void> {
  const isOut = outcome.kind === 'unavailable' || outcome.kind === 'not_taken';
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
