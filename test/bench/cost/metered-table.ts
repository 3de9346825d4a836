/** A table in memory that counts what DynamoDB would bill: the real adapter talks to it in DynamoDB's own commands. */

import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { table as definition, type TableIndex } from '../../../lib/table.ts';
import type { Table } from '../../../shared/adapters/dynamo/collection.ts';

export interface Meter {
  tableReads: number;
  tableWrites: number;
  /** Requests, each of which is waited for. */
  calls: number;
  /** Writes to the one partition that holds what is due: it bears 1,000 a second. */
  dueWrites: number;
}

type Row = Readonly<Record<string, unknown>>;

/** As JSON, which is a little more than DynamoDB counts. */
const bytes = (row: Row): number => Buffer.byteLength(JSON.stringify(row));
const writeUnits = (row: Row): number => Math.ceil(bytes(row) / 1_024);
const readUnits = (size: number): number => Math.max(1, Math.ceil(size / 4_096));

export function meteredTable(): { readonly table: Table; readonly meter: Readonly<Meter>; keptBytes(): number } {
  const rows = new Map<string, Row>();
  const meter: Meter = { tableReads: 0, tableWrites: 0, calls: 0, dueWrites: 0 };

  const put = ({ Item = {}, ConditionExpression, ExpressionAttributeValues }: PutCommand['input']) => {
    const before = rows.get(Item.id);
    meter.tableWrites += Math.max(writeUnits(Item), before === undefined ? 0 : writeUnits(before));
    const wanted = ExpressionAttributeValues?.[':read'];
    const holds = wanted === undefined ? before === undefined : before?.version === wanted;
    if (!holds) throw new ConditionalCheckFailedException({ $metadata: {}, message: ConditionExpression ?? '' });
    const row = JSON.parse(JSON.stringify(Item)) as Row;
    for (const index of definition.indexes) {
      const units = indexUnits(index, before, row);
      meter.tableWrites += units;
      if (index.name === 'due') meter.dueWrites += units;
    }
    rows.set(Item.id, row);
    return {};
  };
  const get = ({ Key = {} }: GetCommand['input']) => {
    const row = rows.get(Key.id);
    meter.tableReads += readUnits(row === undefined ? 0 : bytes(row));
    return { Item: structuredClone(row) };
  };
  /** The one update that the service makes: it adds one to a small count of its own. */
  const count = ({ Key = {} }: UpdateCommand['input']) => {
    meter.tableWrites += 1;
    const row = { ...Key, count: Number(rows.get(Key.id)?.count ?? 0) + 1 };
    rows.set(Key.id, row);
    return { Attributes: row };
  };
  /** Eventually consistent, as every index is: half a unit. What it finds is of no concern here. */
  const query = () => {
    meter.tableReads += 0.5;
    return { Items: [] };
  };
  const send = async (command: unknown): Promise<unknown> => {
    meter.calls += 1;
    if (command instanceof PutCommand) return put(command.input);
    if (command instanceof GetCommand) return get(command.input);
    if (command instanceof UpdateCommand) return count(command.input);
    if (command instanceof QueryCommand) return query();
    throw new Error('the meter does not know this command');
  };
  return {
    table: { name: 'metered', client: { send } as unknown as Table['client'] },
    meter,
    keptBytes: () => [...rows.values()].reduce((sum, row) => sum + bytes(row), 0),
  };
}

/** A new key costs a write, a changed one two, an entry that stays as it is none. */
function indexUnits({ partitionKey, sortKey, projection }: TableIndex, before: Row | undefined, after: Row): number {
  const keyIn = (row: Row | undefined) =>
    row?.[partitionKey] === undefined ? undefined : `${row[partitionKey]} ${sortKey && row[sortKey]}`;
  const [was, is] = [keyIn(before), keyIn(after)];
  const units = projection === 'all' ? writeUnits(after) : 1;
  if (was === is) return is !== undefined && projection === 'all' ? units : 0;
  return (was === undefined ? 0 : 1) + (is === undefined ? 0 : units);
}
