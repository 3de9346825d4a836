/** Builds the view of a job's receipt for people: the signed receipt, and what else the page needs. */
import { orderNumberOf, spokenOrderNumber } from '../../domain/ids.ts';
import { type Job, payUrl } from '../../domain/job/job.ts';
import { carrierScans } from '../../domain/job/lifecycle.ts';
import { statementsOf } from '../../domain/product.ts';
import type { Deps } from '../../orders/deps.ts';
import { findDocument, hasRetainedDocument, isDocumentRetained } from '../../orders/document.ts';
import { shownRefund } from '../../orders/follow/progress.ts';
import { takesTestMoney } from '../../orders/pay/payment.ts';
import { signedReceipt } from '../../orders/receipts/get-receipt.ts';
import { productNamed } from '../../products/index.ts';
import { headingViewOf, refundOfPrice } from './show-pay-page.ts';

export async function showReceipt(deps: Deps, job: Job, baseUrl: string) {
  const { clock, settings } = deps;
  const { receipt, signature } = await signedReceipt(deps, job);
  return {
    receipt,
    signature,
    orderNumber: spokenOrderNumber(orderNumberOf(job.id)),
    ...headingViewOf(job),
    facts: statementsOf(productNamed(job.product), job),
    price: job.price,
    refund: shownRefund(job),
    refundedCents: refundOfPrice(job),
    refundedAt: job.refund === 'issued' ? job.firstSeenAt.refunded : undefined,
    scans: carrierScans(job),
    card: job.payment?.card,
    /** Whether the evidence PDF includes the document. */
    hasDocument: hasRetainedDocument(job, clock.now()),
    isTest: settings.isTest || takesTestMoney(job),
    verifyUrl: `${baseUrl}/verify`,
    // Without a host, so that links stay on the origin where the receipt was opened.
    path: `${new URL(payUrl(job)).pathname}/receipt`,
  };
}

/** The order's receipt, with the document while it is stored. */
export async function showEvidence(deps: Deps, job: Job, baseUrl: string) {
  const [view, stored] = await Promise.all([
    showReceipt(deps, job, baseUrl),
    isDocumentRetained(job, deps.clock.now()) ? findDocument(deps, job) : undefined,
  ]);
  return { view, document: stored?.pdf };
}
