/** The stores in memory, with the version checks of the real ones. They return copies, as a network would. */
import { orderNumberOf, shardOf } from '../../../shared/domain/ids.ts';
import { type Job, neededAccountId, paidOn, waitOf, wakesAt } from '../../../shared/domain/job/job.ts';
import type { Stored } from '../../../shared/domain/stored.ts';
import { retentionOf } from '../../../shared/domain/times.ts';
import type { NotifyDeps, Outboxes, PostOutcome } from '../../../shared/notify/deps.ts';
import { type Outbox, outboxWakesAt } from '../../../shared/notify/outbox.ts';
import type { Documents } from '../../../shared/storage/documents.ts';
import type { Jobs } from '../../../shared/storage/jobs.ts';
import type { Queue } from '../../../shared/storage/queue.ts';
import {
  type Collection,
  type Dated,
  type Due,
  maxTwins,
  type Overdue,
  type RequestCounter,
  type RequestCounters,
  type Twins,
} from '../../../shared/storage/table.ts';

/** Copies like structuredClone, but ten times as fast, because a simulation makes millions of copies. */
function copyOf<T>(value: T): T {
  if (typeof value === 'function') throw new TypeError('no store can hold a function');
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copyOf) as T;
  if (Object.getPrototypeOf(value) !== Object.prototype) return structuredClone(value);
  const copy: Record<string, unknown> = {};
  for (const member of Object.keys(value)) copy[member] = copyOf((value as Record<string, unknown>)[member]);
  return copy as T;
}

export function memoryCollection<T extends Stored>(items = new Map<string, T>()): Collection<T> & { all(): T[] } {
  return {
    all: () => [...items.values()].map(copyOf),
    get: async (id) => copyOf(items.get(id)),
    create: async (item) => {
      if (items.has(item.id)) return 'exists';
      items.set(item.id, copyOf(item));
      return 'saved';
    },
    replace: async (item) => {
      if (items.get(item.id)?.version !== item.version) return 'stale';
      items.set(item.id, copyOf({ ...item, version: item.version + 1 }));
      return 'saved';
    },
  };
}

export function memoryCounters(): RequestCounters & { all(): RequestCounter[]; readonly counts: Map<string, number> } {
  const counts = new Map<string, number>();
  return {
    ...memoryCollection<RequestCounter>(),
    counts,
    add: async (id, { cost, max }) => {
      const count = (counts.get(id) ?? 0) + cost;
      if (count > max) return 'full';
      counts.set(id, count);
      return count;
    },
  };
}

export function memoryTwins(): Twins & { readonly entries: ReadonlyMap<string, ReadonlySet<string>> } {
  const entries = new Map<string, Set<string>>();
  return {
    entries,
    add: async (id, entry) => {
      const before = [...(entries.get(id) ?? [])];
      if (before.length < maxTwins) entries.set(id, new Set([...before, entry]));
      return before;
    },
  };
}

/** A collection whose pages have two items, so that tests notice if a caller reads only the first page. */
export function datedCollection<T extends Stored>(
  placed: (item: T) => { readonly kind: string; readonly at: number } | undefined,
): Collection<T> & Dated<T> & { all(): T[] } {
  const items = new Map<string, T>();
  return {
    ...memoryCollection(items),
    async between(kind, from, to, after = '0') {
      const found = [...items.values()].filter((item) => {
        const place = placed(item);
        return place?.kind === kind && place.at >= from && place.at < to;
      });
      const [start, end] = [Number(after), Number(after) + 2];
      const page = found.slice(start, end).map(copyOf);
      return end < found.length ? { items: page, next: `${end}` } : { items: page };
    },
  };
}

const dueOf = <T extends Stored>(
  items: readonly T[],
  dueAtOf: (item: T) => number | undefined,
  { before, since = 0 }: Overdue,
  limit?: number,
): readonly Due[] =>
  items
    .map((item) => ({ id: item.id, dueAt: dueAtOf(item) ?? Number.POSITIVE_INFINITY }))
    .filter(({ dueAt }) => dueAt < before && dueAt >= since)
    .sort((a, b) => a.dueAt - b.dueAt)
    .slice(0, limit);

/** Like the SQS adapter, it drops messages that would wait for more than 15 minutes. */
export const queueBy = (take: (id: string, delayMs: number) => Promise<void>): Queue => {
  const send = async (id: string, delayMs = 0) => (delayMs > 900_000 ? undefined : take(id, delayMs));
  return {
    send,
    async sendAll(messages) {
      for (const { id, delayMs } of messages) await send(id, delayMs);
      return 0;
    },
  };
};

export function memoryJobs(items = new Map<string, Job>()): Jobs & { all(): Job[] } {
  const jobs = () => [...items.values()];
  const idOf = async (matches: (job: Job) => boolean) => jobs().find(matches)?.id;
  return {
    ...memoryCollection(items),
    idByPartnerId: (id) => idOf(({ partner }) => partner?.id === id),
    idByPayCode: (code) => idOf(({ payCode }) => payCode === code),
    idsByOrderNumber: async (number) =>
      jobs()
        .map(({ id }) => id)
        .filter((id) => orderNumberOf(id) === number),
    due: async (overdue, limit) => dueOf(jobs(), wakesAt, overdue, limit),
    waiting: async (wait, limit) =>
      jobs()
        .flatMap((job) => {
          const found = waitOf(job);
          return found?.for === wait ? [{ id: job.id, since: found.since }] : [];
        })
        .sort((a, b) => a.since - b.since)
        .slice(0, limit),
    drawingOn: async (accountId) => ({
      ids: jobs().flatMap((job) => (neededAccountId(job) === accountId ? [job.id] : [])),
    }),
    paidOn: async (day, shard) => ({
      ids: jobs().flatMap((job) => (paidOn(job) === day && shardOf(job.id) === shard ? [job.id] : [])),
    }),
  };
}

export function memoryOutboxes(items = new Map<string, Outbox>()): Outboxes & { all(): Outbox[] } {
  return {
    ...memoryCollection(items),
    due: async (channel, overdue, limit) => {
      const ofChannel = [...items.values()].filter((outbox) => outbox.channel === channel);
      return dueOf(ofChannel, outboxWakesAt, overdue, limit);
    },
  };
}

/** Deletes a file when its retention period after the last write is over, as the bucket's rules do. */
class ExpiringFiles extends Map<string, Uint8Array> {
  readonly #now: () => number;
  readonly #writtenAt = new Map<string, number>();

  constructor(now: () => number) {
    super();
    this.#now = now;
  }

  override set(key: string, bytes: Uint8Array): this {
    this.#writtenAt.set(key, this.#now());
    return super.set(key, bytes);
  }

  override get(key: string): Uint8Array | undefined {
    const keptMs = retentionOf(key) ?? Number.POSITIVE_INFINITY;
    if (this.#now() - (this.#writtenAt.get(key) ?? 0) >= keptMs) this.delete(key);
    return super.get(key);
  }

  override has(key: string): boolean {
    return this.get(key) !== undefined;
  }
}

/** `now`: Unix ms. */
export function memoryDocuments(now = () => 0): Documents & { readonly files: Map<string, Uint8Array> } {
  const files = new ExpiringFiles(now);
  return {
    files,
    put: async (key, pdf) => void files.set(key, pdf.slice()),
    get: async (key) => files.get(key)?.slice(),
    delete: async (key) => void files.delete(key),
    nameOf: async () => undefined,
    link: async (key) => `https://documents.example/${key}`,
    putLink: async (key, { size }, seconds) => ({
      url: `https://documents.example/${key}?put=${size}&seconds=${seconds}`,
      headers: {},
    }),
    storeForm: async (key, { minBytes, maxBytes }, seconds) => ({
      url: 'https://documents.example/',
      fields: { key, size: `${minBytes} to ${maxBytes}`, seconds: `${seconds}` },
    }),
  };
}

/** An event that a receiver got. */
interface ReceivedEvent {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Receivers that record what they get, and respond as a test says. */
export type MemoryReceivers = NotifyDeps['receivers'] & {
  readonly received: ReceivedEvent[];
  /** The response to each event; by default every receiver accepts everything. */
  answer(event: ReceivedEvent): PostOutcome | Promise<PostOutcome>;
};

export const memoryReceivers = (): MemoryReceivers => {
  const receivers: MemoryReceivers = {
    received: [],
    answer: () => ({ outcome: 'delivered', code: 'http_200' }),
    problemOf: async () => undefined,
    post: async (url, body, headers) => {
      const event = { url, body, headers };
      receivers.received.push(event);
      return receivers.answer(event);
    },
  };
  return receivers;
};
