/** Asks the table, the bucket and the queue whether they work, with clients that give up soon. No answer holds data. */
import { ConditionalCheckFailedException, DynamoDBClient, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { within } from '../storage/within.ts';
import type { SelfCheck } from './health-parts.ts';

interface CheckedParts {
  readonly table: string;
  readonly bucket: string;
  readonly queueUrl: string;
}

/** A monitor waits ten seconds at most, and is told the better the sooner. */
const soon = { ...within(2), maxAttempts: 1 } as const;

/** Nothing is kept under it, so whoever may list it learns no name of a document. */
const emptyPrefix = 'health/';

export function awsParts({ table, bucket, queueUrl }: CheckedParts): Omit<SelfCheck, 'settings'> {
  const [dynamo, s3, sqs] = [new DynamoDBClient(soon), new S3Client(soon), new SQSClient(soon)];
  return {
    async count(id, most, keepUntil) {
      const counting = new UpdateItemCommand({
        TableName: table,
        Key: { id: { S: id } },
        UpdateExpression: 'ADD #count :one SET #ttl = :ttl',
        ConditionExpression: 'attribute_not_exists(#count) OR #count < :most',
        ExpressionAttributeNames: { '#count': 'count', '#ttl': 'ttl' },
        ExpressionAttributeValues: {
          ':one': { N: '1' },
          ':most': { N: `${most}` },
          ':ttl': { N: `${Math.ceil(keepUntil / 1_000)}` },
        },
        ReturnValues: 'UPDATED_NEW',
      });
      try {
        const { Attributes } = await dynamo.send(counting);
        return Number(Attributes?.count?.N);
      } catch (error) {
        if (error instanceof ConditionalCheckFailedException) return 'full';
        throw error;
      }
    },
    async documents() {
      await s3.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: emptyPrefix, MaxKeys: 1 }));
    },
    async queue() {
      await sqs.send(new GetQueueAttributesCommand({ QueueUrl: queueUrl, AttributeNames: ['QueueArn'] }));
    },
  };
}
