/** The limits that growth meets: each limit, the share that a job takes, and the cure. */
import { manifest, type QueueName } from '../../../functions/manifest.ts';
import { throttle } from '../../../lib/cloud/stack/api.ts';
import { batchesAtOnce } from '../../../lib/cloud/stack/triggers.ts';
import { shards } from '../../../shared/core/ids.ts';
import { addressLookUps, limitWindowSeconds, requestLimits } from '../../../shared/core/network.ts';
import { payer, peak, waitsMs } from './assumed.ts';
import type { Operations } from './operations.ts';
import type { Seen } from './seen.ts';

export const secondsAMonth = 30.4 * 86_400;
/** The most that docs/cost.md speaks of. */
export const mostJobsAMonth = 100_000_000;

/** Jobs a second in a busy second. */
export const busiest = (jobsAMonth: number): number => (jobsAMonth / secondsAMonth) * peak;

/** Write units a second that one partition of a table or an index bears (docs.aws.amazon.com/amazondynamodb). */
const partitionBears = 1_000;
/** Each index that grows with the traffic is cut into parts. */
export const indexBears = partitionBears * shards.length;

/** The indexes whose partitions many jobs share, by how their names begin. */
export const sharedPartitions = {
  'due due': 'the index of what is due, jobs',
  'due webhook': 'the index of what is due, webhooks',
  'due email': 'the index of what is due, e-mails',
  'waiting fulfillment': 'the index of what waits for fulfilment',
  by_day_paid: 'the index of jobs by the day of their payment',
} as const;

/** Write units of an index, in all partitions whose name begins so. */
export const writtenTo = ({ byPartition }: Seen, start: string): number =>
  [...byPartition].reduce((sum, [key, units]) => sum + (key.startsWith(start) ? units : 0), 0);

export interface Limit {
  readonly name: string;
  /** A second, or at a time. */
  readonly bears: number;
  /** The same of one job a second. */
  readonly ofOneJob: number;
  readonly cure: string;
  /** It bounds one part of an index: no other part can help it. */
  readonly isPartition?: true;
  /** It bounds one caller of many: the others do not meet it. */
  readonly isOfOne?: true;
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

const count = (number: number): string => number.toLocaleString('en-US');

export function limits({ around, usualLetter, news }: Operations): Limit[] {
  const all = [...around, [news, 1] as const];
  const sum = (of: (one: (typeof all)[number][0]) => number) =>
    all.reduce((so, [one, often]) => so + of(one) * often, 0);
  const billedSeconds = sum(({ billedMs }) => billedMs) / 1_000;
  const jobs = 1 + payer.unpaidJobs;
  const rows: readonly (readonly [name: string, bears: number, ofOneJob: number, cure: string])[] = [
    [
      'Lambda, a new account: 10 at a time',
      10,
      billedSeconds,
      'ask for 1,000 in Service Quotas before the first customer: it costs nothing',
    ],
    ['Lambda, the ordinary quota: 1,000 at a time', 1_000, billedSeconds, 'ask for more in Service Quotas'],
    [
      `the API, as deployed: ${throttle.rateLimit} requests a second`,
      throttle.rateLimit,
      sum(({ seen }) => seen.requests),
      'raise `ApiRate`: it is a fuse against a flood, not a capacity',
    ],
    [
      'a new table: 4,000 writes a second (docs.aws.amazon.com/amazondynamodb, "warm throughput")',
      4_000,
      sum(({ seen }) => seen.tableWrites - seen.indexWrites),
      'it doubles by itself within half an hour of each new peak; before a sudden one set its warm throughput',
    ],
    [
      `the queue of jobs, as deployed: ${inHand('jobs')} jobs in hand`,
      inHand('jobs'),
      usualLetter.seen.waitedMs / 1_000,
      "raise `JobBatches` as far as the partners' rate limits bear it; until then jobs wait",
    ],
    [
      `the queue of webhooks, as deployed: ${inHand('webhooks')} outboxes in hand, if every job has a receiver`,
      inHand('webhooks'),
      (news.webhooks * waitsMs.recipient) / 1_000,
      'raise `WebhookBatches` once the account runs more than 10 functions at a time; receivers that hang take 15 seconds each',
    ],
    [
      'Amazon SES, an account out of the sandbox: 14 e-mails a second (docs.aws.amazon.com/ses)',
      14,
      news.emails,
      'ask for more in Service Quotas as the volume grows; until then e-mails wait and are tried again',
    ],
    [
      'Stripe, one endpoint: 25 requests a second (docs.stripe.com/rate-limits)',
      25,
      jobs,
      'Stripe raises it on request, six weeks ahead for large steps; until then a job is answered with 503 and Retry-After, and nothing is lost',
    ],
    [
      'Lob, the backup print partner: 30 requests a second (150 in 5 s, docs.lob.com)',
      30,
      1,
      'jobs that are turned away are tried again later by themselves; the volume is agreed upon with the partner',
    ],
    [
      `look-ups of addresses for all callers: ${count(addressLookUps)} in ${limitWindowSeconds / 60} minutes`,
      addressLookUps / limitWindowSeconds,
      jobs,
      'raise `AddressLookUps`, as the partner bears it; beyond it addresses are not checked, and orders go on',
    ],
  ];
  const ofOne: Limit = {
    name: `one network, if it orders everything: ${requestLimits.jobs} jobs in ${limitWindowSeconds / 60} minutes`,
    bears: requestLimits.jobs / limitWindowSeconds,
    ofOneJob: jobs,
    cure: 'raise `RequestLimits`: the edge follows it',
    isOfOne: true,
  };
  const partitions = Object.entries(sharedPartitions).map(
    ([start, name]): Limit => ({
      name: `${name}: ${count(indexBears)} writes a second`,
      bears: indexBears,
      ofOneJob: sum(({ seen }) => writtenTo(seen, start)),
      cure: 'more shards, in shared/core/ids.ts',
      isPartition: true,
    }),
  );
  return [...rows.map(([name, bears, ofOneJob, cure]) => ({ name, bears, ofOneJob, cure })), ofOne, ...partitions];
}
