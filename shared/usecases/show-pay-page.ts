/** Builds the payer's view of a job: the order, its price, and after the payment its progress. */
import { orderNumberOf } from '../core/ids.ts';
import { hasLeft, publicStatus } from '../core/job.ts';
import type { Job } from '../core/product.ts';
import { sentenceForCallers } from '../core/warnings/for-callers.ts';
import { isDocumentRetained } from '../fulfilment/document.ts';
import { takesTestMoney } from '../fulfilment/payment.ts';
import type { Deps } from '../ports.ts';
import { productNamed } from '../products/index.ts';
import { jobByPayCode } from './find-job.ts';
import { payUrl } from './views.ts';

export async function showPayPage({ clock, jobs, settings }: Pick<Deps, 'clock' | 'jobs' | 'settings'>, code: string) {
  const job = await jobByPayCode({ jobs }, code);
  const product = productNamed(job.product);
  const now = clock.now();
  return {
    heading: product.title(job.order),
    status: publicStatus(job),
    statusText: statusText(job),
    facts: product.statements(job),
    price: job.price,
    orderNumber: orderNumberOf(job.id),
    ...payable(job, now),
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

const payable = ({ state, checkout }: Job, now: number) =>
  state === 'awaiting_payment' && checkout !== undefined && checkout.expiresAt > now
    ? { payUrl: checkout.url, expiresAt: checkout.expiresAt }
    : {};

function statusText(job: Job) {
  const leftTexts = { mailed: 'On its way', sent: 'Sent' } as const;
  const texts = {
    awaiting_payment: 'Waiting for payment',
    paid: 'Paid',
    fulfilled: hasLeft(job) ? leftTexts[productNamed(job.product).leftAs] : 'With our partner',
    cancelled: 'Cancelled',
    failed: 'Failed',
  } as const;
  return texts[publicStatus(job)];
}
