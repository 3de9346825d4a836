/** Limits on what strangers can make this service send. What is over a limit waits, as no attempt. */
import { sha256Hex } from '../core/digest.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { RequestCounters } from '../ports/table.ts';

export const tellingLimits = {
  /** Unknown receivers on one host. Its owner may not want to be asked at all. */
  challengesToHost: { most: 600, windowMs: 60 * 60_000 },
  /** Unknown receivers for jobs from one network: far fewer, so that one network uses up the limit of no host. */
  challengesFromNetwork: { most: 60, windowMs: 60 * 60_000 },
  /** To receivers that want them. */
  eventsToHost: { most: 3_000, windowMs: 60_000 },
  /** Events of jobs that nobody has paid: anybody may make such jobs, and name a receiver that has agreed for its own. */
  unpaidToHost: { most: 1_000, windowMs: 10 * 60_000 },
  unpaidFromNetworkToHost: { most: 60, windowMs: 10 * 60_000 },
  /** The owner of an address was not asked before the first e-mail. */
  emailsToAddress: { most: 30, windowMs: 24 * 60 * 60_000 },
  /** The owner of an account hears of its checks, however many e-mails strangers order for the address. */
  emailsToOwner: { most: 30, windowMs: 24 * 60 * 60_000 },
} as const;

/** Those that wait for a window do not all come back in its first second. */
const spreadMs = 10 * 60_000;

export type LimitDeps = { readonly clock: Clock; readonly random: Random; readonly requestCounters: RequestCounters };

/** Counts one of `whom`: a host, or the fingerprint of a network or an address. Returns when to come back, Unix ms, if that is too many. */
export async function countTelling(
  { clock, random, requestCounters }: LimitDeps,
  limit: keyof typeof tellingLimits,
  whom: string,
): Promise<number | undefined> {
  const { most, windowMs } = tellingLimits[limit];
  const window = Math.floor(clock.now() / windowMs);
  const endsAt = (window + 1) * windowMs;
  const count = await requestCounters.add(`tally_${sha256Hex(`${limit} ${whom} ${window}`)}`, most, endsAt);
  return count === 'full' ? endsAt + Math.floor(random.fraction() * spreadMs) : undefined;
}
