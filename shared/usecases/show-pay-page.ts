/** Builds the payer's view of a job: the order, its price, and after the payment its progress. */
import { orderNumberOf, spokenOrderNumber } from '../core/ids.ts';
import { publicStatus } from '../core/job.ts';
import type { Job } from '../core/product.ts';
import { sentenceForCallers } from '../core/warnings/for-callers.ts';
import { isDocumentRetained } from '../fulfilment/document.ts';
import { takesTestMoney } from '../fulfilment/payment.ts';
import type { Deps } from '../ports.ts';
import { productNamed } from '../products/index.ts';
import { type ConfirmDeps, confirmPayment } from './after-paying/confirm-payment.ts';
import { type PaymentNews, progressOf } from './after-paying/progress.ts';
import { jobByPayCode } from './find-job.ts';
import { payUrl } from './views.ts';

type PayPageDeps = Pick<Deps, 'clock' | 'jobs' | 'settings'>;

export async function showPayPage(deps: PayPageDeps, code: string) {
  return payViewOf(deps, await jobByPayCode(deps, code));
}

/** The same for a payer whom the payment provider has sent back: the payment is asked for at once. */
export async function showPaidPage(deps: ConfirmDeps, code: string) {
  const { job, news } = await confirmPayment(deps, await jobByPayCode(deps, code));
  return payViewOf(deps, job, news);
}

function payViewOf({ clock, settings }: PayPageDeps, job: Job, news?: PaymentNews) {
  const product = productNamed(job.product);
  const now = clock.now();
  const progress = progressOf(job, now, news);
  return {
    heading: product.title(job.order),
    status: publicStatus(job),
    progress,
    facts: product.statements(job),
    price: job.price,
    orderNumber: spokenOrderNumber(orderNumberOf(job.id)),
    ...payable(job, progress),
    isTest: settings.isTest || takesTestMoney({ settings }, job),
    warnings: job.state === 'awaiting_payment' ? job.warnings.map(sentenceForCallers) : [],
    contentHash: job.content?.hash,
    jobCreatedAt: job.createdAt,
    refund: job.refund,
    previewUrls: isDocumentRetained(job, now) ? previewUrls(job) : [],
    previewTitle: job.insert && ('The message, about as it will be printed' as const),
  };
}

/** The number of preview images. An enclosure is always one page. */
export const shownPages = ({ content, document, insert }: Job): number =>
  document === undefined ? Number(insert !== undefined) : (content?.pages ?? 0);

/** Paths without a host, so the images load from the origin on which the page was opened. */
const previewUrls = (job: Job): string[] =>
  Array.from({ length: shownPages(job) }, (_, at) => `${new URL(payUrl(job)).pathname}/pages/${at + 1}`);

/** Nobody is asked to pay again who may have paid a moment ago. */
const payable = ({ checkout }: Job, { stage }: { readonly stage: string }) =>
  checkout !== undefined && (stage === 'unpaid' || stage === 'still_open')
    ? { payUrl: checkout.url, expiresAt: checkout.expiresAt }
    : {};
