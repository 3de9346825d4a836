/** Opens the payment page of a job once, and finds it again for a repeated request. */

import { orderNumberOf } from '../../domain/ids.ts';
import { type Job, paidUrl, payUrl } from '../../domain/job/job.ts';
import { checkoutLivesMs } from '../../domain/lifetimes.ts';
import type { Product } from '../../domain/product.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { CheckoutRequest } from '../../partners/payments.ts';
import type { Deps } from '../deps.ts';
import { record, recordOnce } from '../record.ts';
import { waitFor } from '../submit/wait.ts';
import { nextAsking, paymentsOf, providerAnswer } from './payment.ts';

const checkoutRequest = (product: Product, job: Job): CheckoutRequest => ({
  jobId: job.id,
  title: chargeTitle(product, job.order),
  price: job.price,
  expiresAt: job.createdAt + checkoutLivesMs,
  baseUrl: job.baseUrl,
  orderNumber: orderNumberOf(job.id),
  returnUrl: payUrl(job),
  paidUrl: paidUrl(job),
  isStrict: product.drawsOn !== undefined,
});

/** A check is named without its amount, which is not charged. */
const chargeTitle = (product: Product, order: Job['order']): string =>
  product.drawsOn === undefined ? product.title(order) : `${product.lineItem} to ${product.recipient(order)[0] ?? ''}`;

/** The provider creates one session for each job, so two concurrent requests get the same one. */
export async function withCheckout(deps: Deps, product: Product, job: Job): Promise<Job> {
  const request = checkoutRequest(product, job);
  const chosen = { provider: deps.settings.paymentProvider };
  const checkout = await providerAnswer(deps, job.id, chosen, (payments) => payments.open(request));
  const fact = { kind: 'checkout_opened', checkout, dueAt: nextAsking(deps, job, 0) } as const;
  const opened = (await recordOnce(deps, job, fact)) ?? (await record(deps, job.id, () => fact))?.job;
  if (opened?.checkout !== undefined) return opened;
  // It has ended meanwhile. Nobody was shown the page, and it closes by itself if the provider does not answer now.
  await paymentsOf(deps, checkout)
    .expire(checkout.id)
    .catch((error: unknown) => deps.log.info('payment page not closed', { jobId: job.id, error }));
  throw endedUnseen();
}

/** It has ended before it had a payment page: no caller was ever shown it, so another one may take its place. */
export const hasEndedUnseen = ({ state, checkout, payment }: Job): boolean =>
  (state === 'cancelled' || state === 'failed') && checkout === undefined && payment === undefined;

const endedUnseen = () =>
  new Refusal(
    'unavailable',
    'The order was cancelled before its payment page was open, and nothing was charged. Send the same request again.',
    { retryAfterSeconds: 1 },
  );

/** Waits for the first request to open the checkout, or opens it if that request has died. */
export async function withCheckoutOfFirst(deps: Deps, product: Product, jobId: string): Promise<Job> {
  const job = await deps.jobs.get(jobId);
  if (job === undefined) throw new Error(`${jobId} is named by a key but does not exist`);
  const isOpen = ({ checkout }: Job) => checkout !== undefined;
  // A request that started this long ago has died, so a retry may finish its work.
  const abandonedAfterMs = 20_000;
  const isAbandoned = !isOpen(job) && !hasEndedUnseen(job) && deps.clock.now() - job.createdAt > abandonedAfterMs;
  if (isAbandoned) return withCheckout(deps, product, job);
  const waited = await waitFor(deps, job, (current) => isOpen(current) || hasEndedUnseen(current), 5_000);
  if (isOpen(waited)) return waited;
  if (hasEndedUnseen(waited)) throw endedUnseen();
  throw new Refusal(
    'in_progress',
    'A request with this idempotency_key is still being worked on: send the same request again in a few seconds.',
    { field: 'idempotency_key' },
  );
}
