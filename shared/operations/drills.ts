/** How long ago the last restore drill was made. The drill notes itself, and the nightly audit measures it. */
import { update } from '../core/update.ts';
import type { Clock } from '../ports/clock.ts';
import type { Deps } from '../ports/deps.ts';

type DrillDeps = Pick<Deps, 'drills'> & { readonly clock: Pick<Clock, 'now'> };

/** The whole key: whoever drills may write this item, and no other. */
const drillId = 'audit_drill';

const dayMs = 24 * 60 * 60 * 1_000;

/** The next drill is written over it long before. */
const keptMs = 10 * 365 * dayMs;

/** `by`: the name of whoever drilled. */
export async function noteDrill({ drills, clock }: DrillDeps, by: string): Promise<void> {
  const now = clock.now();
  const dated = { madeAt: now, by, keepUntil: now + keptMs };
  await update(drills, drillId, (known) => ({ ...(known ?? { id: drillId, version: 0, createdAt: now }), ...dated }));
}

/** Whole days since the last drill; without any, since this was asked for the first time. */
export async function daysSinceDrill({ drills, clock }: DrillDeps): Promise<number> {
  const now = clock.now();
  const first = { id: drillId, version: 0, createdAt: now, madeAt: now, keepUntil: now + keptMs };
  const known = await update(drills, drillId, (known) => known ?? first);
  return Math.floor((now - (known?.madeAt ?? now)) / dayMs);
}
