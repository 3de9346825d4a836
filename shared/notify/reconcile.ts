/** One round of finding due work whose queue message was lost: the jobs, then the outboxes. */
import { measureWaits, queueDue, secondsSince } from '../orders/reconcile.ts';
import type { Overdue } from '../storage/table.ts';
import type { NotifyDeps } from './deps.ts';
import { type Channel, channels } from './outbox.ts';

/** For each kind of work that this round did not finish: the due time at which the next round continues, Unix ms. */
export type Reached = Readonly<Partial<Record<'jobs' | Channel, number>>>;

/** `reached`: what the last round returned. Letters come first. */
export async function reconcile(deps: NotifyDeps, reached: Reached = {}): Promise<Reached> {
  const { jobs, queue, outboxes, outboxQueues, log, clock } = deps;
  const after: { -readonly [Kind in keyof Reached]: Reached[Kind] } = {};
  after.jobs = await queueDue(deps, { queue, due: jobs.due }, reached.jobs);
  await measureWaits(deps);
  const waits = [0];
  // A failure of one channel stops neither the other one nor the measuring.
  for (const channel of channels)
    try {
      const due = (overdue: Overdue, limit: number) => outboxes.due(channel, overdue, limit);
      after[channel] = await queueDue(deps, { queue: outboxQueues[channel], due }, reached[channel]);
      const [oldest] = await due({ before: clock.now() }, 1);
      waits.push(secondsSince(oldest?.dueAt, clock.now()));
    } catch (error) {
      log.alarm('outboxes not swept', { error });
    }
  log.measure('oldestOutboxSeconds', Math.max(...waits));
  return after;
}
