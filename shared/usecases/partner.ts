/** Which partner a job is with or will go to, and which partners are down. */
import { sha256Hex } from '../core/digest.ts';
import type { Job } from '../core/product.ts';
import { downAfter, downForMs } from '../core/retry.ts';
import { type PartnerName, routePartner } from '../core/routing.ts';
import type { Partner, SubmitOutcome, World } from '../ports.ts';
import { productNamed } from '../products/index.ts';

/** Throws where the configuration no longer has the partner: nobody else may be asked in its place. */
export function partnerOf(world: World, { product, routedTo }: Pick<Job, 'product' | 'routedTo'>): Partner {
  const second = world.seconds[product];
  if (routedTo === undefined || routedTo === world.primaries[product]) return world.partners[product];
  if (routedTo === second?.name) return second.partner;
  throw new Error(`the job is with ${routedTo}, which is not configured`);
}

/** The partner to write down with the next claim. A job stays where an earlier call may have reached somebody. */
export async function routeFor(world: World, job: Job): Promise<PartnerName> {
  const primary = world.primaries[job.product];
  const second = world.seconds[job.product];
  const nobodyHasIt = job.state === 'paid' && job.firsts.unanswered === undefined && job.bounces === 0;
  const routedTo = nobodyHasIt ? undefined : job.routedTo;
  if (second === undefined || routedTo !== undefined) return routedTo ?? primary;
  const health = { [primary]: (await isDown(world, primary)) ? 'down' : 'up' } as const;
  const errand = { product: job.product, ...productNamed(job.product).errand(job.order), health };
  const routed = routePartner(errand, [primary, second.name]) ?? primary;
  if (routed === second.name && second.takes && !(await second.takes(job.order))) return primary;
  return routed;
}

const idOf = (name: PartnerName) => `tally_${sha256Hex(`unavailable ${name}`)}`;

async function isDown(world: World, name: PartnerName): Promise<boolean> {
  const tally = await world.tallies.get(idOf(name));
  const since = world.clock.now() - downForMs;
  return (tally?.times ?? []).filter((time) => time > since).length >= downAfter;
}

/** Remembers how a partner has answered, where that decides about another; a note that is lost is no loss. */
export async function noteHealth(world: World, { product, routedTo }: Job, outcome: SubmitOutcome): Promise<void> {
  const isOut = outcome.kind === 'unavailable';
  if (world.seconds[product] === undefined || routedTo === undefined || !(isOut || outcome.kind === 'accepted')) return;
  const now = world.clock.now();
  const id = idOf(routedTo);
  const tally = await world.tallies.get(id);
  if (tally === undefined && !isOut) return;
  const times = isOut ? [...(tally?.times ?? []), now].slice(-downAfter) : [];
  const next = { id, createdAt: now, keepUntil: now + downForMs, times };
  if (tally === undefined) await world.tallies.insert({ ...next, version: 0 });
  else await world.tallies.replace({ ...next, version: tally.version });
}
