/** Counts by network and by card who pays and cancels: each such order costs the operator a fee, and the payer nothing. */
import { sha256Hex } from '../../core/digest.ts';
import { cancelsTooOften, oftenCancelled } from '../../core/fraud/pay-and-cancel.ts';
import type { Trait } from '../../core/fraud/traits.ts';
import type { Job } from '../../core/job/job.ts';
import type { Deps } from '../../ports/deps.ts';

type CountDeps = Pick<Deps, 'requestCounters' | 'clock' | 'log'>;

const windowMs = 7 * 24 * 60 * 60_000;

/** More than that tells nothing new. */
const most = 10_000;

const idOf = (what: 'cancelled' | 'carried out', whom: string, now: number): string =>
  `tally_${sha256Hex(`${what} ${whom} ${Math.floor(now / windowMs)}`)}`;

const isNetwork = (trait: Trait): boolean => trait.startsWith('network:');

const countedAs = ({ traits = [], payment }: Job) => [
  ...traits.filter(isNetwork).map((whom) => ({ by: 'network', whom })),
  ...(payment?.card?.fingerprint ? [{ by: 'card', whom: payment.card.fingerprint }] : []),
];

/** A count that is lost stops no order. */
const add = async ({ requestCounters, clock, log }: CountDeps, what: Parameters<typeof idOf>[0], whom: string) =>
  requestCounters.add(idOf(what, whom, clock.now()), most, clock.now() + windowMs).catch((error: unknown) => {
    log.info('order not counted', { error });
    return undefined;
  });

/** The alarm comes once a week for a network or a card. */
export async function countCancelled(deps: CountDeps, job: Job): Promise<void> {
  for (const { by, whom } of countedAs(job))
    if ((await add(deps, 'cancelled', whom)) === oftenCancelled)
      deps.log.alarm('paid and cancelled again and again', { jobId: job.id, reason: by, count: oftenCancelled });
}

export async function countCarriedOut(deps: CountDeps, job: Job): Promise<void> {
  for (const { whom } of countedAs(job)) await add(deps, 'carried out', whom);
}

/** The money of such a network is only reserved until its order is beyond recall. Without an answer it is as all others. */
export async function isOftenCancelledBy({ requestCounters, clock }: CountDeps, network: Trait): Promise<boolean> {
  const count = (what: Parameters<typeof idOf>[0]) => requestCounters.count(idOf(what, network, clock.now()));
  const cancelled = await count('cancelled').catch(() => 0);
  if (cancelled < oftenCancelled) return false;
  return cancelsTooOften({ cancelled, carriedOut: await count('carried out').catch(() => cancelled) });
}
