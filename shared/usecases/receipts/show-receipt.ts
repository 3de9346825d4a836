/** Builds the view of a job's receipt for people: the signed receipt, and what its reader needs beside it. */
import { orderNumberOf, spokenOrderNumber } from '../../core/ids.ts';
import type { Job } from '../../core/job/job.ts';
import { takesTestMoney } from '../../fulfilment/payment.ts';
import type { Deps } from '../../ports/deps.ts';
import { productNamed } from '../../products/index.ts';
import { payUrl } from '../views.ts';
import { signedReceipt } from './get-receipt.ts';

export async function showReceipt(deps: Pick<Deps, 'clock' | 'settings' | 'signer'>, job: Job, baseUrl: string) {
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
    isTest: settings.isTest || takesTestMoney(job),
    verifyUrl: `${baseUrl}/verify`,
    // A path without a host, so that it stays on the origin on which the receipt was opened.
    path: `${new URL(payUrl(job)).pathname}/receipt`,
  };
}
