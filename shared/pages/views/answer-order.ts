/**
 * Stores what people choose on an order's page. Before the payment: which address is right, that a second copy is intended, and
 * whether to get emails. At any time: to stop the emails or delete the document. A choice about the address counts until we learn
 * of the payment. A payment page may already be open then, but it shows only the recipient and the total, no address.
 */
import { formTokenOf } from '../../domain/ids.ts';
import { type Job, paidUrl, payUrl } from '../../domain/job/job.ts';
import type { NotifyLanguage } from '../../domain/job/notify.ts';
import { update } from '../../domain/stored.ts';
import { deleteDocumentOf } from '../../orders/content/delete-document.ts';
import { copyChoiceOf } from '../../orders/create/twins.ts';
import type { Deps } from '../../orders/deps.ts';
import { jobByPayCode } from '../../orders/follow/find-job.ts';
import { addressChoiceOf, orderWithSuggestedAddress } from '../../orders/pay/address-choice.ts';
import { callProvider } from '../../orders/pay/payment.ts';
import { notFromPage } from '../message.ts';

/**
 * Answers the question about the address or about a second copy. Returns the path of the page that shows the outcome. A late
 * or repeated choice changes nothing.
 */
export async function answerQuestion(
  deps: Deps,
  code: string,
  { token, choice }: Readonly<Partial<Record<'token' | 'choice', string>>>,
): Promise<string> {
  const job = await jobByPayCode(deps, code);
  if (token !== formTokenOf('address', job.id)) throw notFromPage();
  const page = new URL(payUrl(job)).pathname;
  const { checkout } = job;
  if (checkout === undefined || !isOpen(job)) return page;
  // The payer may just have paid, for the address that was on the page at that moment.
  const session = await callProvider(deps, job.id, checkout, (payments) => payments.status(checkout.id));
  const isPaid = session.status === 'paid' || (session.status === 'open' && session.isProcessing);
  if (isPaid) return new URL(paidUrl(job)).pathname;
  const now = deps.clock.now();
  await update(deps.jobs, job.id, (stored) => (stored && isOpen(stored) ? withChoice(stored, choice, now) : stored));
  deps.log.info('question answered', { jobId: job.id, product: job.product });
  return page;
}

/** Whether the order can still be paid, so that the payer can still choose. */
const isOpen = ({ state, isPaymentProcessing }: Job): boolean => state === 'awaiting_payment' && !isPaymentProcessing;

function withChoice(job: Job, choice: string | undefined, now: number): Job {
  const { addressCheck: check } = job;
  // The same as `another_copy` in a request.
  if (choice === 'copy') return { ...job, copyConfirmedAt: job.copyConfirmedAt ?? now };
  if (check === undefined) return job;
  if (choice === 'suggested') {
    const order = orderWithSuggestedAddress(job);
    return order === undefined ? job : { ...job, order, addressCheck: { ...check, takenAt: now } };
  }
  // The same as `accept_address` in a request.
  const isUndecided = check.takenAt === undefined && check.acceptedAt === undefined;
  return choice === 'ordered' && isUndecided ? { ...job, addressCheck: { ...check, acceptedAt: now } } : job;
}

/** Stores whether the payer gets emails, or stops all. Returns the URL to continue at: the order's page if it can't be paid now. */
export async function chooseEmails(
  deps: Deps,
  code: string,
  { token, step, emails }: Readonly<Partial<Record<'token' | 'step' | 'emails', string>>>,
  language: NotifyLanguage,
): Promise<string> {
  const job = await jobByPayCode(deps, code);
  const { id } = job;
  if (token !== formTokenOf('emails', id)) throw notFromPage();
  const page = new URL(payUrl(job)).pathname;
  if (step === 'stop') {
    // The webhook stays.
    await update(deps.jobs, id, (stored) =>
      stored?.notify?.email === undefined && stored?.notify?.payer === undefined
        ? stored
        : { ...stored, notify: { ...stored.notify, email: undefined, payer: undefined } },
    );
    deps.log.info('emails stopped', { jobId: id });
    return `${page}?emails=stopped`;
  }
  if (step !== 'pay') return page;
  const payer = emails === 'yes' && deps.settings.sendsEmail ? { language } : undefined;
  const after = await update(deps.jobs, id, (stored) =>
    stored && isOpen(stored) && stored.notify?.payer?.language !== payer?.language
      ? { ...stored, notify: { ...stored.notify, payer } }
      : stored,
  );
  if (after?.checkout === undefined || !isOpen(after) || after.checkout.expiresAt <= deps.clock.now()) return page;
  // A page may have been opened before there was a question to answer.
  const isUndecided = addressChoiceOf(after)?.kind === 'doubtful' || (await copyChoiceOf(deps, after))?.isAsked;
  return isUndecided ? page : after.checkout.url;
}

/** Deletes the document. Returns the path of the order's page, which then says so. */
export async function deleteFromPage(deps: Deps, code: string, token: string | undefined): Promise<string> {
  const job = await jobByPayCode(deps, code);
  if (token !== formTokenOf('deletion', job.id)) throw notFromPage();
  await deleteDocumentOf(deps, job);
  return new URL(payUrl(job)).pathname;
}
