/** Counts a payment, from an event and from a question alike. Money that its job does not need goes back at once. */

import type { Job } from '../../domain/job/job.ts';
import { isSame, type JobHold, type Paid, type Payment, type SurplusPayment } from '../../domain/job/payment.ts';
import { unreturned } from '../../domain/job/waiting.ts';
import { refundAgainDelayMs } from '../../domain/retry.ts';
import { update } from '../../domain/stored.ts';
import type { RefundOutcome } from '../../partners/payments.ts';
import type { Deps } from '../deps.ts';
import { nudge, type Recorded, record } from '../record.ts';
import { isSurplus, paidFact, refundedAt } from './payment.ts';

/** `undefined`: there is no such job. */
export async function recordPayment(deps: Deps, jobId: string, paid: Paid): Promise<Recorded | undefined> {
  const recorded = await record(deps, jobId, (job) =>
    isSurplus(job, paid) ? undefined : paidFact(job, paid, deps.clock.now()),
  );
  if (recorded === undefined || !isSurplus(recorded.job, paid)) return recorded;
  return { job: await returnSurplus(deps, recorded.job, paid.payment), counted: false };
}

/** Writes the payment down before it is refunded, so that a crash in between loses no money. */
async function returnSurplus(deps: Deps, { id }: Job, payment: Payment): Promise<Job> {
  const now = deps.clock.now();
  const written = await changed(deps, id, (known) =>
    known.some((other) => isSame(other, payment))
      ? known
      : [...known, { ...payment, refund: 'pending', since: now, tries: 0, dueAt: now }],
  );
  const owed = unreturned(written).find((surplus) => isSame(surplus, payment));
  return owed === undefined ? written : refundSurplus(deps, written, owed);
}

/** The provider's idempotency key names the payment, so that events and the sweeper may meet here. */
export async function refundSurplus(deps: Deps, job: Job, surplus: SurplusPayment): Promise<Job> {
  deps.log.alarm('payment that nobody needs', { jobId: job.id, tries: surplus.tries + 1 });
  const outcome = await refundedAt(deps, job.id, surplus);
  const { random, clock, settings } = deps;
  const tries = surplus.tries + 1;
  const dueAt = clock.now() + refundAgainDelayMs(outcome, tries, settings.retryBaseMs, random.fraction());
  const after = await settleSurplus(deps, job.id, surplus, ends[outcome] ?? { refund: 'pending', tries, dueAt });
  await nudge(deps, job.id, dueAt);
  return after;
}

type Ending = Pick<SurplusPayment, 'refund'> & Partial<SurplusPayment>;

const ends: Readonly<Partial<Record<RefundOutcome, Ending>>> = {
  refunded: { refund: 'issued', dueAt: undefined },
  refused: { refund: 'contact_support', dueAt: undefined },
  disputed: { refund: 'contact_support', dueAt: undefined },
};

/** Records what became of a surplus payment. What has been issued is not taken back by an older answer. */
export const settleSurplus = (deps: Deps, jobId: string, payment: JobHold, ending: Ending): Promise<Job> =>
  changed(deps, jobId, (known) =>
    known.map((each) =>
      isSame(each, payment) && (each.refund === 'pending' || ending.refund !== 'pending')
        ? { ...each, ...ending }
        : each,
    ),
  );

async function changed(
  { jobs }: Deps,
  jobId: string,
  change: (surplus: readonly SurplusPayment[]) => readonly SurplusPayment[],
): Promise<Job> {
  const job = await update(jobs, jobId, (current) => {
    if (current === undefined) return undefined;
    const surplus = change(current.surplus ?? []);
    return surplus === current.surplus ? current : { ...current, surplus };
  });
  if (job === undefined) throw new Error('a job that is gone has a surplus payment');
  return job;
}
