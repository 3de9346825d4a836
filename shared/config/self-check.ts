/** The self-check: the service's settings and its parts on AWS. Many callers share one check. */

import type { Clock } from '../domain/clock.ts';
import { lazy } from '../domain/lazy.ts';
import { openTable, requestCountersIn } from '../storage/dynamo/collection.ts';
import { within } from '../storage/within.ts';
import { checkConfig, config, environmentWith, seedLength } from './config.ts';
import type { SelfCheck } from './health-parts.ts';
import { secretsHeld } from './keys.ts';

export function selfCheckBy({ now }: Clock): SelfCheck {
  // A monitor waits ten seconds at most.
  const soon = { ...within(2), maxAttempts: 1 } as const;
  /** Repeats the answer, or the failure, for ten seconds. */
  const recently = <T>(ask: () => Promise<T>) => {
    let last: { readonly at: number; readonly answer: Promise<T> } | undefined;
    return () => {
      if (last === undefined || now() - last.at >= 10_000) last = { at: now(), answer: ask() };
      return last.answer;
    };
  };
  const counters = lazy(() => requestCountersIn(openTable(config('table').TABLE_NAME, soon)));
  return {
    settings: recently(async () => {
      const { seed, issued } = await secretsHeld({ seed: true, issued: true });
      const problems = checkConfig(environmentWith({ ...seed, ...issued }));
      // The local server has no secret, and so no seed.
      if (seed === undefined || (seed.RECEIPT_SIGNING_SEED ?? '').length >= seedLength) return problems;
      return [...problems, `RECEIPT_SIGNING_SEED must be ${seedLength} random characters.`];
    }),
    // Counting has its own limit.
    count: async (...request) => counters().add(...request),
    documents: recently(async () => {
      const { ListObjectsV2Command, S3Client } = await import('@aws-sdk/client-s3');
      const { DOCUMENTS_BUCKET: Bucket } = config('documents');
      // Nothing is stored under this prefix, so the permission to list it reveals no document's name.
      await new S3Client(soon).send(new ListObjectsV2Command({ Bucket, Prefix: 'health/', MaxKeys: 1 }));
    }),
    queue: recently(async () => {
      const { GetQueueAttributesCommand, SQSClient } = await import('@aws-sdk/client-sqs');
      const { QUEUE_URL: QueueUrl } = config('queue');
      await new SQSClient(soon).send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['QueueArn'] }));
    }),
  };
}
