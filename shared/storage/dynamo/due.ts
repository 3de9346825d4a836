/** The index of what is due: jobs under one name, the outboxes of each channel under another. */
import type { Due, Overdue, Unread } from '../table.ts';
import type { DynamoTable, IndexKeys } from './collection.ts';
import { earliest, partitionFor } from './shards.ts';

/** An item that wakes nobody has no entry. */
export const dueKeys = (name: string, id: string, dueAt: number | undefined): IndexKeys => ({
  due: dueAt === undefined ? undefined : partitionFor(name, id),
  due_at: dueAt,
});

/** Longest-waiting first. */
export async function dueIn(
  table: DynamoTable,
  name: string,
  overdue: Overdue,
  limit: number,
  unread?: Unread,
): Promise<readonly Due[]> {
  const found = await earliest(table, { index: 'due', name: 'due', at: 'due_at' }, name, overdue, limit, unread);
  return found.map(({ id, at }) => ({ id, dueAt: at }));
}
