/** Asks the payment provider for a checkout's status, in case its event was lost: no payment depends on a webhook alone. */
import type { Checkout, Fact } from '../core/job.ts';
import { checkoutLivesMs } from '../core/lifetimes.ts';
import type { Job } from '../core/product.ts';
import { askPaymentDelayMs } from '../core/retry.ts';
import type { CheckoutStatus, Deps } from '../ports.ts';
import { retainDocument } from './document.ts';
import { paymentsOf } from './payment.ts';
import { type RetryDeps, record } from './record.ts';
import { recordPayment, type SurplusDeps } from './record-payment.ts';

export async function askPayment(deps: SurplusDeps & Pick<Deps, 'documents'>, job: Job): Promise<void> {
  // Without a checkout nobody ever got a link: the request died, and nobody can pay.
  const checkout: CheckoutStatus = job.checkout ? await statusOf(deps, job.checkout) : { status: 'expired' };
  // After its end a checkout is open only while money is on its way, which may take days from a bank.
  if (checkout.status === 'open' && job.createdAt + checkoutLivesMs < deps.clock.now()) await retainDocument(deps, job);
  if (job.checkout && checkout.status === 'paid')
    return void (await recordPayment(deps, job.id, job.checkout.id, checkout.payment));
  // Nothing is known yet of a checkout that was opened in the meantime.
  const isAsked = ({ checkout: now }: Job) => now?.id === job.checkout?.id;
  await record(deps, job.id, (current) => factOf(deps, current, isAsked(current) && checkout.status === 'expired'));
}

const statusOf = (deps: Pick<Deps, 'log' | 'payments' | 'settings'>, checkout: Checkout): Promise<CheckoutStatus> =>
  paymentsOf(deps, checkout)
    .status(checkout.id)
    .catch((error: unknown) => {
      deps.log.info('payment status failed', { error });
      return { status: 'open' };
    });

const factOf = (deps: RetryDeps, job: Job, isExpired: boolean): Fact =>
  isExpired ? { kind: 'checkout_expired' } : { kind: 'still_open', dueAt: nextAsking(deps, job.tries + 1) };

export const nextAsking = ({ random, clock, settings }: RetryDeps, asked: number): number =>
  clock.now() + askPaymentDelayMs(asked, settings.retryBaseMs, random.fraction());
