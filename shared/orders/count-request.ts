/** The request counter: limits how many requests one network may send, by class in windows and by use case an hour. */

import { sha256Hex } from '../domain/digest.ts';
import { limitWindowSeconds, networkOf, networksToSite, type RequestClass, siteOf } from '../domain/network.ts';
import { Refusal } from '../domain/refusal.ts';
import { TooManyStaleWrites, update } from '../domain/stored.ts';
import type { Deps } from './deps.ts';

/** The state of a limit after a request was counted. */
export interface Quota {
  readonly name: string;
  readonly most: number;
  readonly windowSeconds: number;
  readonly left: number;
  readonly resetSeconds: number;
}

interface Counted {
  /** The IP address of the connection. */
  readonly address: string;
  /** Told of each limit that has counted the request. */
  readonly onCounted?: ((quota: Quota) => void) | undefined;
}

interface Limited {
  readonly name: string;
  readonly limitedAs?: RequestClass | undefined;
  readonly perHour?: number | undefined;
}

/** Counts every request, even one that fails later. Throws a Refusal that says when the next one is allowed. */
export async function countRequest(deps: Deps, { name, limitedAs, perHour }: Limited, caller: Counted): Promise<void> {
  // A function without limits may have no table, and each field of `deps` is made when it is touched.
  if (perHour !== undefined) await countExactlyTwice(deps, { name, perHour }, caller);
  const most = limitedAs && deps.settings.requestLimits?.[limitedAs];
  if (most === undefined) return;
  await countInWindow(deps, { name: limitedAs ?? name, most, windowSeconds: limitWindowSeconds }, caller);
}

/** The dependencies of a plain count. */
type Counters = Pick<Deps, 'clock' | 'log'> & { readonly requestCounters: Pick<Deps['requestCounters'], 'add'> };

/** One write counts a request by network and window. A counter that fails must stop no order. */
export async function countInWindow(
  deps: Counters,
  { name, most, windowSeconds }: Limit,
  { address, onCounted }: Counted,
): Promise<void> {
  const [network, site] = [networkOf(address), siteOf(address)];
  const counted = await countFor(deps, { name, most, windowSeconds }, network);
  if (counted === undefined) return;
  const { isFull, ...quota } = counted;
  onCounted?.(quota);
  // A network that is over its own limit uses up nothing of the others beside it.
  const isOfSiteFull = !isFull && site !== network && (await isSiteFull(deps, { name, most, windowSeconds }, site));
  if (isFull || isOfSiteFull)
    throw tooMany(
      `at most ${most} requests (${name}) in ${windowSeconds / 60} minutes are taken from one network`,
      quota.resetSeconds,
    );
}

const isSiteFull = async (deps: Counters, limit: Limit, site: string): Promise<boolean> =>
  (await countFor(deps, { ...limit, most: limit.most * networksToSite }, site))?.isFull === true;

type Limit = Pick<Quota, 'name' | 'most' | 'windowSeconds'>;

/** The same for whatever is counted, a network or a job; `undefined` if the count could not be written. */
export async function countFor(
  { clock, requestCounters, log }: Counters,
  { name, most, windowSeconds }: Limit,
  whom: string,
): Promise<(Quota & { readonly isFull: boolean }) | undefined> {
  const now = clock.now();
  const window = Math.floor(now / (windowSeconds * 1_000));
  const endsAt = (window + 1) * windowSeconds * 1_000;
  const id = `tally_${sha256Hex(`${name} ${whom} ${window}`)}`;
  const count = await requestCounters.add(id, most, endsAt).catch((error: unknown) => {
    log.info('request not counted', { error });
    return undefined;
  });
  if (count === undefined) return undefined;
  const isFull = count === 'full';
  const left = isFull ? 0 : most - count;
  return { name, most, windowSeconds, left, isFull, resetSeconds: Math.ceil((endsAt - now) / 1_000) };
}

async function countExactlyTwice(deps: Deps, { name, perHour }: HourLimit, { address }: Counted): Promise<void> {
  const [network, site] = [networkOf(address), siteOf(address)];
  await countExactly(deps, { name, perHour }, network);
  if (site !== network) await countExactly(deps, { name, perHour: perHour * networksToSite }, site);
}

interface HourLimit {
  readonly name: string;
  readonly perHour: number;
}

/** Exact within any hour. Each request is one entry of the item, so this is for small numbers only. */
async function countExactly(
  { clock, requestCounters }: Deps,
  { name, perHour }: HourLimit,
  whom: string,
): Promise<void> {
  const hourMs = 3_600_000;
  const id = `tally_${sha256Hex(`${name} ${whom}`)}`;
  const refusal = (waitMs: number) =>
    tooMany(`at most ${perHour} an hour are taken from one network`, Math.ceil(waitMs / 1_000));
  const counted = update(requestCounters, id, (tally) => {
    const now = clock.now();
    const recent = (tally?.times ?? []).filter((time) => time > now - hourMs);
    const [oldest] = recent;
    if (oldest !== undefined && recent.length >= perHour) throw refusal(oldest + hourMs - now);
    return { id, version: tally?.version ?? 0, createdAt: now, keepUntil: now + hourMs, times: [...recent, now] };
  });
  // Stale writes mean many concurrent requests from one network, which is too many as well.
  await counted.catch((error: unknown) => {
    throw error instanceof TooManyStaleWrites ? refusal(1_000) : error;
  });
}

const tooMany = (limit: string, retryAfterSeconds: number): Refusal =>
  new Refusal('rate_limited', `Too many requests: ${limit}. Send it again in ${retryAfterSeconds} seconds.`, {
    retryAfterSeconds,
  });
