/** Limits the requests of a network. Most limits count in fixed windows, with one write. Small hourly limits are exact. */
import { sha256Hex } from '../domain/ids.ts';
import { limitWindowSeconds, networkOf, type RequestLimits, siteOf } from '../domain/network.ts';
import { Refusal } from '../domain/refusal.ts';
import { update } from '../domain/stored.ts';
import type { Deps } from './deps.ts';

interface Limit {
  readonly name: string;
  readonly max: number;
  readonly windowSeconds: number;
}

/** The state of a limit after a request was counted or refused. */
export interface Quota extends Limit {
  readonly isFull: boolean;
  readonly left: number;
  readonly resetSeconds: number;
}

export interface CountedCaller {
  /** The IP address of the connection, never one from a header. */
  readonly address: string;
  /** Called with each limit that has counted the request. */
  readonly onCounted?: ((quota: Quota) => void) | undefined;
}

/** The dependencies for counting in fixed windows. */
type Counters = Pick<Deps, 'clock' | 'log'> & { readonly requestCounters: Pick<Deps['requestCounters'], 'add'> };

/** Counts every request, even one that fails later. Over the limit, throws a Refusal that says when the next one is allowed. */
export async function countRequest(
  deps: Deps,
  limited: {
    readonly name: string;
    readonly limitedAs?: keyof RequestLimits | undefined;
    readonly perHour?: number | undefined;
  },
  caller: CountedCaller,
  cost = 1,
): Promise<void> {
  const { name, limitedAs, perHour } = limited;
  if (perHour !== undefined) {
    await countExactly(deps, { name, perHour }, caller);
    // Also limits the caller's site, an IPv6 /48, which may hold many networks.
    await countInWindow(deps, { name, max: perHour, windowSeconds: 3_600 }, { address: caller.address });
  }
  if (limitedAs === undefined) return;
  // A function without limits may have no table, so it must not read `deps.requestCounters`, which would open it.
  const max = deps.settings.requestLimits?.[limitedAs];
  if (max !== undefined)
    await countInWindow(deps, { name: limitedAs, max, windowSeconds: limitWindowSeconds }, caller, cost);
}

/** Counts a request for its network, then for its site. A request over the network's limit doesn't count for the site. */
export async function countInWindow(deps: Counters, limit: Limit, caller: CountedCaller, cost = 1): Promise<void> {
  const network = networkOf(caller.address);
  for (const sender of new Set([network, siteOf(caller.address)])) {
    // A site may send four times as many requests as one network.
    const max = sender === network ? limit.max : limit.max * 4;
    const quota = await countFor(deps, { ...limit, max }, sender, cost);
    if (quota === undefined) return;
    if (sender === network) caller.onCounted?.(quota);
    const rule = `at most ${max} requests (${limit.name}) in ${limit.windowSeconds / 60} minutes are accepted from one network`;
    if (quota.isFull) throw tooMany(rule, quota.resetSeconds);
  }
}

/** Counts a request by its `subject`: a network, a job or a host. `undefined` if that fails, which must not stop an order. */
export async function countFor(
  { clock, requestCounters, log }: Counters,
  limit: Limit,
  subject: string,
  cost = 1,
): Promise<Quota | undefined> {
  const now = clock.now();
  const windowMs = limit.windowSeconds * 1_000;
  const window = Math.floor(now / windowMs);
  const endsAt = (window + 1) * windowMs;
  const id = `tally_${sha256Hex(`${limit.name} ${subject} ${window}`)}`;
  try {
    const count = await requestCounters.add(id, { cost, max: limit.max }, endsAt);
    const isFull = count === 'full';
    const left = isFull ? 0 : limit.max - count;
    return { ...limit, isFull, left, resetSeconds: Math.ceil((endsAt - now) / 1_000) };
  } catch (error) {
    log.info('request not counted', { error });
    return undefined;
  }
}

/** Counts the requests of the last hour. Only for small limits, because the item lists the time of each request. */
async function countExactly(
  { clock, requestCounters }: Deps,
  { name, perHour }: { readonly name: string; readonly perHour: number },
  caller: CountedCaller,
): Promise<void> {
  const hourMs = 3_600_000;
  const id = `tally_${sha256Hex(`${name} ${networkOf(caller.address)}`)}`;
  await update(requestCounters, id, (tally) => {
    const now = clock.now();
    const recent = (tally?.times ?? []).filter((time) => time > now - hourMs);
    const [oldest = now] = recent;
    const resetSeconds = Math.ceil((oldest + hourMs - now) / 1_000);
    const isFull = recent.length >= perHour;
    const left = Math.max(0, perHour - recent.length - 1);
    caller.onCounted?.({ name, max: perHour, windowSeconds: hourMs / 1_000, isFull, left, resetSeconds });
    if (isFull) throw tooMany(`at most ${perHour} an hour are accepted from one network`, resetSeconds);
    return { id, version: tally?.version ?? 0, createdAt: now, keepUntil: now + hourMs, times: [...recent, now] };
  });
}

export const tooMany = (limit: string, retryAfterSeconds: number): Refusal =>
  new Refusal('rate_limited', `Too many requests: ${limit}. Try again in ${retryAfterSeconds} seconds.`, {
    retryAfterSeconds,
  });
