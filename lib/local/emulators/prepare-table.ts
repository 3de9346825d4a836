/**
 * Repairs the table and its indexes on disk before the emulator opens the folder.
 * dynalite 4.0.0 writes an item's index entries first and the item second, in separate steps. A `kill -9` between the
 * two can remove a job from `due` forever, so that `reconcile` never finds it. Therefore every start rebuilds the
 * indexes from the items, which also brings an older table up to date with `lib/table.ts`.
 */
import { create, type Store, type TableRecord, updateIndexes } from 'dynalite/db/index.js';
import type { TableDefinition } from '../../table.ts';
import { OneLine } from '../one-line.ts';
import { tableRecord } from './table-record.ts';

export async function prepareTable(path: string, name: string, table: TableDefinition): Promise<void> {
  const store = create({ path });
  await openAlone(store, path);
  try {
    const record = tableRecord(name, table);
    await store.db.put(`table~${name}`, record);
    await rebuildIndexes(store, record);
  } finally {
    await store.db.close();
  }
}

async function rebuildIndexes(store: Store, record: TableRecord): Promise<void> {
  await store.db.clear(startingWith(`index-global~${record.TableName}~`));
  for await (const item of store.db.values(startingWith(`item-${record.TableName}~`))) {
    await new Promise<void>((resolve, reject) =>
      updateIndexes(store, record, undefined, item, (error) => (error ? reject(error) : resolve())),
    );
  }
}

const startingWith = (prefix: string) => ({ gte: prefix, lt: `${prefix}\uffff` });

async function openAlone({ db }: Store, path: string): Promise<void> {
  try {
    await db.open();
  } catch (error) {
    const cause = (error as Error).cause as NodeJS.ErrnoException | undefined;
    throw new OneLine(
      cause?.code === 'LEVEL_LOCKED'
        ? `DATA_DIR is in use by another process (${path}): stop that one, or set DATA_DIR to another folder.`
        : `DATA_DIR cannot be opened (${path}): ${cause?.message ?? (error as Error).message}`,
    );
  }
}
