/** The running version, and the self-check of the service's settings and its parts on AWS. Many callers share one check. */

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

/** Checks the parts of the service. The check of a part that does not work throws within seconds. */
export interface SelfCheck {
  /** A sentence for each setting or key that cannot work. It never quotes a value. */
  settings(): Promise<readonly string[]>;
  /** `RequestCounters.add`: a write to the table. */
  readonly count: RequestCounters['add'];
  documents(): Promise<void>;
  queue(): Promise<void>;
}

declare const BUILD: Build | undefined;

export const build: Build = typeof BUILD === 'undefined' ? { version: '0.0.0-dev' } : BUILD;

export function selfCheckBy({ now }: Clock): SelfCheck {
  // A monitor waits ten seconds at most.
  const soon = { ...timeLimits(2), maxAttempts: 1 } as const;
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
    // Functions that sign check their own key when they start: only they may read it.
    settings: recently(async () => checkConfig(environmentWith(await issuedKeys()))),
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
