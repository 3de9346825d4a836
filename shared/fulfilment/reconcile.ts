/**
 * Finds every job and every outbox that has been due for a moment and queues it: nothing depends on a message alone.
 * Then measures the waits. Every round reports them, so that silence means that no round ran.
 */
import { shards } from '../core/ids.ts';
import { type Channel, channels } from '../core/notify/outbox.ts';
import { sweptAfterMs } from '../core/retry.ts';
import type { Wait } from '../core/waiting.ts';
import type { Deps, Due, Overdue, Queue } from '../ports.ts';

/** One round takes this many of a kind, the longest waiting first; the next round finds the rest. */
export const mostJobs = 60_000;

type ReconcileDeps = Pick<Deps, 'clock' | 'jobs' | 'log' | 'queue' | 'outboxes' | 'outboxQueues' | 'settings'>;

/** What fell due before these times has been queued, Unix ms. */
export type Swept = Readonly<Partial<Record<'jobs' | Channel, number>>>;

/** Of one kind: the jobs, or the outboxes of a channel. */
interface Sweep {
  readonly queue: Queue;
  readonly swept: number | undefined;
  due(overdue: Overdue, limit: number): Promise<readonly Due[]>;
}

/** `everyMs` is the time until the next round, which gets what this one returns. */
export async function reconcile(deps: ReconcileDeps, everyMs: number, swept: Swept = {}): Promise<Swept> {
  const { jobs, outboxes, queue, outboxQueues, log } = deps;
  const after: { -readonly [Kind in keyof Swept]: Swept[Kind] } = { ...swept };
  after.jobs = await sweep(deps, everyMs, { queue, swept: swept.jobs, due: (...asked) => jobs.due(...asked) });
  // After the jobs: letters come first.
  const waits = [0];
  // One channel that is out of order stops neither the other one nor the measuring.
  for (const channel of channels)
    try {
      const due: Sweep['due'] = (...asked) => outboxes.due(channel, ...asked);
      after[channel] = await sweep(deps, everyMs, { queue: outboxQueues[channel], swept: swept[channel], due });
      const [oldest] = await due({ before: deps.clock.now() }, 1);
      waits.push(secondsSince(oldest?.dueAt, deps.clock.now()));
    } catch (error) {
      log.alarm('outboxes not swept', { error });
    }
  log.measure('oldestOutboxSeconds', Math.max(...waits));
  await measureWaits(deps);
  return after;
}

/**
 * The first round of a process may follow one whose messages are lost: it takes all there is, and all that falls due until
 * the next round. The second one takes what is still due of that minute, because jobs may have been written in it. Later
 * ones take what has fallen due since: once, because its message is then under way. What is due for longer had more than
 * one message, and may stand in a long queue: each shard has its turn, so that nothing is lost.
 */
async function sweep(deps: ReconcileDeps, everyMs: number, { queue, swept, due }: Sweep): Promise<number | undefined> {
  const { clock, log, settings } = deps;
  const now = clock.now();
  const isFirst = swept === undefined;
  const settled = Math.max(swept ?? 0, now - sweptAfterMs(settings.retryBaseMs));
  const before = isFirst ? now + everyMs : settled;
  const shard = shards[Math.floor(now / everyMs) % shards.length];
  const older = isFirst ? [] : await due({ before: swept, shard }, mostJobs);
  const recent = await due({ before, since: swept }, mostJobs);
  const found = [...older, ...recent];
  const refused = await queue.sendAll(found.map(({ id, dueAt }) => ({ id, delayMs: Math.max(0, dueAt - now) })));
  const [oldest] = found;
  if (oldest !== undefined)
    log.info('reconciled', { count: found.length, durationMs: Math.max(0, clock.now() - oldest.dueAt) });
  if (refused > 0) log.info('not queued', { count: refused });
  if (refused > 0) return swept;
  return recent.length < mostJobs ? settled : Math.min(settled, recent.at(-1)?.dueAt ?? settled);
}

const secondsSince = (at: number | undefined, now: number): number =>
  at === undefined ? 0 : Math.max(0, Math.round((now - at) / 1_000));

async function measureWaits({ jobs, log, clock }: Pick<Deps, 'clock' | 'jobs' | 'log'>): Promise<void> {
  const secondsOf = async (wait: Wait) => {
    const [oldest] = await jobs.waiting(wait, 1);
    return secondsSince(oldest?.since, clock.now());
  };
  log.measure('oldestUnfulfilledSeconds', await secondsOf('fulfillment'));
  log.measure('oldestRefundSeconds', await secondsOf('refund'));
  // More than 100 parked jobs are as bad as 100.
  log.measure('parkedNow', (await jobs.waiting('person', 100)).length);
}
