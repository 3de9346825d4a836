/** Lists the jobs that wait, so that an operator sees at a glance which to look at: product, money, reason and tries. */

import type { Clock } from '../../domain/clock.ts';
import type { Job } from '../../domain/job/job.ts';
import type { State } from '../../domain/job/lifecycle.ts';
import { unreturned, type Wait, waits, wakesAt } from '../../domain/job/waiting.ts';
import { moneyText } from '../../domain/money/money.ts';
import { totalCents } from '../../domain/money/price.ts';
import type { Jobs } from '../../storage/jobs.ts';
import type { OperatorResult } from './operate-result.ts';

/** A job whose day is ahead waits for nobody yet, and stands behind all that do. */
export async function stuck({ clock, jobs }: { readonly clock: Clock; readonly jobs: Jobs }): Promise<OperatorResult> {
  const mostStuck = 50;
  const found = await Promise.all(
    waits.map(async (wait) => {
      const now = clock.now();
      const waiting = (await jobs.waiting(wait, mostStuck)).filter(({ since }) => since <= now);
      const rows = waiting.map(async ({ id, since }) => rowOf(wait, id, since, await jobs.get(id)));
      return [wait, await Promise.all(rows)] as const;
    }),
  );
  const counted = found.map(
    ([wait, rows]) =>
      `${rows.length}${rows.length === mostStuck ? ' or more' : ''} ${wait === 'person' ? 'for a person' : `for ${wait}`}`,
  );
  return {
    ok: true,
    says: `Waiting: ${counted.join(', ')}; the longest first.`,
    // A table without rows would say no more than the line above.
    ...Object.fromEntries(found.filter(([, rows]) => rows.length > 0)),
  };
}

/** The table of waits is behind the jobs for a moment, so a job may have gone on, or have been forgotten. */
function rowOf(wait: Wait, id: string, since: number, job: Job | undefined) {
  if (job === undefined) return { job_id: id, since };
  const [surplus] = wait === 'refund' && job.refund !== 'pending' ? unreturned(job) : [];
  const money = surplus ?? job.payment ?? { amountCents: totalCents(job.price), currency: job.price.currency };
  return {
    job_id: id,
    product: job.product,
    money: moneyText(money.amountCents, money.currency),
    since,
    tries: surplus?.tries ?? job.tries,
    next_try_at: wait === 'person' ? undefined : wakesAt(job),
    reason: surplus === undefined ? (job.error ?? reasons[job.state]) : 'It was paid, and the job does not need it.',
  };
}

/** The sentences on jobs that only the work itself holds up. */
const reasons: Readonly<Partial<Record<State, string>>> = {
  paid: 'It has not been handed over yet.',
  submitting: 'The partner has not said yet whether it takes it.',
  cancelling: 'It is being cancelled.',
  parked: 'A person stopped it.',
  cancelled: 'It was cancelled, and the refund is not confirmed yet.',
};
