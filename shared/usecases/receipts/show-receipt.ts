/** Builds the view of a job's receipt for people: the signed receipt, and what its reader needs beside it. */
import { orderNumberOf, spokenOrderNumber } from '../../core/ids.ts';
import type { Job } from '../../core/job/job.ts';
import { totalCents } from '../../core/money/price.ts';
import { takesTestMoney } from '../../fulfilment/payment.ts';
import { productNamed } from '../../products/index.ts';
import { payUrl } from '../views.ts';
import { type ReceiptDeps, signedReceipt } from './get-receipt.ts';

export async function showReceipt(deps: ReceiptDeps, job: Job, baseUrl: string) {
  const { settings } = deps;
  const product = productNamed(job.product);
  const { receipt, signature } = await signedReceipt(deps, job);
  return {
    receipt,
    signature,
    orderNumber: spokenOrderNumber(orderNumberOf(job.id)),
    heading: product.heading,
    recipient: product.recipient(job.order)[0] ?? '',
    facts: product.statements(job),
    price: job.price,
    isRefundedWhole: job.refund === 'issued' && isPriced(job),
    isTest: settings.isTest || takesTestMoney(job),
    verifyUrl: `${baseUrl}/verify`,
    // A path without a host, so that it stays on the origin on which the receipt was opened.
    path: `${new URL(payUrl(job)).pathname}/receipt`,
  };
}

const isPriced = ({ payment, price }: Job): boolean =>
  payment?.amountCents === totalCents(price) && payment.currency === price.currency;
