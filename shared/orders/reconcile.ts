/** Queues what has been due for a moment, jobs here and the outboxes of `notify`, and measures how long jobs wait. */
import type { Wait } from '../domain/job/job.ts';
import type { MetricName } from '../domain/metrics.ts';
import { sweptAfterMs } from '../domain/retry.ts';
import type { Queue } from '../storage/queue.ts';
import type { Due, Overdue } from '../storage/table.ts';
import type { Deps } from './deps.ts';

/** One round queues at most so many of a kind: 50 a second, where a million orders a month need 4. */
export const mostAtOnce = 3_000;

/** Jobs, or the outboxes of a channel. */
interface Sweep {
  readonly queue: Queue;
  due(overdue: Overdue, limit: number): Promise<readonly Due[]>;
}

/**
 * A message has done its work half a minute after its time: what is still due then was lost, or had none, and is queued
 * in every round until it is done. A full round says where the next one goes on (Unix ms), so what fails for ever holds
 * up nothing; the round after the last one begins at the longest waiting again.
 */
export async function queueDue({ clock, log, settings }: Deps, { queue, due }: Sweep, since = 0) {
  const now = clock.now();
  const dueItems = await due({ since, before: now - sweptAfterMs(settings.retryBaseMs) }, mostAtOnce);
  const refused = await queue.sendAll(dueItems.map(({ id }) => ({ id, delayMs: 0 })));
  const [oldest] = dueItems;
  if (oldest !== undefined) log.info('reconciled', { count: dueItems.length, durationMs: now - oldest.dueAt });
  if (refused > 0) log.info('not queued', { count: refused });
  const last = dueItems[mostAtOnce - 1];
  return last && Math.max(last.dueAt, since + 1);
}

export const secondsSince = (at: number | undefined, now: number): number =>
  at === undefined ? 0 : Math.max(0, Math.round((now - at) / 1_000));

export async function measureWaits({ jobs, log, clock }: Deps): Promise<void> {
  const secondsOf = async (wait: Wait) => {
    const [oldest] = await jobs.waiting(wait, 1);
    return secondsSince(oldest?.since, clock.now());
  };
  // A figure that cannot be read is left out: a guess would end an alarm.
  const measure = (name: MetricName, read: () => Promise<number>): Promise<void> =>
    read().then(
      (value) => log.measure(name, value),
      (error: unknown) => log.alarm('wait not measured', { error }),
    );
  await measure('oldestUnfulfilledSeconds', () => secondsOf('fulfillment'));
  await measure('oldestRefundSeconds', () => secondsOf('refund'));
  // More than 100 jobs that need review are as bad as 100.
  await measure('parkedNow', async () => (await jobs.waiting('person', 100)).length);
}

/** The items that are due, as they are now. */
export async function itemsOf<T>(
  items: { get(id: string): Promise<T | undefined> },
  due: readonly { readonly id: string }[],
): Promise<readonly T[]> {
  const results: T[] = [];
  for (const { id } of due) {
    const item = await items.get(id);
    if (item !== undefined) results.push(item);
  }
  return results;
}
