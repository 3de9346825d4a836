/** Finds whatever is due, or will be before the next round, and hurries it on: nothing depends on a message alone. */
import type { World } from '../ports.ts';
import { nudge } from './nudge.ts';

/** What one round takes on; the longest waiting come first, the rest is found by the next round. */
const mostJobs = 1_000;
const sendsAtOnce = 20;

/** `everyMs`: how far ahead to look, the time until the next round. */
export async function reconcile(world: World, everyMs: number): Promise<void> {
  const due = await world.jobs.due(world.clock.now() + everyMs, mostJobs);
  for (let at = 0; at < due.length; at += sendsAtOnce)
    await Promise.all(due.slice(at, at + sendsAtOnce).map(({ id, dueAt }) => nudge(world, id, dueAt)));
  const [oldest] = due;
  if (oldest !== undefined)
    world.log.info('reconciled', { count: due.length, durationMs: Math.max(0, world.clock.now() - oldest.dueAt) });
}
