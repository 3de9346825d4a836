/**
 * One of two regions on a replicated table acts: the one that took over last. It says so in the table, and a region
 * that comes back reads it there.
 */
import { sha256Hex } from '../core/digest.ts';
import { jobKeptMs } from '../core/lifetimes.ts';
import { untilSaved } from '../core/update.ts';
import type { Deps } from '../ports/deps.ts';

/** It stands among the counts, which the functions that move jobs may read. */
const id = `tally_${sha256Hex('the region that acts')}`;

type ActingDeps = Pick<Deps, 'clock' | 'settings' | 'requestCounters' | 'log'>;

/** Whether this region may move jobs on. */
export async function actsHere(deps: ActingDeps): Promise<boolean> {
  const { actsSince = 0 } = deps.settings;
  if (actsSince === 'never') return false;
  const { clock, requestCounters, log } = deps;
  return untilSaved<boolean>(async () => {
    const noted = await requestCounters.get(id);
    const [since = 0] = noted?.times ?? [];
    if (since > actsSince) log.alarm('another region acts', {});
    if (since >= actsSince) return since === actsSince;
    const now = clock.now();
    const mine = { id, createdAt: now, keepUntil: now + jobKeptMs, times: [actsSince] };
    const written =
      noted === undefined
        ? await requestCounters.create({ ...mine, version: 0 })
        : await requestCounters.replace({ ...mine, version: noted.version });
    return written === 'saved' ? true : 'stale';
  });
}

const rememberedMs = 10_000;

/** The same, asked once in ten seconds of a process. */
export function actingHere(): (deps: ActingDeps) => Promise<boolean> {
  let known: { readonly acts: boolean; readonly until: number } | undefined;
  return async (deps) => {
    const now = deps.clock.now();
    if (known === undefined || known.until <= now) known = { acts: await actsHere(deps), until: now + rememberedMs };
    return known.acts;
  };
}
