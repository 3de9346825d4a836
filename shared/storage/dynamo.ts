/** The DynamoDB table: versioned items, indexes, request counts and duplicate orders. Every write is conditional. */
import { randomUUID } from 'node:crypto';
import { ConditionalCheckFailedException, DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import {
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  type QueryCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { shardOf, shards } from '../domain/ids.ts';
import type { Stored } from '../domain/stored.ts';
import {
  type Collection,
  type Dated,
  type Due,
  maxTwins,
  type Overdue,
  type RequestCounter,
  type RequestCounters,
  type Twins,
} from './table.ts';
import { timeLimits } from './time-limits.ts';

export interface DynamoTable {
  readonly name: string;
  readonly client: DynamoDBDocumentClient;
}

export const openTable = (name: string, options: DynamoDBClientConfig = timeLimits(10)): DynamoTable => ({
  name,
  client: DynamoDBDocumentClient.from(new DynamoDBClient(options), {
    marshallOptions: { removeUndefinedValues: true },
  }),
});

/**
 * `keysOf` returns an item's keys in the table's sparse indexes, so an index changes in the same conditional write as its
 * item. The client repeats a write whose response was lost. Then `write_id` shows that the first try stored the item, and
 * the write counts as saved, not stale.
 */
export function collection<T extends Stored>(
  table: DynamoTable,
  keysOf: (item: T) => Readonly<Record<string, string | number | undefined>> = () => ({}),
): Collection<T> {
  const put = async (item: T, condition: string, readVersion?: number): Promise<boolean> => {
    const writeId = randomUUID();
    const Item = {
      id: item.id,
      version: item.version,
      write_id: writeId,
      ttl: Math.ceil(item.keepUntil / 1_000),
      ...keysOf(item),
      item,
    };
    try {
      await table.client.send(
        new PutCommand({
          TableName: table.name,
          Item,
          ConditionExpression: `${condition} OR write_id = :write`,
          ExpressionAttributeNames: readVersion === undefined ? undefined : { '#version': 'version' },
          ExpressionAttributeValues: { ':write': writeId, ':read': readVersion },
        }),
      );
      return true;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return false;
      throw error;
    }
  };
  return {
    async get(id) {
      const result = await table.client.send(
        new GetCommand({ TableName: table.name, Key: { id }, ConsistentRead: true }),
      );
      return result.Item?.item as T | undefined;
    },
    async create(item) {
      return (await put(item, 'attribute_not_exists(id)')) ? 'saved' : 'exists';
    },
    async replace(item) {
      const next = { ...item, version: item.version + 1 };
      return (await put(next, '#version = :read', item.version)) ? 'saved' : 'stale';
    },
  };
}

interface IndexQuery {
  readonly index: string;
  /** The key condition; `values` holds its values by name: `due = :due`, `{':due': 'due'}`. */
  readonly where: string;
  readonly values: Readonly<Record<string, string | number>>;
  readonly limit: number;
  readonly newestFirst?: boolean;
  /** The key of the previous page's last item. */
  readonly after?: QueryCommandInput['ExclusiveStartKey'];
}

/** Reads one page of an index, in the order of its sort key. Eventually consistent. */
export async function queryPage(
  table: DynamoTable,
  { index, where, values, limit, newestFirst = false, after }: IndexQuery,
) {
  const result = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      IndexName: index,
      KeyConditionExpression: where,
      ExpressionAttributeValues: values,
      ScanIndexForward: !newestFirst,
      // About as many entries as fit into one response.
      Limit: Math.min(limit, 5_000),
      ExclusiveStartKey: after,
    }),
  );
  return { items: result.Items ?? [], last: result.LastEvaluatedKey };
}

/** Reads the first `limit` entries of an index, over as many pages as needed. Eventually consistent. */
async function queryUpTo(table: DynamoTable, query: IndexQuery) {
  const result: Record<string, unknown>[] = [];
  let after: IndexQuery['after'];
  do {
    const { items, last } = await queryPage(table, { ...query, limit: query.limit - result.length, after });
    result.push(...items);
    after = last;
  } while (after !== undefined && result.length < query.limit);
  return result;
}

/** Items by kind and time. A cursor is the time and id of a page's last item. `newest` is for the developer's mailbox. */
export const byKind = <T>(
  table: DynamoTable,
): Dated<T> & { newest(kind: string, limit: number): Promise<readonly T[]> } => ({
  async between(kind, from, to, after) {
    const [at, id] = after?.split(' ') ?? [];
    const { items, last } = await queryPage(table, {
      index: 'by_kind',
      where: 'kind = :kind AND created_at BETWEEN :from AND :last',
      values: { ':kind': kind, ':from': from, ':last': to - 1 },
      limit: 200,
      after: id === undefined ? undefined : { id, kind, created_at: Number(at) },
    });
    return { items: items.map(({ item }) => item as T), next: last && `${last.created_at} ${last.id}` };
  },
  async newest(kind, limit) {
    const query = { index: 'by_kind', where: 'kind = :kind', values: { ':kind': kind }, newestFirst: true, limit };
    return (await queryUpTo(table, query)).map(({ item }) => item as T);
  },
});

export const requestCountersIn = (table: DynamoTable): RequestCounters => ({
  ...collection<RequestCounter>(table),
  async add(id, { cost, max }, keepUntil) {
    if (cost > max) return 'full';
    const command = new UpdateCommand({
      TableName: table.name,
      Key: { id },
      UpdateExpression: 'ADD #count :cost SET #ttl = :ttl',
      ConditionExpression: 'attribute_not_exists(#count) OR #count <= :room',
      ExpressionAttributeNames: { '#count': 'count', '#ttl': 'ttl' },
      ExpressionAttributeValues: { ':cost': cost, ':room': max - cost, ':ttl': Math.ceil(keepUntil / 1_000) },
      ReturnValues: 'UPDATED_NEW',
    });
    try {
      const { Attributes } = await table.client.send(command);
      return Number(Attributes?.count);
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return 'full';
      throw error;
    }
  },
});

/** Each item has the entries of duplicate orders as a string set. */
export const twinsIn = ({ name, client }: DynamoTable): Twins => ({
  async add(id, entry, keepUntil) {
    const command = new UpdateCommand({
      TableName: name,
      Key: { id },
      UpdateExpression: 'ADD entries :entry SET #ttl = :ttl',
      ConditionExpression: 'attribute_not_exists(entries) OR size(entries) < :max',
      ExpressionAttributeNames: { '#ttl': 'ttl' },
      ExpressionAttributeValues: { ':entry': new Set([entry]), ':ttl': Math.ceil(keepUntil / 1_000), ':max': maxTwins },
      ReturnValues: 'UPDATED_OLD',
    });
    const entriesIn = ({ entries }: Readonly<Record<string, unknown>> = {}) => [
      ...((entries as ReadonlySet<string> | undefined) ?? []),
    ];
    try {
      return entriesIn((await client.send(command)).Attributes);
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      const full = await client.send(new GetCommand({ TableName: name, Key: { id }, ConsistentRead: true }));
      return entriesIn(full.Item);
    }
  },
});

/** The item's partition key in an index; `undefined` if it isn't in the index. */
export const partitionFor = (name: string | undefined, id: string): string | undefined =>
  name === undefined ? undefined : `${name}#${shardOf(id)}`;

/**
 * The earliest entries of a sharded index, in order; `at` is in Unix ms. `key` and `time` are the names of its attributes.
 * `partition`: the key's value without the shard; `due` for `due#7`, where ids hash to 7. All shards are read at once.
 */
export async function earliest(
  table: DynamoTable,
  { index, key, time, partition }: Readonly<Record<'index' | 'key' | 'time' | 'partition', string>>,
  { since = 0, before = Number.MAX_SAFE_INTEGER }: Partial<Overdue>,
  limit: number,
): Promise<readonly { readonly id: string; readonly at: number }[]> {
  if (since >= before) return [];
  const where = `${key} = :name AND ${time} BETWEEN :since AND :last`;
  const entries = await Promise.all(
    shards.map((shard) => {
      const values = { ':name': `${partition}#${shard}`, ':since': since, ':last': before - 1 };
      return queryUpTo(table, { index, where, values, limit });
    }),
  );
  return entries
    .flat()
    .map((item) => ({ id: item.id as string, at: item[time] as number }))
    .toSorted((one, other) => one.at - other.at)
    .slice(0, limit);
}

/** An item's keys in the index of due items. `name` differs for jobs and for each channel's outboxes. No `dueAt`, no keys. */
export const dueKeys = (name: string, id: string, dueAt: number | undefined) => ({
  due: dueAt === undefined ? undefined : partitionFor(name, id),
  due_at: dueAt,
});

export async function dueIn(
  table: DynamoTable,
  name: string,
  overdue: Overdue,
  limit = Number.POSITIVE_INFINITY,
): Promise<readonly Due[]> {
  const index = { index: 'due', key: 'due', time: 'due_at', partition: name };
  const entries = await earliest(table, index, overdue, limit);
  return entries.map(({ id, at }) => ({ id, dueAt: at }));
}
