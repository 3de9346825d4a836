/** The listener that counts what happens to jobs, for the alarms and the dashboard. */
import type { Job } from '../domain/job/job.ts';
import { publicStatus } from '../domain/job/lifecycle.ts';
import type { JobListener } from '../orders/deps.ts';

export const metricsListener: JobListener = {
  changed({ log }, before, after) {
    // Each milestone is counted once, when it becomes true for a job.
    const milestones = {
      paid: ({ payment }: Job) => payment !== undefined,
      fulfilled: (job: Job) => publicStatus(job) === 'fulfilled',
      failed: ({ state }: Job) => state === 'failed',
      refunded: ({ refund }: Job) => refund === 'issued',
      parked: ({ state }: Job) => state === 'needs_review',
    };
    // Counts without a label, because an alarm compares them.
    const compared = {
      paidOrders: milestones.paid,
      canceledOrders: ({ state, refund }: Job) => state === 'cancelled' && refund === 'issued',
    };
    for (const name of Object.keys(milestones) as (keyof typeof milestones)[])
      if (milestones[name](after) && !milestones[name](before)) log.measure(name, 1, after.product);
    for (const name of Object.keys(compared) as (keyof typeof compared)[])
      if (compared[name](after) && !compared[name](before)) log.measure(name, 1);
    if (after.firstSeenAt.wrong_amount !== before.firstSeenAt.wrong_amount) log.measure('amountMismatches', 1);
  },
};
