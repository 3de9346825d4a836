/** Indexes in shards: `due#7` holds the due items whose ids hash to 7. All shards are read at once. */
import { shardOf, shards } from '../../domain/ids.ts';
import type { Due, Overdue } from '../table.ts';
import { type DynamoTable, queriedUpTo } from './collection.ts';

/** The partition of an item; `undefined` if it is not in the index. */
export const partitionFor = (name: string | undefined, id: string): string | undefined =>
  name === undefined ? undefined : `${name}#${shardOf(id)}`;

/** The earliest entries of all shards, in order; `at` is in Unix ms. */
export async function earliest(
  table: DynamoTable,
  { index, name, at }: { readonly index: string; readonly name: string; readonly at: string },
  of: string,
  { since = 0, before = Number.MAX_SAFE_INTEGER }: Partial<Overdue>,
  limit: number,
): Promise<readonly { readonly id: string; readonly at: number }[]> {
  if (since >= before) return [];
  const where = `${name} = :name AND ${at} BETWEEN :since AND :last`;
  const entries = await Promise.all(
    shards.map((shard) => {
      const values = { ':name': `${of}#${shard}`, ':since': since, ':last': before - 1 };
      return queriedUpTo(table, { index, where, values, limit });
    }),
  );
  return entries
    .flat()
    .map((item) => ({ id: item.id as string, at: item[at] as number }))
    .toSorted((one, other) => one.at - other.at)
    .slice(0, limit);
}

/** The index of due items: jobs under one name, the outboxes of each channel under another. Without `dueAt`, no entry. */
export const dueKeys = (name: string, id: string, dueAt: number | undefined) => ({
  due: dueAt === undefined ? undefined : partitionFor(name, id),
  due_at: dueAt,
});

/** Longest-waiting first. */
export async function dueIn(
  table: DynamoTable,
  name: string,
  overdue: Overdue,
  limit = Number.POSITIVE_INFINITY,
): Promise<readonly Due[]> {
  const entries = await earliest(table, { index: 'due', name: 'due', at: 'due_at' }, name, overdue, limit);
  return entries.map(({ id, at }) => ({ id, dueAt: at }));
}
