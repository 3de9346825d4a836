/** Queues overdue jobs, and the outboxes of `notify`, and measures how long jobs wait. */
import type { Wait } from '../domain/job/job.ts';
import type { MetricName } from '../domain/metrics.ts';
import { sweptAfterMs } from '../domain/retry.ts';
import type { Queue } from '../storage/queue.ts';
import type { Due, Overdue } from '../storage/table.ts';
import type { Deps } from './deps.ts';

/** The most of a kind that one round queues: 50 a second. A million orders a month need 4. */
export const mostAtOnce = 3_000;

/**
 * Queues jobs, or the outboxes of a channel. A message does its work within half a minute of its time: anything still
 * due then lost its message, and is queued in every round until it is done. A full round returns where the next one
 * continues (Unix ms), so an item that always fails holds up no other. The round after the last starts over.
 */
export async function queueDue(
  { clock, log, settings }: Deps,
  { queue, due }: { readonly queue: Queue; due(overdue: Overdue, limit: number): Promise<readonly Due[]> },
  since = 0,
) {
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
  // A figure that cannot be read is left out: a guess might end an alarm.
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
