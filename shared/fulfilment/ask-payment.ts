/** Asks the payment provider for a checkout's status, in case its event was lost: no payment depends on a webhook alone. */
import type { Checkout, Fact } from '../core/job.ts';
import { checkoutLivesMs } from '../core/lifetimes.ts';
import type { Job } from '../core/product.ts';
import { askPaymentDelayMs } from '../core/retry.ts';
import type { CheckoutStatus, Deps } from '../ports.ts';
import { retainDocument } from './document.ts';
import { paidFact, paymentsOf } from './payment.ts';
import { type RecordDeps, type RetryDeps, record } from './record.ts';

export async function askPayment(
  deps: RecordDeps & RetryDeps & Pick<Deps, 'documents' | 'payments'>,
  job: Job,
): Promise<void> {
  // Without a checkout nobody ever got a link: the request died, and nobody can pay.
  const checkout: CheckoutStatus = job.checkout ? await statusOf(deps, job.checkout) : { status: 'expired' };
  // After its end a checkout is open only while money is on its way, which may take days from a bank.
  if (checkout.status === 'open' && job.createdAt + checkoutLivesMs < deps.clock.now()) await retainDocument(deps, job);
  // Nothing is known yet of a checkout that was opened in the meantime.
  const isAsked = ({ checkout: now }: Job) => now?.id === job.checkout?.id;
  await record(deps, job.id, (current) => factOf(deps, current, isAsked(current) ? checkout : { status: 'open' }));
}

const statusOf = (deps: Pick<Deps, 'log' | 'payments' | 'settings'>, checkout: Checkout): Promise<CheckoutStatus> =>
  paymentsOf(deps, checkout)
    .status(checkout.id)
    .catch((error: unknown) => {
      deps.log.info('payment status failed', { error });
      return { status: 'open' };
    });

function factOf(deps: RetryDeps, job: Job, checkout: CheckoutStatus): Fact {
  if (checkout.status === 'paid') return paidFact(job, checkout.payment);
  if (checkout.status === 'expired') return { kind: 'checkout_expired' };
  return { kind: 'still_open', dueAt: nextAsking(deps, job.tries + 1) };
}

export const nextAsking = ({ random, clock, settings }: RetryDeps, asked: number): number =>
  clock.now() + askPaymentDelayMs(asked, settings.retryBaseMs, random.fraction());
