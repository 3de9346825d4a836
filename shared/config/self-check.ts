/** The running version, and the self-check of the settings and of what the service uses on AWS. */
import { lazy } from '../domain/lazy.ts';
import type { Clock } from '../domain/times.ts';
import { openTable, requestCountersIn } from '../storage/dynamo.ts';
import type { RequestCounters } from '../storage/table.ts';
import { timeLimits } from '../storage/time-limits.ts';
import { checkConfig, config, environmentWith } from './config.ts';
import { issuedKeys } from './keys.ts';

export interface Build {
  readonly version: string;
  /** Missing if the service was not built from a repository. */
  readonly commit?: string;
}

/** `documents`, `queue` and `count` throw within seconds if the bucket, the queue or the table does not work. */
export interface SelfCheck {
  /** A sentence for each setting or key that can't work. It never quotes a value. */
  settings(): Promise<readonly string[]>;
  /** `RequestCounters.add`, which writes to the table. */
  readonly count: RequestCounters['add'];
  documents(): Promise<void>;
  queue(): Promise<void>;
}

declare const BUILD: Build | undefined;

export const build: Build = typeof BUILD === 'undefined' ? { version: '0.0.0-dev' } : BUILD;

export function selfCheckBy({ now }: Clock): SelfCheck {
  // A monitor waits at most ten seconds.
  const quickly = { ...timeLimits(2), maxAttempts: 1 } as const;
  /** Repeats the result, or the error, for ten seconds. */
  const cached = <T>(check: () => Promise<T>) => {
    let last: { readonly at: number; readonly result: Promise<T> } | undefined;
    return () => {
      // The difference is negative if the clock has been set back.
      if (last === undefined || Math.abs(now() - last.at) >= 10_000) last = { at: now(), result: check() };
      return last.result;
    };
  };
  const counters = lazy(() => requestCountersIn(openTable(config('table').TABLE_NAME, quickly)));
  return {
    // The signing key is not checked here: only the functions that sign may read it, and they check it when they start.
    settings: cached(async () => checkConfig(environmentWith(await issuedKeys()))),
    // Not cached, because it also counts requests.
    count: async (...request) => counters().add(...request),
    documents: cached(async () => {
      const { ListObjectsV2Command, S3Client } = await import('@aws-sdk/client-s3');
      const { DOCUMENTS_BUCKET: Bucket } = config('documents');
      // Nothing is stored under this prefix, so the permission to list it reveals no names of documents.
      await new S3Client(quickly).send(new ListObjectsV2Command({ Bucket, Prefix: 'health/', MaxKeys: 1 }));
    }),
    queue: cached(async () => {
      const { GetQueueAttributesCommand, SQSClient } = await import('@aws-sdk/client-sqs');
      const { QUEUE_URL: QueueUrl } = config('queue');
      await new SQSClient(quickly).send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['QueueArn'] }));
    }),
  };
}
