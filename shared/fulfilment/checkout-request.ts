/** A job as a payment provider is told of it: the title, the price and the pages of its payment. */
import { orderNumberOf } from '../core/ids.ts';
import type { Job } from '../core/job/job.ts';
import { paidUrl, payUrl } from '../core/job/links.ts';
import { checkoutLivesMs } from '../core/lifetimes.ts';
import type { Product } from '../core/product.ts';
import type { CheckoutRequest } from '../ports/payments.ts';

export const checkoutRequest = (product: Product, job: Job): CheckoutRequest => ({
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
  product.drawsOn === undefined
    ? product.title(order)
    : `${product.lineItem.en} to ${product.recipient(order)[0] ?? ''}`;
