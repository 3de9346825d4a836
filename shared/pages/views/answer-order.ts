/**
 * Takes what people choose on the page of an order: before the payment which address is right, that a second copy is intended,
 * and the checkbox for emails; at any time the buttons that stop the emails and delete the document. A choice before the
 * payment counts until we learn of it, even if a payment page is open: that page names the recipient and the total, but no
 * address.
 */

import { formTokenOf } from '../../domain/ids.ts';
import { type Job, paidUrl, payUrl } from '../../domain/job/job.ts';
import type { NotifyLanguage } from '../../domain/job/notify.ts';
import { update } from '../../domain/stored.ts';
import { deleteDocumentOf } from '../../orders/content/delete-document.ts';
import type { Deps } from '../../orders/deps.ts';
import { jobByPayCode } from '../../orders/follow/find-job.ts';
import { addressChoiceOf, orderToSuggestion } from '../../orders/pay/address-choice.ts';
import { providerAnswer } from '../../orders/pay/payment.ts';
import { notFromPage } from '../message.ts';

/** Returns the path of the page that shows the outcome. A choice that comes too late, or twice, changes nothing. */
export async function chooseAddress(
  deps: Deps,
  code: string,
  { token, choice }: Readonly<Partial<Record<'token' | 'choice', string>>>,
): Promise<string> {
  const job = await jobByPayCode(deps, code);
  if (token !== formTokenOf('address', job.id)) throw notFromPage();
  const page = new URL(payUrl(job)).pathname;
  const { checkout } = job;
  if (checkout === undefined || !isOpen(job)) return page;
  // The payer may have paid a moment ago, for the address that was on the page then.
  const session = await providerAnswer(deps, job.id, checkout, (payments) => payments.status(checkout.id));
  const isPaid = session.status === 'paid' || (session.status === 'open' && session.isUnderWay);
  if (isPaid) return new URL(paidUrl(job)).pathname;
  const now = deps.clock.now();
  await update(deps.jobs, job.id, (stored) => (stored && isOpen(stored) ? withChoice(stored, choice, now) : stored));
  deps.log.info('address chosen', { jobId: job.id, product: job.product });
  return page;
}

/** Whether the order can still be paid, so that the payer's choices count. */
const isOpen = ({ state, isMoneyUnderWay }: Job): boolean => state === 'awaiting_payment' && !isMoneyUnderWay;

function withChoice(job: Job, choice: string | undefined, now: number): Job {
  const { addressCheck: check } = job;
  // The same as `another_copy` in a request.
  if (choice === 'copy') return { ...job, copyConfirmedAt: job.copyConfirmedAt ?? now };
  if (check === undefined) return job;
  if (choice === 'suggested') {
    const order = orderToSuggestion(job);
    return order === undefined ? job : { ...job, order, addressCheck: { ...check, takenAt: now } };
  }
  // The same as `accept_address` in a request.
  const isUndecided = check.takenAt === undefined && check.acceptedAt === undefined;
  return choice === 'ordered' && isUndecided ? { ...job, addressCheck: { ...check, acceptedAt: now } } : job;
}

/** Returns the URL to continue to: the payment page, or the order's own page if there is nothing to pay. */
export async function chooseEmails(
  deps: Deps,
  code: string,
  { token, step, emails }: Readonly<Partial<Record<'token' | 'step' | 'emails', string>>>,
  language: NotifyLanguage,
): Promise<string> {
  const job = await jobByPayCode(deps, code);
  const { id } = job;
  if (token !== formTokenOf('e-mails', id)) throw notFromPage();
  const page = new URL(payUrl(job)).pathname;
  if (step === 'stop') {
    // Webhooks go on.
    await update(deps.jobs, id, (stored) =>
      stored?.notify?.email === undefined && stored?.notify?.payer === undefined
        ? stored
        : { ...stored, notify: { ...stored.notify, email: undefined, payer: undefined } },
    );
    deps.log.info('emails ended', { jobId: id });
    return `${page}?emails=ended`;
  }
  if (step !== 'pay') return page;
  const wished = emails === 'yes' && deps.settings.sendsEmail ? language : undefined;
  const after = await update(deps.jobs, id, (stored) => (stored && isOpen(stored) ? ticked(stored, wished) : stored));
  return (after && paymentPage(after, deps.clock.now())) ?? page;
}

/** The payment page, unless the order is paid, expired, or its address is not confirmed yet. */
function paymentPage(job: Job, now: number): string | undefined {
  const { checkout } = job;
  if (!isOpen(job) || checkout === undefined || checkout.expiresAt <= now) return undefined;
  return addressChoiceOf(job)?.kind === 'doubtful' ? undefined : checkout.url;
}

function ticked(job: Job, language: NotifyLanguage | undefined): Job {
  const { notify } = job;
  if (notify?.payer?.language === language) return job;
  return { ...job, notify: { ...notify, payer: language && { language } } };
}

/** The button that deletes the document. Returns the path of the order's page, which then says it. */
export async function deleteFromPage(deps: Deps, code: string, token: string | undefined): Promise<string> {
  const job = await jobByPayCode(deps, code);
  if (token !== formTokenOf('deletion', job.id)) throw notFromPage();
  await deleteDocumentOf(deps, job);
  return new URL(payUrl(job)).pathname;
}
