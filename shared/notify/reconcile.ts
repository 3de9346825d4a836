/** One round of what finds due work whose message was lost: the jobs, then the outboxes. */
import { type Mark, queueDue, reconcileJobs, secondsSince } from '../orders/reconcile.ts';
import type { Overdue, Unread } from '../storage/table.ts';
import type { NotifyDeps } from './deps.ts';
import { type Channel, channels } from './outbox.ts';

export type Swept = Readonly<Partial<Record<'jobs' | Channel, Mark>>>;

/** `everyMs` is the time until the next round, which gets what this one returns. Letters come first. */
export async function reconcile(deps: NotifyDeps, everyMs: number, swept: Swept = {}): Promise<Swept> {
  const jobs = await reconcileJobs(deps, everyMs, swept.jobs);
  return { ...swept, jobs, ...(await reconcileOutboxes(deps, everyMs, swept)) };
}

async function reconcileOutboxes(deps: NotifyDeps, everyMs: number, swept: Swept): Promise<Swept> {
  const { outboxes, outboxQueues, log, clock } = deps;
  const after: { -readonly [Kind in keyof Swept]: Swept[Kind] } = {};
  const waits = [0];
  // One channel that is out of order stops neither the other one nor the measuring.
  for (const channel of channels)
    try {
      const due = (...asked: [Overdue, number, Unread?]) => outboxes.due(channel, ...asked);
      after[channel] = await queueDue(deps, everyMs, { queue: outboxQueues[channel], swept: swept[channel], due });
      const [oldest] = await due({ before: clock.now() }, 1);
      waits.push(secondsSince(oldest?.dueAt, clock.now()));
    } catch (error) {
      log.alarm('outboxes not swept', { error });
    }
  log.measure('oldestOutboxSeconds', Math.max(...waits));
  return after;
}
