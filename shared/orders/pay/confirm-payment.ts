/** Asks the payment provider when a payer comes back. Many visits are one question, ever more rarely. */

import type { Job } from '../../domain/job/job.ts';
import type { Checkout } from '../../domain/job/payment.ts';
import { Refusal } from '../../domain/refusal.ts';
import { callTimeoutMs } from '../../domain/retry.ts';
import type { Deps } from '../deps.ts';
import type { PaymentNews } from '../follow/progress.ts';
import { nudge, record } from '../record.ts';
import { askOnce } from './ask-once.ts';
import { checkoutStatusOf } from './ask-payment.ts';
import { recordPayment } from './payment.ts';

interface KnownCheckout {
  readonly news: PaymentNews;
  readonly asked: number;
}

const seconds = 1_000;

/** 4 seconds after the first question, and a minute at most. A quiet hour starts it anew. */
const pauseAfter = (asked: number): number => Math.min(4 * seconds * 2 ** Math.min(asked - 1, 10), 60 * seconds);
const keepMs = 60 * 60 * seconds;

/** The job as the provider's answer leaves it. Without news there was nothing to ask. */
export async function confirmPayment(
  deps: Deps,
  job: Job,
): Promise<{ readonly job: Job; readonly news?: PaymentNews }> {
  const { checkout } = job;
  if (job.state !== 'awaiting_payment' || checkout === undefined) return { job };
  const { news } = await askOnce<KnownCheckout>(deps, {
    text: `the payment of ${checkout.id}`,
    waitMs: 250,
    leaseMs: 2 * callTimeoutMs,
    keepMs,
    serves: ({ answer, ageMs }) => {
      if (ageMs >= pauseAfter(answer.asked)) return undefined;
      // The payer may have paid since: the button comes back only with a fresh answer.
      return answer.news === 'open' && ageMs >= pauseAfter(1) ? { ...answer, news: 'asking' } : answer;
    },
    ask: async (known) => ({ news: await newsOf(deps, job, checkout), asked: (known?.asked ?? 0) + 1 }),
  }).catch((error: unknown) => {
    // Another visit is asking at this moment.
    if (error instanceof Refusal && error.code === 'unavailable') return { news: 'asking' } as const;
    throw error;
  });
  return { job: (await deps.jobs.get(job.id)) ?? job, news };
}

async function newsOf(deps: Deps, job: Job, checkout: Checkout): Promise<PaymentNews> {
  const answer = await checkoutStatusOf(deps, job.id, checkout);
  if (answer.status === 'unanswered') return 'silent';
  if (answer.status === 'paid') {
    await recordPayment(deps, job.id, answer);
    await nudge(deps, job.id, undefined);
  }
  if (answer.status === 'expired')
    await record(deps, job.id, (now) => (now.checkout?.id === checkout.id ? { kind: 'checkout_expired' } : undefined));
  if (answer.status === 'open' && answer.isUnderWay)
    await record(deps, job.id, ({ isMoneyUnderWay, dueAt }) =>
      isMoneyUnderWay ? undefined : { kind: 'still_open', isUnderWay: true, dueAt },
    );
  return 'open';
}
