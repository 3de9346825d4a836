/** Items of one kind by when they came, from the index `by_kind`: what the house's own stand-ins for partners list. */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Dated } from '../../ports.ts';
import type { Table } from './collection.ts';

const itemsAPage = 200;

/** The cursor is the key of the last item: when it came, and its id. */
export const byKind = <T>(table: Table): Dated<T> => ({
  async between(kind, from, to, after) {
    const [at, id] = after?.split(' ') ?? [];
    const found = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        IndexName: 'by_kind',
        KeyConditionExpression: 'kind = :kind AND created_at BETWEEN :from AND :last',
        ExpressionAttributeValues: { ':kind': kind, ':from': from, ':last': to - 1 },
        Limit: itemsAPage,
        ...(id === undefined ? {} : { ExclusiveStartKey: { id, kind, created_at: Number(at) } }),
      }),
    );
    const last = found.LastEvaluatedKey;
    return {
      items: (found.Items ?? []).map(({ item }) => item as T),
      ...(last === undefined ? {} : { next: `${last.created_at} ${last.id}` }),
    };
  },
});
