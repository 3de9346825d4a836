/** Counts of requests in the table: exact ones as versioned items, and plain ones that one conditional update adds to. */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { RequestCounter, RequestCounters } from '../table.ts';
import { collection, type DynamoTable } from './collection.ts';

export const requestCountersIn = (table: DynamoTable): RequestCounters => ({
  ...collection<RequestCounter>(table),
  async add(id, { cost, most }, keepUntil) {
    if (cost > most) return 'full';
    const counting = new UpdateCommand({
      TableName: table.name,
      Key: { id },
      UpdateExpression: 'ADD #count :cost SET #ttl = :ttl',
      ConditionExpression: 'attribute_not_exists(#count) OR #count <= :room',
      ExpressionAttributeNames: { '#count': 'count', '#ttl': 'ttl' },
      ExpressionAttributeValues: { ':cost': cost, ':room': most - cost, ':ttl': Math.ceil(keepUntil / 1_000) },
      ReturnValues: 'UPDATED_NEW',
    });
    try {
      const { Attributes } = await table.client.send(counting);
      return Number(Attributes?.count);
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return 'full';
      throw error;
    }
  },
});
