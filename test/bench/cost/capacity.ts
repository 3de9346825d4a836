/** The limits that growth meets: each limit, the share that a job takes, and the cure. */

import { manifest } from '../../../functions/manifest.ts';
import { throttle } from '../../../lib/cloud/stack/api.ts';
import { batchesAtOnce } from '../../../lib/cloud/stack/triggers.ts';
import { mostJobs } from '../../../shared/fulfilment/reconcile.ts';
import { peak, perJob, waitsMs } from './assumed.ts';
import type { Operation, OperationName } from './operations.ts';

export interface Limit {
  readonly name: string;
  /** A second, or at a time. */
  readonly bears: number;
  /** The same of one job a second. */
  readonly ofOneJob: number;
  readonly cure: string;
}

const secondsAMonth = 30.4 * 86_400;

/** Jobs a second in a busy second. */
export const busiest = (jobsAMonth: number): number => (jobsAMonth / secondsAMonth) * peak;

export const share = ({ bears, ofOneJob }: Limit, jobsAMonth: number): number =>
  (busiest(jobsAMonth) * ofOneJob) / bears;

/** The number of jobs that the queue's function processes when it is busy. */
const jobsInHand = manifest.reduce(
  (sum, { trigger }) => sum + ('queue' in trigger ? trigger.batchSize * batchesAtOnce : 0),
  0,
);

type Operations = Readonly<Record<OperationName, Operation>>;

export function limits({ textQuote, htmlQuote, job, statusRead }: Operations): Limit[] {
  const { textQuotes, htmlQuotes, statusReads } = perJob;
  const callers = textQuotes + htmlQuotes + statusReads;
  const requests = callers + (job.usage.apiRequest ?? 0);
  const busyMs =
    textQuotes * textQuote.billedMs +
    htmlQuotes * htmlQuote.billedMs +
    statusReads * statusRead.billedMs +
    job.billedMs;
  return [
    {
      name: 'Lambda, a new account: 10 at a time',
      bears: 10,
      ofOneJob: busyMs / 1_000,
      cure: 'ask for 1,000 in Service Quotas before the first customer: it costs nothing',
    },
    {
      name: 'Lambda, the ordinary quota: 1,000 at a time',
      bears: 1_000,
      ofOneJob: busyMs / 1_000,
      cure: 'ask for more in Service Quotas; WEBHOOK_WAIT_MS=0 takes away most of what a job waits for',
    },
    {
      name: `the API, as deployed: ${throttle.rateLimit} requests a second`,
      bears: throttle.rateLimit,
      ofOneJob: requests,
      cure: 'raise `throttle` in lib/cloud/stack/api.ts: it is a fuse against a flood, not a capacity',
    },
    {
      name: 'API Gateway, an account and region: 10,000 requests a second',
      bears: 10_000,
      ofOneJob: requests,
      cure: 'ask for more in Service Quotas, or deploy to a second region or account',
    },
    {
      name: 'the due index, one partition: 1,000 writes a second',
      bears: 1_000,
      ofOneJob: job.dueWrites,
      cure: "shard it: `due` becomes `due#0` to `due#n` by the job's id in shared/adapters/dynamo/jobs.ts, and reconcile asks each",
    },
    {
      name: `the queue, as deployed: ${jobsInHand} jobs in hand`,
      bears: jobsInHand,
      ofOneJob: waitsMs.partner / 1_000,
      cure: "raise `batchesAtOnce` in lib/cloud/stack/triggers.ts as far as the partners' rate limits bear it",
    },
    {
      name: `reconcile, as deployed: ${mostJobs.toLocaleString('en-US')} jobs a minute`,
      bears: mostJobs / 60,
      ofOneJob: job.messages,
      cure: 'it works off a backlog later, so statuses are read late and nothing is lost; a second index partition gets a reconcile of its own',
    },
    {
      name: 'Stripe, one endpoint: 25 requests a second (docs.stripe.com/rate-limits)',
      bears: 25,
      ofOneJob: 1,
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
