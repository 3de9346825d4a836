/** A job as a payment provider is told of it: the title, the price and the pages of its payment. */
import { orderNumberOf } from '../../domain/ids.ts';
import type { Job } from '../../domain/job/job.ts';
import { paidUrl, payUrl } from '../../domain/job/links.ts';
import { checkoutLivesMs } from '../../domain/lifetimes.ts';
import type { Product } from '../../domain/product.ts';
import type { CheckoutRequest } from '../../partners/payments.ts';

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
