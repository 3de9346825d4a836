/** Indexes that are cut into shards: `due#7` holds the due items whose ids hash to 7. All are asked at once. */
import { type Shard, shardOf, shards } from '../../domain/ids.ts';
import type { Overdue, Unread } from '../table.ts';
import { type DynamoTable, type IndexQuery, queried, wholeIndex } from './collection.ts';

/** Where an item is written; `undefined` is nowhere. */
export const partitionFor = (name: string | undefined, id: string): string | undefined =>
  name === undefined ? undefined : partitionOf(name, shardOf(id));

export const partitionOf = (name: string, shard: Shard | ''): string => `${name}#${shard}`;

interface Sharded {
  readonly index: string;
  readonly name: string;
  readonly at: string;
}

export interface IndexEntry {
  readonly id: string;
  /** Unix ms. */
  readonly at: number;
}

/** The entries that were read from one partition and not yet taken. */
interface ShardLine {
  readonly shard: Shard;
  readonly entries: readonly IndexEntry[];
  readonly after: IndexQuery['after'];
  readonly isOver: boolean;
}

/** The earliest entries of all partitions, in order. Throws if one fails; with `unread`, only if all do. */
export async function earliest(
  table: DynamoTable,
  sharded: Sharded,
  name: string,
  { since = 0, before = Number.MAX_SAFE_INTEGER, shard }: Partial<Overdue>,
  limit: number,
  unread?: Unread,
): Promise<readonly IndexEntry[]> {
  if (since >= before) return [];
  if (shard === undefined) {
    const all = await ofSmall(table, sharded, name).catch(() => undefined);
    if (all !== undefined) return all.filter(({ at }) => at >= since && at < before).slice(0, limit);
  }
  const asked = { table, sharded, name, since, before, pageSize: Math.ceil(limit / (shards.length / 2)) };
  const found: IndexEntry[] = [];
  const wanted = shard === undefined ? shards : [shard];
  const failed = new Map<Shard, unknown>();
  let isAnyRead = false;
  const readOn = async (line: ShardLine): Promise<ShardLine> => {
    try {
      const read = await nextPage(asked, line);
      isAnyRead = true;
      return read;
    } catch (error) {
      if (unread === undefined) throw error;
      failed.set(line.shard, error);
      return { ...line, isOver: true };
    }
  };
  let lines: readonly ShardLine[] = wanted.map((each) => ({
    shard: each,
    entries: [],
    after: undefined,
    isOver: false,
  }));
  while (found.length < limit && lines.length > 0) {
    lines = await Promise.all(lines.map((line) => (line.entries.length > 0 ? line : readOn(line))));
    if (!isAnyRead) throw failed.values().next().value;
    // Nothing that has not been read yet is earlier than this.
    const known = Math.min(
      ...lines.map(({ entries, isOver }) => (isOver ? before : (entries.at(-1)?.at ?? since - 1))),
    );
    found.push(...lines.flatMap(({ entries }) => entries.filter(({ at }) => at <= known)).toSorted(byTime));
    lines = lines
      .map((line) => ({ ...line, entries: line.entries.filter(({ at }) => at > known) }))
      .filter(({ entries, isOver }) => entries.length > 0 || !isOver);
  }
  for (const [each, error] of failed) unread?.(each, error);
  return found.slice(0, limit);
}

/** An index with fewer entries is read at once: mostly nothing waits, and asking each partition costs thirty times as much. */
const mostOfSmall = 100;

/** The entries of all partitions, in order; `undefined` if they may be many. */
async function ofSmall(
  table: DynamoTable,
  { index, name, at }: Sharded,
  of: string,
): Promise<readonly IndexEntry[] | undefined> {
  const items = await wholeIndex(table, index, mostOfSmall);
  return items
    ?.filter((item) => String(item[name]).startsWith(partitionOf(of, '')))
    .map((item) => ({ id: item.id as string, at: item[at] as number }))
    .toSorted(byTime);
}

const byTime = (one: IndexEntry, other: IndexEntry): number => one.at - other.at;

interface ShardQuery {
  readonly table: DynamoTable;
  readonly sharded: Sharded;
  readonly name: string;
  readonly since: number;
  readonly before: number;
  readonly pageSize: number;
}

async function nextPage(
  { table, sharded, name: of, since, before, pageSize }: ShardQuery,
  line: ShardLine,
): Promise<ShardLine> {
  const { index, name, at } = sharded;
  const { items, last } = await queried(table, {
    index,
    where: `${name} = :name AND ${at} BETWEEN :since AND :last`,
    values: { ':name': partitionOf(of, line.shard), ':since': since, ':last': before - 1 },
    limit: pageSize,
    after: line.after,
  });
  const entries = items.map((item) => ({ id: item.id as string, at: item[at] as number }));
  return { ...line, entries, after: last, isOver: last === undefined };
}
