/** One round of finding due work whose queue message was lost: the jobs, then the outboxes. And how long jobs wait. */
import type { Wait } from '../domain/job/job.ts';
import type { MetricName } from '../domain/metrics.ts';
import { sweptAfterMs } from '../domain/times.ts';
import type { Queue } from '../storage/queue.ts';
import type { Due, Overdue } from '../storage/table.ts';
import type { NotifyDeps } from './deps.ts';
import { channels } from './outbox.ts';

/** The most of a kind that one round queues: 50 a second. A million orders a month need 4. */
export const maxPerRound = 3_000;

/**
 * Queues the jobs, or the outboxes of a channel, that have been due longest. A message does its work within half a minute of its
 * time: anything still due then lost its message, and is queued in every round until it is done. Work that fails is due later
 * again, so it holds up nothing behind it.
 */
async function queueDue(
  { clock, log, settings }: NotifyDeps,
  { queue, due }: { readonly queue: Queue; due(overdue: Overdue, limit: number): Promise<readonly Due[]> },
): Promise<void> {
  const now = clock.now();
  const dueItems = await due({ before: now - sweptAfterMs(settings.retryBaseMs) }, maxPerRound);
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

/** Jobs come first. A failure of one channel stops neither the other one nor the measuring. */
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
