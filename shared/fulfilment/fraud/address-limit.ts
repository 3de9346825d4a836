/** Counts the networks whose mail goes to one address in a week: many that know nothing of each other may be one nuisance. */
import { sha256Hex } from '../../core/digest.ts';
import type { TraitKind } from '../../core/fraud/traits.ts';
import type { Job } from '../../core/job/job.ts';
import type { Deps } from '../../ports/deps.ts';
import { isMail } from '../../products/index.ts';

export type AddressLimitDeps = Pick<Deps, 'requestCounters' | 'clock' | 'log' | 'settings'>;

const weekMs = 7 * 24 * 60 * 60_000;

/**
 * True for the first order of each network after so many. Further orders of a network are connected with its first one.
 * Only paid orders count, so that nobody closes an address for nothing. A count that is lost stops no order.
 */
export async function isOverAddressLimit(deps: AddressLimitDeps, job: Job): Promise<boolean> {
  const { requestCounters, clock, log, settings } = deps;
  const { networksPerAddress: most } = settings;
  const address = traitOfKind(job, 'address');
  if (most === undefined || address === undefined || !isMail(job)) return false;
  const week = Math.floor(clock.now() / weekMs);
  const add = (whose: string, limit: number) =>
    requestCounters.add(`tally_${sha256Hex(`mail to ${address} ${whose} ${week}`)}`, limit, (week + 1) * weekMs);
  try {
    const isFirst = (await add(`from ${traitOfKind(job, 'network') ?? job.id}`, 1)) !== 'full';
    return isFirst && (await add('from networks', most)) === 'full';
  } catch (error) {
    log.info('order not counted', { jobId: job.id, error });
    return false;
  }
}

const traitOfKind = ({ traits = [] }: Job, kind: TraitKind) => traits.find((trait) => trait.startsWith(`${kind}:`));
