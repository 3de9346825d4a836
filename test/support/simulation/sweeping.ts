/** Time as it passes on AWS: a sweep each minute. Those that would find nothing are left out, so that weeks pass quickly. */

import type { ServiceDeps } from '../../../shared/config/app.ts';
import { channels } from '../../../shared/notify/outbox.ts';
import { reconcile } from '../../../shared/notify/reconcile.ts';
import type { WoundClock } from '../fakes/clock.ts';

const minute = 60_000;

type Sweeper = Parameters<typeof reconcile>[0] & { readonly clock: WoundClock };

/** Lets so many milliseconds pass. `around` makes each sweep, and each look for the next. */
export function sweeping(
  deps: Sweeper,
  around: <T>(work: () => Promise<T>) => Promise<T> = (work) => work(),
): (ms: number) => Promise<void> {
  const { clock } = deps;
  return async (ms) => {
    const end = clock.now() + ms;
    for (;;) {
      const next = Math.floor(clock.now() / minute + 1) * minute;
      const first = Math.max(next, Math.floor((await around(() => nextDue(deps))) / minute) * minute);
      await clock.wind(Math.max(0, Math.min(first, end) - clock.now()));
      if (first >= end) return;
      await around(() => reconcile(deps));
    }
  };
}

/** Unix ms; infinite if nothing will ever be due. */
export async function nextDue({ jobs, outboxes }: Pick<ServiceDeps, 'jobs' | 'outboxes'>): Promise<number> {
  const ever = { before: Number.MAX_SAFE_INTEGER };
  const firsts = [jobs.due(ever, 1), ...channels.map((channel) => outboxes.due(channel, ever, 1))];
  return Math.min(...(await Promise.all(firsts)).flat().map(({ dueAt }) => dueAt));
}
