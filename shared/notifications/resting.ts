/** Lets a receiver that hangs rest, so that its jobs do not keep the events of others waiting. */
import { receiverRestMs, tellingTimeoutMs } from '../core/retry.ts';
import { update } from '../core/update.ts';
import type { Deps } from '../ports/deps.ts';
import type { Endpoint } from '../ports/notifications.ts';
import type { TellResult } from './drain.ts';

export type RestDeps = Pick<Deps, 'clock' | 'random' | 'endpoints'>;

/** After its rest one attempt is made, and the others wait for what comes of it. */
export async function unlessResting(
  { clock, random, endpoints }: RestDeps,
  { id, hung = 0 }: Endpoint,
): Promise<TellResult | undefined> {
  if (hung === 0) return undefined;
  const now = clock.now();
  let until: number | undefined;
  await update(endpoints, id, (known) => {
    until = known?.restsUntil !== undefined && known.restsUntil > now ? known.restsUntil : undefined;
    return known && until === undefined ? { ...known, restsUntil: now + tellingTimeoutMs } : undefined;
  });
  if (until === undefined) return undefined;
  // They do not all come back in one moment.
  return { postponedTo: until + Math.floor(random.fraction() * receiverRestMs(hung)), reason: 'receiver_rests' };
}

/** Only a receiver that hangs, or did so last time, costs a write. */
export async function noteTime(
  { clock, endpoints }: Pick<RestDeps, 'clock' | 'endpoints'>,
  { id, hung = 0 }: Endpoint,
  code: string,
): Promise<void> {
  const hangs = code === 'timeout';
  if (!hangs && hung === 0) return;
  await update(endpoints, id, (known) => {
    if (known === undefined) return undefined;
    if (!hangs) return { ...known, hung: 0, restsUntil: undefined };
    // Many attempts that were under way together count as one.
    if ((known.restsUntil ?? 0) > clock.now()) return undefined;
    const times = (known.hung ?? 0) + 1;
    return { ...known, hung: times, restsUntil: clock.now() + receiverRestMs(times) };
  });
}
