/**
 * Finds every job that is due before the next round and nudges it: nothing depends on a message alone. Then measures
 * the waits of jobs. Every round reports them, so that silence means that no round ran.
 */
import type { Wait } from '../core/waiting.ts';
import type { Deps } from '../ports.ts';
import { nudge } from './nudge.ts';

/** One round takes this many jobs, the longest waiting first; the next round finds the rest. */
export const mostJobs = 10_000;
const sendsAtOnce = 20;

/** `everyMs` is the time until the next round, and so the distance to look ahead. */
export async function reconcile(deps: Pick<Deps, 'clock' | 'jobs' | 'log' | 'queue'>, everyMs: number): Promise<void> {
  const due = await deps.jobs.due(deps.clock.now() + everyMs, mostJobs);
  for (let at = 0; at < due.length; at += sendsAtOnce)
    await Promise.all(due.slice(at, at + sendsAtOnce).map(({ id, dueAt }) => nudge(deps, id, dueAt)));
  const [oldest] = due;
  if (oldest !== undefined)
    deps.log.info('reconciled', { count: due.length, durationMs: Math.max(0, deps.clock.now() - oldest.dueAt) });
  await measureWaits(deps);
}

async function measureWaits({ jobs, log, clock }: Pick<Deps, 'clock' | 'jobs' | 'log'>): Promise<void> {
  const secondsOf = async (wait: Wait) => {
    const [oldest] = await jobs.waiting(wait, 1);
    return oldest === undefined ? 0 : Math.max(0, Math.round((clock.now() - oldest.since) / 1_000));
  };
  log.measure('oldestUnfulfilledSeconds', await secondsOf('fulfillment'));
  log.measure('oldestRefundSeconds', await secondsOf('refund'));
  // More than 100 parked jobs are as bad as 100.
  log.measure('parkedNow', (await jobs.waiting('person', 100)).length);
}
