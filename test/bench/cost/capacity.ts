/** The limits that growth meets: each limit, the share that a job takes, and the cure. */

import { manifest, type QueueName } from '../../../functions/manifest.ts';
import { throttle } from '../../../lib/cloud/stack/api.ts';
import { batchesAtOnce } from '../../../lib/cloud/stack/triggers.ts';
import { payer, perJob, waitsMs } from './assumed.ts';
import { busiest, partitionBears, partsOfIndex, sharedPartitions, writtenTo } from './growth.ts';
import type { Operation } from './operation.ts';
import type { Operations } from './operations.ts';
import type { Seen } from './seen.ts';

export interface Limit {
  readonly name: string;
  /** A second, or at a time. */
  readonly bears: number;
  /** The same of one job a second. */
  readonly ofOneJob: number;
  readonly cure: string;
  /** Of one part of an index: no other part can help it. */
  readonly isPartition?: true;
}

export const share = ({ bears, ofOneJob }: Limit, jobsAMonth: number): number =>
  (busiest(jobsAMonth) * ofOneJob) / bears;

/** The number of jobs, or of outboxes, that a queue's function processes when it is busy. */
const inHand = (queue: QueueName): number =>
  manifest.reduce(
    (sum, { trigger }) =>
      sum + ('queue' in trigger && trigger.queue === queue ? trigger.batchSize * batchesAtOnce[queue] : 0),
    0,
  );

/** What is done for one paid job, with all that callers do around it, and with those that nobody pays. */
function aroundJob({ textQuote, htmlQuote, usualLetter, statusRead, unpaid, news }: Operations) {
  const parts: readonly (readonly [of: Operation, times: number])[] = [
    [textQuote, perJob.textQuotes],
    [htmlQuote, perJob.htmlQuotes],
    [statusRead, perJob.statusReads],
    [usualLetter, 1],
    [unpaid, payer.unpaidJobs],
    [news, 1],
  ];
  const sum = (of: (operation: Operation) => number) => parts.reduce((all, [one, times]) => all + of(one) * times, 0);
  return {
    total: (name: keyof Seen) => sum(({ seen }) => Number(seen[name])),
    billedMs: sum(({ billedMs }) => billedMs),
    written: (start: string) => sum(({ seen }) => writtenTo(seen, start)),
  };
}

export function limits(measured: Operations): Limit[] {
  const { usualLetter, news } = measured;
  const { total, billedMs, written } = aroundJob(measured);
  const requests = total('requests');
  const waitedSeconds = usualLetter.seen.waitedMs / 1_000;
  const partitions = Object.entries(sharedPartitions).map(
    ([start, name]): Limit => ({
      name: `${name}: ${count(partsOfIndex * partitionBears)} writes a second`,
      bears: partsOfIndex * partitionBears,
      ofOneJob: written(start),
      cure: 'more shards, in shared/core/ids.ts',
      isPartition: true,
    }),
  );
  return [
    {
      name: 'Lambda, a new account: 10 at a time',
      bears: 10,
      ofOneJob: billedMs / 1_000,
      cure: 'ask for 1,000 in Service Quotas before the first customer: it costs nothing',
    },
    {
      name: 'Lambda, the ordinary quota: 1,000 at a time',
      bears: 1_000,
      ofOneJob: billedMs / 1_000,
      cure: 'ask for more in Service Quotas',
    },
    {
      name: `the API, as deployed: ${throttle.rateLimit} requests a second`,
      bears: throttle.rateLimit,
      ofOneJob: requests,
      cure: 'raise `throttle` in lib/cloud/stack/api.ts: it is a fuse against a flood, not a capacity',
    },
    {
      name: 'a new table: 4,000 writes a second (docs.aws.amazon.com/amazondynamodb, "warm throughput")',
      bears: 4_000,
      ofOneJob: total('tableWrites') - total('indexWrites'),
      cure: 'it doubles by itself within half an hour of each new peak; before a sudden one set its warm throughput',
    },
    ...partitions,
    {
      name: 'one count in the table, of all look-ups of addresses: 1,000 writes a second',
      bears: 1_000,
      ofOneJob: 1 + payer.unpaidJobs,
      cure: 'beyond its limit of 600 in 10 minutes nobody is asked: count it in parts once that limit is raised',
      isPartition: true,
    },
    {
      name: `the queue of jobs, as deployed: ${inHand('jobs')} jobs in hand`,
      bears: inHand('jobs'),
      ofOneJob: waitedSeconds,
      cure: "raise `batchesAtOnce` in lib/cloud/stack/triggers.ts as far as the partners' rate limits bear it",
    },
    {
      name: `the queue of webhooks, as deployed: ${inHand('webhooks')} outboxes in hand, if every job has a receiver`,
      bears: inHand('webhooks'),
      ofOneJob: (news.webhooks * waitsMs.recipient) / 1_000,
      cure: 'raise `batchesAtOnce` in lib/cloud/stack/triggers.ts once the account runs more than 10 functions at a time; receivers that hang take 15 seconds each',
    },
    {
      name: 'Amazon SES, an account out of the sandbox: 14 e-mails a second (docs.aws.amazon.com/ses)',
      bears: 14,
      ofOneJob: news.emails,
      cure: 'ask for more in Service Quotas as the volume grows; until then e-mails wait and are tried again',
    },
    {
      name: 'Stripe, one endpoint: 25 requests a second (docs.stripe.com/rate-limits)',
      bears: 25,
      ofOneJob: 1 + payer.unpaidJobs,
      cure: 'Stripe raises it on request, six weeks ahead for large steps; until then a job is answered with 503 and Retry-After, and nothing is lost',
    },
    {
      name: 'Lob, the backup print partner: 30 requests a second (150 in 5 s, docs.lob.com)',
      bears: 30,
      ofOneJob: 1,
      cure: 'jobs that are turned away are tried again later by themselves; the volume is agreed upon with the partner',
    },
  ];
}

const count = (number: number): string => number.toLocaleString('en-US');
