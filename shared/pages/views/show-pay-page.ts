/** Builds the payer's view of a job: the order, its price, and after payment its progress. */
import { addressWarnings } from '../../domain/address.ts';
import { formTokenOf, orderNumberOf, spokenOrderNumber } from '../../domain/ids.ts';
import { type Job, payUrl } from '../../domain/job/job.ts';
import { hasEnded, publicStatus, refundedInPart } from '../../domain/job/lifecycle.ts';
import { maskedEmail } from '../../domain/job/notify.ts';
import { totalCents } from '../../domain/money.ts';
import { paperOf, statementsOf } from '../../domain/product.ts';
import type { Warning } from '../../domain/warnings.ts';
import { recipientsOf } from '../../notify/listener.ts';
import { copyChoiceOf } from '../../orders/create/twins.ts';
import type { Deps } from '../../orders/deps.ts';
import { deletionAwaits, isDocumentRetained } from '../../orders/document.ts';
import { jobByNewPayCode } from '../../orders/follow/find-job.ts';
import { type PaymentNews, progressOf } from '../../orders/follow/progress.ts';
import { addressChoiceOf } from '../../orders/pay/address-choice.ts';
import { confirmPayment } from '../../orders/pay/checkout.ts';
import { takesTestMoney } from '../../orders/pay/payment.ts';
import { usualWait } from '../../products/arrival.ts';
import { isMail, productNamed } from '../../products/index.ts';
import { stoppableUntil } from '../../products/mail.ts';

export async function showPayPage(deps: Deps, code: string) {
  return payViewOf(deps, await jobByNewPayCode(deps, code));
}

/** The same for a payer who returns from the payment provider. Looks up the payment right away. */
export async function showPaidPage(deps: Deps, code: string) {
  const { job, news } = await confirmPayment(deps, await jobByNewPayCode(deps, code));
  return payViewOf(deps, job, news);
}

async function payViewOf(deps: Deps, job: Job, news?: PaymentNews) {
  const { clock, settings } = deps;
  const product = productNamed(job.product);
  const now = clock.now();
  const pages = isDocumentRetained(job, now) ? previewPageCount(job) : 0;
  const progress = progressOf(job, now, news);
  const dueAt = product.notBefore?.(job.order);
  // Someone who may have just paid must not be able to pay again.
  const openCheckout = progress.stage === 'unpaid' || progress.stage === 'still_open' ? job.checkout : undefined;
  return {
    ...headingViewOf(job),
    paper: paperOf(product),
    status: publicStatus(job),
    progress,
    link: payUrl(job),
    facts: statementsOf(product, job),
    usualWait: usualWait(product, job),
    stamps: product.stamps?.(job),
    price: job.price,
    refundedCents: refundOfPrice(job),
    orderNumber: spokenOrderNumber(orderNumberOf(job.id)),
    payUrl: openCheckout?.url,
    expiresAt: openCheckout?.expiresAt,
    /** Only for an order with a print date. Unix ms. */
    cancelUntil: dueAt === undefined ? undefined : stoppableUntil(dueAt),
    isTest: settings.isTest || takesTestMoney(job),
    warnings: job.state === 'awaiting_payment' ? warningsOf(job) : [],
    addressChoice: addressChoiceOf(job),
    copyChoice: await copyChoiceOf(deps, job),
    emails: emailChoiceOf(job, settings),
    formPath: formPathOf(job),
    // Without a host, so that the pictures load from the page's own origin.
    preview: pages === 0 ? undefined : { path: new URL(payUrl(job)).pathname, pages },
    deletion: deletionOf(job, now),
  };
}

/** The order form, filled in with this order; undefined for an order that didn't come from a form. */
export const formPathOf = ({ isByHand, baseUrl, product, payCode }: Job): string | undefined =>
  isByHand ? `${new URL(baseUrl).pathname}/new/${product}?again=${payCode}` : undefined;

/** The stored warnings are those of the request. If the payer accepted a corrected address, its own warnings replace them. */
function warningsOf(job: Job): readonly Warning[] {
  const { addressCheck, warnings, product } = job;
  if (addressCheck?.takenAt === undefined || !isMail(job)) return warnings;
  const at = `${product}.to` as const;
  const others = warnings.filter((warning) => !('at' in warning) || warning.at !== at);
  return [...others, ...addressWarnings(at, job.order.to)];
}

/** How much of the price was refunded, in cents. `undefined` if nothing was, or if a different amount was paid. */
export function refundOfPrice(job: Job): number | undefined {
  const { payment, price, refund } = job;
  const paidExactPrice = payment?.amountCents === totalCents(price) && payment.currency === price.currency;
  return refund === 'issued' && paidExactPrice ? totalCents(price) : refundedInPart(job)?.cents;
}

/** The facts for the heading and the bill of an order, on its pages and in its emails. */
export function headingViewOf(job: Job) {
  const product = productNamed(job.product);
  return {
    service: job.product,
    heading: product.heading,
    lineItem: product.lineItem,
    coverCents: coverSheetCents(job),
    recipient: product.recipient(job.order)[0] ?? '',
    country: product.shipment(job.order).country,
    checkFace: product.checkFace?.(job),
  };
}

/** The price of a fax's cover sheet; undefined if it has none, or if the price list has changed since the order. */
function coverSheetCents({ product: name, order, content, price }: Job): number | undefined {
  const product = productNamed(name);
  const { pages = 1 } = content ?? {};
  const front = product.frontPage?.(order);
  if (pages < 2 || front === undefined || front === 'addresses') return undefined;
  const centsOf = (count: number) => product.price(order, product.shipment(order).country, count).amountCents;
  return centsOf(pages) === price.amountCents ? centsOf(pages) - centsOf(pages - 1) : undefined;
}

/** The email choice of the pay page; `undefined` if this service sends no email, or none will follow. */
function emailChoiceOf(job: Job, { sendsEmail }: Pick<Deps['settings'], 'sendsEmail'>) {
  if (!sendsEmail || (hasEnded(job) && job.refund !== 'pending')) return undefined;
  const recipients = recipientsOf(job).filter(({ channel, who }) => channel === 'email' && who !== 'owner');
  return {
    token: formTokenOf('emails', job.id),
    isChecked: job.notify?.payer !== undefined,
    to: recipients.map(({ to }) => maskedEmail(to)),
  };
}

/** The number of page pictures. A check's message is always one page. */
export function previewPageCount({ content, document, insert }: Job): number {
  if (document !== undefined) return content?.pages ?? 0;
  return insert === undefined ? 0 : 1;
}

/** When the document was deleted (Unix ms), or the token of the delete button; `undefined` if it can't be deleted now. */
export function deletionOf(job: Job, now: number): { readonly at: number } | { readonly token: string } | undefined {
  if ((job.document ?? job.insert) === undefined) return undefined;
  if (job.documentDeletedAt !== undefined) return { at: job.documentDeletedAt };
  const isOffered = deletionAwaits(job) === undefined && isDocumentRetained(job, now);
  return isOffered ? { token: formTokenOf('deletion', job.id) } : undefined;
}
