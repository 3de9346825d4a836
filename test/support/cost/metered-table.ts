/** A table in memory that counts what DynamoDB would bill: the real adapter talks to it in DynamoDB's own commands. */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand, QueryCommand, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { tableDefinition as definition, type TableIndex } from '../../../lib/table.ts';
import type { DynamoTable } from '../../../shared/storage/dynamo/collection.ts';

interface Meter {
  tableReads: number;
  tableWrites: number;
}

export interface MeteredTable {
  readonly table: DynamoTable;
  readonly meter: Readonly<Meter>;
  /** The same items, and nothing is counted. */
  readonly unmetered: DynamoTable;
  keptBytes(): number;
}

type Row = Readonly<Record<string, unknown>>;

/** DynamoDB counts so (docs.aws.amazon.com/amazondynamodb, "Item sizes and formats"): names and texts in UTF-8, no signs. */
function bytes(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  // Two digits a byte, and one more; a sign and zeros at the end would change it by one.
  if (typeof value === 'number') return 1 + Math.ceil(String(value).replace(/[-.]/g, '').length / 2);
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + 1 + bytes(one), 3);
  if (typeof value !== 'object' || value === null) return 1;
  return Object.entries(value).reduce((sum, [name, one]) => sum + 1 + bytes(name) + bytes(one), 3);
}
const writeUnits = (row: Row): number => Math.ceil(bytes(row) / 1_024);
const readUnits = (size: number): number => Math.max(1, Math.ceil(size / 4_096));

export function meteredTable(): MeteredTable {
  const rows = new Map<string, Row>();
  const meter: Meter = { tableReads: 0, tableWrites: 0 };

  const written = (before: Row | undefined, row: Row) => {
    meter.tableWrites += Math.max(writeUnits(row), before === undefined ? 0 : writeUnits(before));
    for (const index of definition.indexes) meter.tableWrites += indexUnits(index, before, row);
    rows.set(String(row.id), row);
  };
  const put = ({ Item = {}, ConditionExpression, ExpressionAttributeValues }: PutCommand['input']) => {
    const before = rows.get(Item.id);
    const wanted = ExpressionAttributeValues?.[':read'];
    const holds = wanted === undefined ? before === undefined : before?.version === wanted;
    // A refused write costs as much as the item that is there.
    if (!holds) meter.tableWrites += before === undefined ? 1 : writeUnits(before);
    if (!holds) throw new ConditionalCheckFailedException({ $metadata: {}, message: ConditionExpression ?? '' });
    written(before, JSON.parse(JSON.stringify(Item)) as Row);
    return {};
  };
  const get = ({ Key = {} }: GetCommand['input']) => {
    const row = rows.get(Key.id);
    meter.tableReads += readUnits(row === undefined ? 0 : bytes(row));
    return { Item: structuredClone(row) };
  };
  /** The one update that the service makes: it adds one to a small count of its own. */
  const count = ({ Key = {} }: UpdateCommand['input']) => {
    const before = rows.get(Key.id);
    const row = { ...Key, id: String(Key.id), count: Number(before?.count ?? 0) + 1 };
    written(before, row);
    return { Attributes: row };
  };
  /** Eventually consistent, as every index is: half a unit. */
  const query = (input: QueryCommand['input']) => {
    const found = queried([...rows.values()], input);
    meter.tableReads += readUnits(found.reduce((sum, row) => sum + bytes(keysOf(row)), 0)) / 2;
    return { Items: structuredClone(found) };
  };
  const scanned = ({ IndexName }: ScanCommand['input']) => {
    const { partitionKey = '' } = definition.indexes.find(({ name }) => name === IndexName) ?? {};
    return { Items: structuredClone([...rows.values()].filter((row) => row[partitionKey] !== undefined)) };
  };
  const send = async (command: unknown): Promise<unknown> => {
    if (command instanceof PutCommand) return put(command.input);
    if (command instanceof GetCommand) return get(command.input);
    if (command instanceof UpdateCommand) return count(command.input);
    if (command instanceof QueryCommand) return query(command.input);
    if (command instanceof ScanCommand) return scanned(command.input);
    throw new Error('the meter does not know this command');
  };
  const silently = async (command: unknown): Promise<unknown> => {
    if (command instanceof QueryCommand) return { Items: structuredClone(queried([...rows.values()], command.input)) };
    if (command instanceof ScanCommand) return scanned(command.input);
    throw new Error('only the sweeper is not counted, and it only looks things up');
  };
  const tableBy = (client: object): DynamoTable => ({ name: 'metered', client: client as DynamoTable['client'] });
  return {
    ...{ table: tableBy({ send }), unmetered: tableBy({ send: silently }), meter },
    keptBytes: () => [...rows.values()].reduce((sum, row) => sum + bytes(row), 0),
  };
}

const keysOf = ({ item: _, ...keys }: Row): Row => keys;

/** The items of an index that match, in its order. It knows the conditions that the service writes: `=`, `<`, `BETWEEN`. */
function queried(rows: readonly Row[], input: QueryCommand['input']): readonly Row[] {
  const { KeyConditionExpression = '', ExpressionAttributeValues: values = {}, IndexName, Limit } = input;
  const holds = [...KeyConditionExpression.matchAll(condition)].map(([, name = '', equal, below, from, to]) => {
    if (equal !== undefined) return (row: Row) => row[name] === values[equal];
    if (below !== undefined) return (row: Row) => Number(row[name]) < Number(values[below]);
    return (row: Row) => Number(row[name]) >= Number(values[`${from}`]) && Number(row[name]) <= Number(values[`${to}`]);
  });
  const { sortKey = 'id' } = definition.indexes.find(({ name }) => name === IndexName) ?? {};
  return rows
    .filter((row) => holds.length > 0 && holds.every((one) => one(row)))
    .toSorted((a, b) => Number(a[sortKey]) - Number(b[sortKey]))
    .slice(0, Limit);
}

const condition = /(\w+) (?:= (:\w+)|< (:\w+)|BETWEEN (:\w+) AND (:\w+))/g;

/** A new key costs a write, a changed one two, an entry that stays as it is none. */
function indexUnits({ partitionKey, sortKey, projection }: TableIndex, before: Row | undefined, after: Row): number {
  const keyIn = (row: Row | undefined) =>
    row?.[partitionKey] === undefined ? undefined : `${row[partitionKey]} ${sortKey && row[sortKey]}`;
  const [was, is] = [keyIn(before), keyIn(after)];
  const put = is === undefined ? 0 : projection === 'all' ? writeUnits(after) : 1;
  if (was === is) return projection === 'all' ? put : 0;
  return was === undefined ? put : 1 + put;
}
