/** Holds each network to so many requests an hour of what may not be tried out at will. */
import { sha256Hex } from '../core/digest.ts';
import { networkOf } from '../core/network.ts';
import { Refusal } from '../core/refusal.ts';
import type { World } from '../ports.ts';
import type { Caller, UseCase } from './use-case.ts';

const hourMs = 3_600_000;

/** Each stale write means that another request of this network was just counted; more than this many at once are too many. */
const mostRounds = 20;

/** Counts every request, whatever becomes of it; throws the Refusal that says when the next one may come. */
export async function countRequest(
  world: World,
  { name, perHour }: Pick<UseCase<never, unknown>, 'name' | 'perHour'>,
  { address }: Caller,
): Promise<void> {
  if (perHour === undefined) return;
  const id = `tally_${sha256Hex(`${name} ${networkOf(address)}`)}`;
  for (let round = 0; round < mostRounds; round += 1) {
    const now = world.clock.now();
    const tally = await world.tallies.get(id);
    const recent = (tally?.times ?? []).filter((time) => time > now - hourMs);
    const [oldest] = recent;
    if (oldest !== undefined && recent.length >= perHour) throw tooMany(perHour, oldest + hourMs - now);
    const next = { id, createdAt: now, keepUntil: now + hourMs, times: [...recent, now] };
    if (tally === undefined) {
      if ((await world.tallies.insert({ ...next, version: 0 })) === 'saved') return;
    } else if ((await world.tallies.replace({ ...next, version: tally.version })) === 'saved') return;
  }
  throw tooMany(perHour, 1_000);
}

const tooMany = (perHour: number, waitMs: number): Refusal => {
  const retryAfterSeconds = Math.ceil(waitMs / 1_000);
  return new Refusal({
    code: 'rate_limited',
    message: `Too many requests: at most ${perHour} an hour are taken from one address. Send it again in ${retryAfterSeconds} seconds.`,
    retryAfterSeconds,
  });
};
