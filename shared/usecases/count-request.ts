/** The request counter: limits how many requests one network may send, by class in windows and by use case an hour. */
import { sha256Hex } from '../core/digest.ts';
import { limitWindowSeconds, networkOf, type RequestClass } from '../core/network.ts';
import { Refusal } from '../core/refusal.ts';
import { TooManyStaleWrites, update } from '../core/update.ts';
import type { Deps } from '../ports.ts';

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

type CounterDeps = Pick<Deps, 'clock' | 'requestCounters'>;

/** Counts every request, even one that fails later. Throws a Refusal that says when the next one is allowed. */
export async function countRequest(
  deps: CounterDeps & Pick<Deps, 'settings' | 'log'>,
  { name, limitedAs, perHour }: Limited,
  caller: Counted,
): Promise<void> {
  // A function without limits may have no table, and each field of `deps` is made when it is touched.
  if (perHour !== undefined) await countExactly(deps, { name, perHour }, caller);
  const most = limitedAs && deps.settings.requestLimits?.[limitedAs];
  if (most === undefined) return;
  await countInWindow(deps, { name: limitedAs ?? name, most, windowSeconds: limitWindowSeconds }, caller);
}

/**
 * One write for each request: a count for each network and window of the clock. If the count cannot be written, the
 * request goes on, because an outage of the counter must stop no order.
 */
export async function countInWindow(
  { clock, requestCounters, log }: CounterDeps & Pick<Deps, 'log'>,
  { name, most, windowSeconds }: Pick<Quota, 'name' | 'most' | 'windowSeconds'>,
  { address, onCounted }: Counted,
): Promise<void> {
  const now = clock.now();
  const window = Math.floor(now / (windowSeconds * 1_000));
  const endsAt = (window + 1) * windowSeconds * 1_000;
  const id = `tally_${sha256Hex(`${name} ${networkOf(address)} ${window}`)}`;
  const count = await requestCounters.add(id, most, endsAt).catch((error: unknown) => {
    log.info('request not counted', { error });
    return 'unknown' as const;
  });
  if (count === 'unknown') return;
  const left = count === 'full' ? 0 : most - count;
  const resetSeconds = Math.ceil((endsAt - now) / 1_000);
  onCounted?.({ name, most, windowSeconds, left, resetSeconds });
  if (count === 'full')
    throw tooMany(
      `at most ${most} requests (${name}) in ${windowSeconds / 60} minutes are taken from one network`,
      resetSeconds,
    );
}

/** Exact within any hour. Each request is one entry of the item, so this is for small numbers only. */
async function countExactly(
  { clock, requestCounters }: CounterDeps,
  { name, perHour }: { readonly name: string; readonly perHour: number },
  { address }: Counted,
): Promise<void> {
  const hourMs = 3_600_000;
  const id = `tally_${sha256Hex(`${name} ${networkOf(address)}`)}`;
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
  new Refusal({
    code: 'rate_limited',
    message: `Too many requests: ${limit}. Send it again in ${retryAfterSeconds} seconds.`,
    retryAfterSeconds,
  });
