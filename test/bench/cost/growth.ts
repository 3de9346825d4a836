/** How jobs come: as many in a busy second, and as many writes in each part of an index. */

import { shards } from '../../../shared/core/ids.ts';
import { peak } from './assumed.ts';
import type { Seen } from './seen.ts';

export const secondsAMonth = 30.4 * 86_400;
/** The most that docs/cost.md speaks of. */
export const mostJobsAMonth = 100_000_000;

/** Jobs a second in a busy second. */
export const busiest = (jobsAMonth: number): number => (jobsAMonth / secondsAMonth) * peak;

/** Each index that grows with the traffic is cut into so many parts. */
export const partsOfIndex = shards.length;

/** Write units a second that one partition of a table or an index bears (docs.aws.amazon.com/amazondynamodb). */
export const partitionBears = 1_000;

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
