/** The questions of a restore drill to AWS beside the tables: the bucket, the secrets, and a note in the live table. */
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { collection } from '../../../shared/adapters/dynamo/collection.ts';
import { noteDrill } from '../../../shared/operations/drills.ts';
import { objections } from '../../cloud/adoption/check.ts';
import { callerOnAws } from '../ops/caller.ts';
import { dataOf } from '../stack.ts';
import type { Drill } from './drill.ts';

export async function drillOnAws(
  client: DynamoDBClient,
  stack: string,
  name: string,
): Promise<Pick<Drill, 'objections' | 'hasDocument' | 'note'>> {
  const { bucket, secrets } = await dataOf(stack);
  const s3 = new S3Client();
  return {
    async objections(table) {
      const adopted = [{ table, bucket }, ...secrets.map((secret) => ({ secret }))];
      return (await Promise.all(adopted.map(objections))).flat();
    },
    /** Lists it, because whoever drills may read no document. */
    async hasDocument(Prefix) {
      const { KeyCount = 0 } = await s3.send(new ListObjectsV2Command({ Bucket: bucket, Prefix, MaxKeys: 1 }));
      return KeyCount > 0;
    },
    async note() {
      const marshallOptions = { removeUndefinedValues: true };
      const table = { name, client: DynamoDBDocumentClient.from(client, { marshallOptions }) };
      await noteDrill({ drills: collection(table), clock: { now: Date.now } }, await callerOnAws());
    },
  };
}
