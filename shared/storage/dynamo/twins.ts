/** Entries of equal orders, as string sets that one conditional update adds to. */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { maxTwins, type Twins } from '../table.ts';
import type { DynamoTable } from './collection.ts';

export const twinsIn = ({ name, client }: DynamoTable): Twins => ({
  async add(id, entry, keepUntil) {
    const adding = new UpdateCommand({
      TableName: name,
      Key: { id },
      UpdateExpression: 'ADD entries :entry SET #ttl = :ttl',
      ConditionExpression: 'attribute_not_exists(entries) OR size(entries) < :most',
      ExpressionAttributeNames: { '#ttl': 'ttl' },
      ExpressionAttributeValues: {
        ':entry': new Set([entry]),
        ':ttl': Math.ceil(keepUntil / 1_000),
        ':most': maxTwins,
      },
      ReturnValues: 'UPDATED_OLD',
    });
    const entriesIn = ({ entries }: Readonly<Record<string, unknown>> = {}) => [
      ...((entries as ReadonlySet<string> | undefined) ?? []),
    ];
    try {
      return entriesIn((await client.send(adding)).Attributes);
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      const full = await client.send(new GetCommand({ TableName: name, Key: { id }, ConsistentRead: true }));
      return entriesIn(full.Item);
    }
  },
});
