/** The page that asks for confirmation before canceling an order, and then shows the outcome. */
import { formTokenOf } from '../domain/ids.ts';
import type { Job } from '../domain/job/job.ts';
import { type Price, totalCents } from '../domain/money.ts';
import { cancel, isBusy } from '../orders/cancel/cancel-job.ts';
import type { Deps } from '../orders/deps.ts';
import { jobByPayCode } from '../orders/follow/find-job.ts';
import { progressOf } from '../orders/follow/progress.ts';
import { type Html, hiddenFields, html } from './html.ts';
import { notFromPage } from './message.ts';
import { contactSupport, type Page, page } from './page.ts';
import { amountOf, type HeadingView, orderHeading, totalOf } from './pay/bill.ts';
import { cancelLimit, type ProgressView, statusOf } from './progress.ts';
import { progressStages, refunds } from './progress-words.ts';
import type { PlainSentence, Reader } from './reader.ts';
import { formPathOf, headingViewOf } from './views/show-pay-page.ts';

export interface CancelPageView {
  readonly order: HeadingView;
  readonly price: Price;
  /** `busy`: another process is working on the order. `refund_refused`: no refund was possible, so the order continues. */
  readonly outcome: 'undecided' | 'cancelled' | 'declined' | 'busy' | 'refund_refused';
  readonly token: string;
  readonly progress: ProgressView;
  readonly formPath: string | undefined;
}

export function cancelPage(view: CancelPageView, reader: Reader): Page {
  const { progress } = view;
  const isAsking = view.outcome === 'undecided' && progress.cancellable !== undefined;
  const title = reader.say(titleOf(view));
  const body = html`<p class="status ${progressStages[progress.stage].tone}">${statusOf(progress, reader)}</p>
<h1>${title}</h1>
<p class="lead">${orderHeading(view.order, reader)}</p>
${isAsking ? question(view, reader) : outcomeText(view, reader)}
${isCancelled(view) && view.formPath !== undefined && html`<p class="actions"><a class="button quiet" href="${view.formPath}">${reader.say('Order again')}</a></p>`}
<p class="actions"><a class="${isAsking ? 'text-link' : 'button'}" href="${progress.path}">${reader.say(isAsking ? 'No, keep the order' : 'Back to the order')}</a></p>
<footer><p>${reader.say('Order {number}', { number: progress.orderNumber })}</p></footer>`;
  return page({ title, body, hasForm: isAsking, orderNumber: progress.orderNumber }, reader);
}

function titleOf(view: CancelPageView): PlainSentence {
  const { outcome, progress } = view;
  if (isCancelled(view)) return 'Your order is canceled';
  if (outcome !== 'undecided') return 'Your order wasn’t canceled';
  if (progress.cancellable !== undefined) return 'Cancel this order?';
  const isUnpaid = ['unpaid', 'still_open', 'preparing'].includes(progress.stage);
  return isUnpaid ? 'There’s nothing to cancel yet' : 'This order can’t be canceled';
}

/** Also true for a reader who goes back to the question after canceling. */
const isCancelled = ({ outcome, progress }: CancelPageView): boolean =>
  outcome === 'cancelled' || progress.stage === 'cancelled';

function question({ price, order, progress, token }: CancelPageView, reader: Reader): Html {
  const { say } = reader;
  const { refund, refundedInPart: refunded } = progress;
  const total =
    refunded === undefined
      ? totalOf(price, order.country, reader)
      : amountOf({ cents: totalCents(price) - refunded.cents, currency: refunded.currency }, order.country, reader);
  const startsRefund = refund === 'not_applicable';
  const consequence = startsRefund
    ? say('We won’t send anything, and {total} goes back to the card or account it came from. You can’t undo this.', {
        total,
      })
    : `${say('We won’t send anything. You can’t undo this.')} ${say(refunds[refund])}`;
  return html`<p class="lead">${consequence}</p>
<p class="lead">${cancelLimit(progress, reader)}</p>
<form method="post" action="${progress.path}/cancel">
${hiddenFields({ token })}
<p class="actions"><button class="button danger">${say(startsRefund ? 'Yes, cancel and refund' : 'Yes, cancel')}</button></p>
</form>`;
}

function outcomeText(view: CancelPageView, reader: Reader): Html {
  const { say } = reader;
  const { outcome, progress } = view;
  const support = html` ${contactSupport(reader, progress.orderNumber)}.`;
  if (isCancelled(view))
    return html`<p class="lead">${say('We won’t send anything.')} ${say(refunds[progress.refund])}${progress.refund === 'contact_support' && support}</p>`;
  return html`<p class="lead">${whyNotCanceled(view, reader)}${outcome === 'refund_refused' && support}</p>`;
}

function whyNotCanceled({ outcome, progress }: CancelPageView, { say, write, day }: Reader): Html | string {
  const unpaid: PlainSentence = 'Nothing has been paid. If you don’t want the order, don’t pay: the link will expire.';
  const unconfirmed: PlainSentence = 'The payment isn’t confirmed yet. You can cancel as soon as it is.';
  const atWork: PlainSentence = 'Our partner is working on it, so we can’t stop it anymore.';
  const busy: PlainSentence = 'We’re sending or stopping the order right now. Please check again in a minute.';
  // At every other stage, a partner is working on the order or it has left.
  const reasons: Readonly<Partial<Record<ProgressView['stage'], PlainSentence>>> = {
    unpaid,
    still_open: unpaid,
    preparing: unpaid,
    confirming: unconfirmed,
    unconfirmed,
    payment_processing: unconfirmed,
    scheduled: busy,
    handing_over: busy,
    stopping: busy,
    needs_review: 'The order is already on hold. Someone is looking into it and will decide.',
    disputed: 'The payment is disputed, and your bank will decide what happens to the money.',
    returned: 'It was mailed and is on its way back to the sender, so there’s nothing to cancel and no refund.',
    expired: 'The payment link has expired. Nothing was charged, and we won’t send anything.',
    failed: 'The order has already failed, so there’s nothing to cancel.',
  };
  if (outcome === 'busy') return say(busy);
  if (outcome === 'refund_refused')
    return say('The payment provider refused the refund, so the order continues and nothing has changed.');
  const reason = reasons[progress.stage];
  const departure = progress.steps.find(({ name }) => name === 'mailed' || name === 'sent');
  if (reason !== undefined || departure?.at === undefined) return say(reason ?? atWork);
  return departure.name === 'mailed'
    ? write('It was mailed on {day} and can’t be recalled.', { day: day(departure.at) })
    : write('It was sent on {day} and can’t be recalled.', { day: day(departure.at) });
}

const viewOf = (job: Job, now: number, outcome: CancelPageView['outcome']): CancelPageView => ({
  order: headingViewOf(job),
  price: job.price,
  outcome,
  token: formTokenOf('cancel', job.id),
  progress: progressOf(job, now),
  formPath: formPathOf(job),
});

export const askToCancel = async (deps: Deps, code: string) =>
  viewOf(await jobByPayCode(deps, code), deps.clock.now(), 'undecided');

/** Cancels a paid order. Only our own page's form contains `token`, so no other site can cancel on the reader's behalf. */
export async function cancelFromPage(deps: Deps, code: string, token: string | undefined) {
  const job = await jobByPayCode(deps, code);
  if (token !== formTokenOf('cancel', job.id)) throw notFromPage();
  // An unpaid order expires anyway, and someone with a forwarded link must not cancel it before the payer has read it.
  if (job.state === 'awaiting_payment') return viewOf(job, deps.clock.now(), 'undecided');
  const { outcome, body } = await cancel(deps, job);
  const after = (await deps.jobs.get(job.id)) ?? job;
  if (outcome === 'done') return viewOf(after, deps.clock.now(), 'cancelled');
  const isContinuing = !['failed', 'needs_review', 'cancelled'].includes(after.state);
  const isRefundRefused = body.reason === 'refund_failed' && isContinuing;
  const refusal = isBusy(after) ? 'busy' : 'declined';
  return viewOf(after, deps.clock.now(), isRefundRefused ? 'refund_refused' : refusal);
}
