/** Queues every job that has been due for a moment, and measures the waits in every round. */
import { type Shard, shards } from '../domain/ids.ts';
import type { Wait } from '../domain/job/waiting.ts';
import type { MetricName } from '../domain/metrics.ts';
import { sweptAfterMs } from '../domain/retry.ts';
import type { Queue } from '../storage/queue.ts';
import type { Due, Overdue, Unread } from '../storage/table.ts';
import type { Deps } from './deps.ts';

/** One round takes this many of a kind, the longest waiting first; the next round finds the rest. */
export const mostJobs = 60_000;

/** How far the rounds have come with one kind. */
export interface Mark {
  /** All that fell due before this time has been queued, Unix ms. */
  readonly at: number;
  /** But for shards that could not be read: there only what fell due before these times, Unix ms. */
  readonly unread: ReadonlyMap<Shard, number>;
}

/** A sweep covers one kind of work: the jobs, or what a listener has in the table. */
interface Sweep {
  readonly queue: Queue;
  readonly swept: Mark | undefined;
  due(overdue: Overdue, limit: number, unread?: Unread): Promise<readonly Due[]>;
}

/** `everyMs` is the time until the next round, which gets what this one returns. */
export async function reconcileJobs(deps: Deps, everyMs: number, swept?: Mark): Promise<Mark | undefined> {
  const { jobs, queue } = deps;
  const after = await queueDue(deps, everyMs, { queue, swept, due: (...asked) => jobs.due(...asked) });
  await measureWaits(deps);
  return after;
}

/**
 * The first round of a process may follow one whose messages are lost: it takes all there is, and all that falls due until
 * the next round. The second one takes what is still due of that minute, because jobs may have been written in it. Later
 * ones take what has fallen due since: once, because its message is then under way. What is due for longer had more than
 * one message, and may stand in a long queue: each shard has its turn, so that nothing is lost. A shard that cannot be
 * read holds nothing else up, and keeps its own mark until it can.
 */
export async function queueDue(
  deps: Deps,
  everyMs: number,
  { queue, swept: mark, due }: Sweep,
): Promise<Mark | undefined> {
  const { clock, log, settings } = deps;
  const now = clock.now();
  const swept = mark?.at;
  const isFirst = swept === undefined;
  const settled = Math.max(swept ?? 0, now - sweptAfterMs(settings.retryBaseMs));
  const before = isFirst ? now + everyMs : settled;
  const shard = shards[Math.floor(now / everyMs) % shards.length];
  const unread = new Map<Shard, number>();
  const missed: Unread = (each, error) => {
    unread.set(each, mark?.unread.get(each) ?? swept ?? 0);
    log.alarm('not all swept', { error });
  };
  /** Reads the work of one shard that fell due before the mark. */
  const behind = (each: Shard, since?: number) =>
    due({ before: swept ?? 0, since, shard: each }, mostJobs).catch((error: unknown) => {
      missed(each, error);
      return [];
    });
  const recent = await due({ before, since: swept }, mostJobs, missed);
  const older = isFirst || shard === undefined ? [] : await behind(shard);
  const late: Due[] = [];
  for (const [each, since] of mark?.unread ?? []) {
    if (unread.has(each)) continue;
    const missing = await behind(each, since);
    late.push(...missing);
    const last = missing.length < mostJobs ? undefined : missing.at(-1);
    if (last !== undefined) unread.set(each, last.dueAt);
  }
  const found = [...older, ...late, ...recent];
  const refused = await queue.sendAll(found.map(({ id, dueAt }) => ({ id, delayMs: Math.max(0, dueAt - now) })));
  const [oldest] = found;
  if (oldest !== undefined)
    log.info('reconciled', { count: found.length, durationMs: Math.max(0, clock.now() - oldest.dueAt) });
  if (refused > 0) log.info('not queued', { count: refused });
  if (refused > 0) return mark;
  const at = recent.length < mostJobs ? settled : Math.min(settled, recent.at(-1)?.dueAt ?? settled);
  return { at, unread };
}

export const secondsSince = (at: number | undefined, now: number): number =>
  at === undefined ? 0 : Math.max(0, Math.round((now - at) / 1_000));

async function measureWaits({ jobs, log, clock }: Deps): Promise<void> {
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
  // More than 100 parked jobs are as bad as 100.
  await measure('parkedNow', async () => (await jobs.waiting('person', 100)).length);
}

/** The items that are due, as they are now. */
export async function itemsOf<T>(
  items: { get(id: string): Promise<T | undefined> },
  due: readonly { readonly id: string }[],
): Promise<readonly T[]> {
  const found: T[] = [];
  for (const { id } of due) {
    const item = await items.get(id);
    if (item !== undefined) found.push(item);
  }
  return found;
}
