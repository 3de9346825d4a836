/** The request counter: limits how many requests an hour one network may send to a use case. */
import { sha256Hex } from '../core/digest.ts';
import { networkOf } from '../core/network.ts';
import { Refusal } from '../core/refusal.ts';
import { TooManyStaleWrites, update } from '../core/update.ts';
import type { Deps } from '../ports.ts';

/** Counts every request, even one that fails later. Throws a Refusal that says when the next one is allowed. */
export async function countRequest(
  deps: Pick<Deps, 'clock' | 'requestCounters'>,
  { name, perHour }: { readonly name: string; readonly perHour?: number | undefined },
  { address }: { readonly address: string },
): Promise<void> {
  if (perHour === undefined) return;
  // Taken out only now: a function without limits may have no table, and each field is made when it is touched.
  const { clock, requestCounters } = deps;
  const hourMs = 3_600_000;
  const id = `tally_${sha256Hex(`${name} ${networkOf(address)}`)}`;
  const counted = update(requestCounters, id, (tally) => {
    const now = clock.now();
    const recent = (tally?.times ?? []).filter((time) => time > now - hourMs);
    const [oldest] = recent;
    if (oldest !== undefined && recent.length >= perHour) throw tooMany(perHour, oldest + hourMs - now);
    return { id, version: tally?.version ?? 0, createdAt: now, keepUntil: now + hourMs, times: [...recent, now] };
  });
  // Stale writes mean many concurrent requests from one network, which is too many as well.
  await counted.catch((error: unknown) => {
    throw error instanceof TooManyStaleWrites ? tooMany(perHour, 1_000) : error;
  });
}

const tooMany = (perHour: number, waitMs: number): Refusal => {
  const retryAfterSeconds = Math.ceil(waitMs / 1_000);
  return new Refusal({
    code: 'rate_limited',
    message: `Too many requests: at most ${perHour} an hour are taken from one address. Send it again in ${retryAfterSeconds} seconds.`,
    retryAfterSeconds,
  });
};
