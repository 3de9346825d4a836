/** Expiry on this machine, at the times of AWS: the lifecycle rules of the bucket, and the `ttl` of the table. */
import {
  ConditionalCheckFailedException,
  DeleteItemCommand,
  type DynamoDBClient,
  paginateScan,
} from '@aws-sdk/client-dynamodb';
import { retentionOf } from '../../../shared/domain/lifetimes.ts';
import { everySeconds, type TriggerClock, wallClock } from '../triggers/clock.ts';
import type { ObjectFiles } from './object-file.ts';

/** Expires at once and then every hour. Returns a function that stops it, and waits for a run that is under way. */
export function expireHourly(
  expire: (now: number) => Promise<void>,
  clock: TriggerClock = wallClock,
): () => Promise<void> {
  const stopping = new AbortController();
  const running = everySeconds(3_600, () => expire(clock.now()), stopping.signal, clock);
  return () => {
    stopping.abort();
    return running;
  };
}

export const expireObjects = (files: Pick<ObjectFiles, 'expire'>, now: number): Promise<void> =>
  files.expire((key) => {
    const keptMs = retentionOf(key);
    return keptMs && now - keptMs;
  });

/** Quotes hold small texts, so no item may outlive its time on a machine that runs for months. */
export async function expireItems(client: DynamoDBClient, TableName: string, ttl: string, now: number): Promise<void> {
  const isOver = {
    ExpressionAttributeNames: { '#ttl': ttl },
    ExpressionAttributeValues: { ':now': { N: String(Math.floor(now / 1_000)) } },
  };
  const over = { TableName, ...isOver, FilterExpression: '#ttl < :now', ProjectionExpression: 'id' };
  for await (const { Items = [] } of paginateScan({ client, pageSize: 100 }, over))
    for (const { id } of Items) {
      const remove = { TableName, Key: { id }, ...isOver, ConditionExpression: '#ttl < :now' };
      await client.send(new DeleteItemCommand(remove as never)).catch((error: unknown) => {
        // It was written again in the meantime.
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
      });
    }
}
