/** Asks the payment provider for a checkout's status, in case its event was lost: no payment depends on a webhook alone. */
import type { Job } from '../../domain/job/job.ts';
import type { Checkout } from '../../domain/job/payment.ts';
import { checkoutLivesMs } from '../../domain/lifetimes.ts';
import { askPaymentDelayMs, leaseMs } from '../../domain/retry.ts';
import type { CheckoutStatus } from '../../partners/payments.ts';
import type { Deps } from '../deps.ts';
import { retainDocument } from '../document.ts';
import { nudge, record, recordOnce } from '../record.ts';
import { nextAsking, paymentsOf, recordPayment } from './payment.ts';

export async function askPayment(deps: Deps, job: Job): Promise<void> {
  // Without a checkout nobody ever got a link: the request died, and nobody can pay.
  const checkout: CheckoutStatus | Unanswered = job.checkout
    ? await checkoutStatusOf(deps, job.id, job.checkout)
    : { status: 'expired' };
  if (checkout.status === 'paid') return void (await recordPayment(deps, job.id, checkout));
  // After its end a checkout is open only while money is on its way, which may take days from a bank.
  if (checkout.status !== 'expired' && job.createdAt + checkoutLivesMs < deps.clock.now())
    await retainDocument(deps, job);
  // Nothing is known yet of a checkout that was opened in the meantime.
  const isAsked = ({ checkout: now }: Job) => now?.id === job.checkout?.id;
  const recorded = await record(deps, job.id, (current) =>
    isAsked(current) && checkout.status === 'expired'
      ? { kind: 'checkout_expired' }
      : {
          kind: 'still_open',
          dueAt: nextAsking(deps, current, current.tries + 1, checkout.status === 'unanswered'),
          ...(checkout.status === 'unanswered'
            ? { unansweredAsks: (current.unansweredAsks ?? 0) + 1, isUnderWay: current.isMoneyUnderWay }
            : { isUnderWay: checkout.status === 'open' ? checkout.isUnderWay : undefined }),
        },
  );
  if ((recorded?.job.unansweredAsks ?? 0) >= alarmAfter) deps.log.alarm('payment unknown', { jobId: job.id });
}

interface Unanswered {
  readonly status: 'unanswered';
}

/** One or two questions without an answer are bad luck. */
const alarmAfter = 3;

export async function checkoutStatusOf(
  deps: Deps,
  jobId: string,
  checkout: Checkout,
): Promise<CheckoutStatus | Unanswered> {
  try {
    return await paymentsOf(deps, checkout).status(checkout.id);
  } catch (error) {
    deps.log.info('payment status failed', { jobId, error });
    return { status: 'unanswered' };
  }
}

/** A job that is due within a lease is asked about by itself. */
export async function askOpenCheckouts(deps: Deps): Promise<void> {
  const { clock, jobs, settings } = deps;
  const now = clock.now();
  const longestMs = askPaymentDelayMs(checkoutLivesMs, settings.retryBaseMs, 1, checkoutLivesMs);
  for (const { id } of await jobs.due({ since: now + leaseMs, before: now + longestMs + 1 })) {
    const job = await jobs.get(id);
    if (job?.state === 'awaiting_payment' && (await recordOnce(deps, job, { kind: 'redriven' })))
      await nudge(deps, id, undefined);
  }
}
