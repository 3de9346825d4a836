/** Finds due jobs and outboxes whose queue message was lost, queues them, and measures how long jobs have waited. */
import type { Wait } from '../domain/job/job.ts';
import type { MetricName } from '../domain/metrics.ts';
import { requeueAfterMs } from '../domain/times.ts';
import type { Queue } from '../storage/queue.ts';
import type { Due, Overdue } from '../storage/table.ts';
import type { NotifyDeps } from './deps.ts';
import { channels } from './outbox.ts';

/** One round a minute queues at most this many jobs, or outboxes of a channel. A million orders a month need 240 a round. */
export const maxPerRound = 3_000;

/**
 * Queues the jobs, or the outboxes of a channel, that have been due longest. Work is normally done within half a minute of
 * its due time. If it isn't, its message was lost, and every round queues it until it is done. Work that fails gets a later
 * due time, so it doesn't hold up other work.
 */
async function queueDue(
  { clock, log, settings }: NotifyDeps,
  { queue, due }: { readonly queue: Queue; due(overdue: Overdue, limit: number): Promise<readonly Due[]> },
): Promise<void> {
  const now = clock.now();
  const dueItems = await due({ before: now - requeueAfterMs(settings.retryBaseMs) }, maxPerRound);
  const refused = await queue.sendAll(dueItems.map(({ id }) => ({ id, delayMs: 0 })));
  const [oldest] = dueItems;
  if (oldest !== undefined) log.info('reconciled', { count: dueItems.length, durationMs: now - oldest.dueAt });
  if (refused > 0) log.info('not queued', { count: refused });
}

const secondsSince = (at: number | undefined, now: number): number =>
  at === undefined ? 0 : Math.max(0, Math.round((now - at) / 1_000));

async function measureWaits({ jobs, log, clock }: NotifyDeps): Promise<void> {
  const secondsOf = async (wait: Wait) => {
    const [oldest] = await jobs.waiting(wait, 1);
    return secondsSince(oldest?.since, clock.now());
  };
  // If a value can't be read, it isn't reported: a guess could end an alarm.
  const measure = (name: MetricName, read: () => Promise<number>): Promise<void> =>
    read().then(
      (value) => log.measure(name, value),
      (error: unknown) => log.alarm('wait not measured', { error }),
    );
  await measure('oldestUnfulfilledSeconds', () => secondsOf('fulfillment'));
  await measure('oldestRefundSeconds', () => secondsOf('refund'));
  // Counting stops at 100, because more makes no difference to the alarm.
  await measure('parkedNow', async () => (await jobs.waiting('person', 100)).length);
}

/** Jobs come first. A failure in one channel stops neither the other channel nor the measurements. */
export async function reconcile(deps: NotifyDeps): Promise<void> {
  const { jobs, queue, outboxes, outboxQueues, log, clock } = deps;
  await queueDue(deps, { queue, due: jobs.due });
  await measureWaits(deps);
  const waits = [0];
  for (const channel of channels)
    try {
      const due = (overdue: Overdue, limit: number) => outboxes.due(channel, overdue, limit);
      await queueDue(deps, { queue: outboxQueues[channel], due });
      const [oldest] = await due({ before: clock.now() }, 1);
      waits.push(secondsSince(oldest?.dueAt, clock.now()));
    } catch (error) {
      log.alarm('outboxes not swept', { error });
    }
  log.measure('oldestOutboxSeconds', Math.max(...waits));
}
