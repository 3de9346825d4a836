/** The listener that counts what happens to jobs, for the alarms and the dashboard. */
import type { Job } from '../domain/job/job.ts';
import { publicStatus } from '../domain/job/lifecycle.ts';
import type { JobListener } from '../orders/deps.ts';

export const metricsListener: JobListener = {
  changed({ log }, before, after) {
    // Each is counted once, when it becomes true for a job.
    const begins = (isSo: (job: Job) => boolean): boolean => isSo(after) && !isSo(before);
    const milestones = {
      paid: ({ payment }: Job) => payment !== undefined,
      fulfilled: (job: Job) => publicStatus(job) === 'fulfilled',
      failed: ({ state }: Job) => state === 'failed',
      refunded: ({ refund }: Job) => refund === 'issued',
      parked: ({ state }: Job) => state === 'needs_review',
    };
    for (const name of ['paid', 'fulfilled', 'failed', 'refunded', 'parked'] as const)
      if (begins(milestones[name])) log.measure(name, 1, after.product);
    // Counts without a label, because an alarm compares them.
    if (begins(milestones.paid)) log.measure('paidOrders', 1);
    if (begins(({ state, refund }) => state === 'cancelled' && refund === 'issued')) log.measure('canceledOrders', 1);
    if (after.firstSeenAt.wrong_amount !== before.firstSeenAt.wrong_amount) log.measure('amountMismatches', 1);
  },
};
