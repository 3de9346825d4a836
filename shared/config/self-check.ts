/** Plugs the self-check: what the service is set up with, and its parts on AWS, however many ask. */

import type { Clock } from '../domain/clock.ts';
import { lazy } from '../domain/lazy.ts';
import { openTable, requestCountersIn } from '../storage/dynamo/collection.ts';
import { within } from '../storage/within.ts';
import { checkConfig, config, environmentWith, seedLength } from './config.ts';
import type { SelfCheck } from './health-parts.ts';
import { secretsHeld } from './keys.ts';

/** A monitor waits ten seconds at most, so the answer must come soon. */
const soon = { ...within(2), maxAttempts: 1 } as const;

export function selfCheckBy({ now }: Clock): SelfCheck {
  /** The answer, or the failure, of the last ten seconds; callers meanwhile share one request. */
  const recently = <T>(ask: () => Promise<T>) => {
    let last: { readonly at: number; readonly answer: Promise<T> } | undefined;
    return () => {
      if (last === undefined || now() - last.at >= 10_000) last = { at: now(), answer: ask() };
      return last.answer;
    };
  };
  const counters = lazy(() => requestCountersIn(openTable(config('table').TABLE_NAME, soon)));
  return {
    settings: recently(settingsProblems),
    // Counting has its own limit.
    count: async (...request) => counters().add(...request),
    documents: recently(async () => {
      const { ListObjectsV2Command, S3Client } = await import('@aws-sdk/client-s3');
      const { DOCUMENTS_BUCKET: Bucket } = config('documents');
      // Nothing is kept under this prefix, so the right to list it shows no name of a document.
      await new S3Client(soon).send(new ListObjectsV2Command({ Bucket, Prefix: 'health/', MaxKeys: 1 }));
    }),
    queue: recently(async () => {
      const { GetQueueAttributesCommand, SQSClient } = await import('@aws-sdk/client-sqs');
      const { QUEUE_URL: QueueUrl } = config('queue');
      await new SQSClient(soon).send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['QueueArn'] }));
    }),
  };
}

/** One line per problem of the parameters and of both secrets; on one machine there are none of those. */
async function settingsProblems(): Promise<string[]> {
  const { seed, issued } = await secretsHeld({ seed: true, issued: true });
  const problems = checkConfig(environmentWith({ ...seed, ...issued }));
  if (seed === undefined || (seed.RECEIPT_SIGNING_SEED ?? '').length >= seedLength) return problems;
  return [...problems, `RECEIPT_SIGNING_SEED must be ${seedLength} random characters.`];
}
