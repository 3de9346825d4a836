/** An order's progress for the payer: its status, a timeline, and any refund, tracking and expected arrival. */
import { mayBePickedUp, type ReportedScan } from '../domain/job/progress.ts';
import type { progressOf } from '../orders/follow/progress.ts';
import { type Html, html } from './html.ts';
import { contactSupport, type Page } from './page.ts';
import { aboutScans, progressStages, refunds, scanSentence } from './progress-words.ts';
import type { PlainSentence, Reader } from './reader.ts';

type FullProgressView = Omit<ReturnType<typeof progressOf>, 'steps'>;

type StepName = ReturnType<typeof progressOf>['steps'][number]['name'];

/** An order's progress. Only the picked members and the steps are required. */
export type ProgressView = Pick<FullProgressView, 'stage' | 'orderNumber' | 'path' | 'refund'> &
  Partial<FullProgressView> & {
    readonly steps: readonly {
      readonly name: StepName;
      /** Unix milliseconds; missing if the step is still ahead. */
      readonly at?: number | undefined;
      readonly scan?: ReportedScan | undefined;
    }[];
  };

/** The status in a few words: for a failed order with its product, for a scheduled one with the print date. */
export function statusOf({ stage, service, sendOn }: ProgressView, { say, date }: Reader): string {
  const failedAs = {
    letter: 'We couldn’t mail your letter',
    check: 'We couldn’t mail your check',
    fax: 'We couldn’t send your fax',
  } as const;
  if (stage === 'failed' && service !== undefined) return say(failedAs[service]);
  if (stage === 'scheduled' && sendOn !== undefined)
    return say('Scheduled for {day}', { day: date(sendOn, 'dayOfMonth') });
  return say(progressStages[stage].status);
}

/** The status in large type, what it means, and the timeline. `formPath`: the order form, filled in with this order. */
export function progressSection(view: ProgressView, reader: Reader, formPath?: string): Html {
  const { say } = reader;
  const lastAt = view.steps.findLast(({ at }) => at !== undefined)?.at;
  return html`${statusLine(view, reader)}
<p class="lead">${leadText(view, reader)}</p>
${hintsOf(view, reader, formPath).map((hint) => html`<p class="lead">${hint}</p>\n`)}
${needsNewOrder(view) && orderAgain(view, reader, formPath)}
${isBeingConfirmed(view) && html`<p><a class="text-link" href="${view.path}">${say('I haven’t paid yet: back to the order')}</a></p>`}
${trackingSection(view, reader)}
<section>
<h2>${say('Progress')}</h2>
<ol class="timeline">${timelineSteps(view).map((step) => stepLine(step, view, reader))}</ol>
${lastAt !== undefined && html`<p class="small">${reader.write('Times are in {zone}.', { zone: reader.time(lastAt, 'zone') })}</p>`}
${view.steps.some(({ scan }) => scan !== undefined) && html`<p class="small">${say(aboutScans)}</p>`}
${view.arrival && html`<p class="small">${say('Estimate based on {carrier} delivery times. Not guaranteed.', { carrier: reader.translate(view.arrival.carrier) })}</p>`}
</section>`;
}

/** Whether a new order is the next step, so that its link is next to the reason. */
export const needsNewOrder = ({ stage }: ProgressView): boolean => stage === 'returned' || stage === 'failed';

/** The link for sending the document again or, once the order is over, for ordering again with the form at `formPath`. */
export function orderAgain(view: ProgressView, { say }: Reader, formPath?: string): Html | false {
  const { sendAgain, stage } = view;
  const isOver = ['mailed', 'for_pickup', 'undelivered', 'sent', 'delivered', 'expired', 'cancelled'].includes(stage);
  const path = sendAgain ?? (isOver || needsNewOrder(view) ? formPath : undefined);
  if (path === undefined) return false;
  return html`<p class="actions"><a class="button quiet" href="${path}">${say(sendAgain ? 'Send it again' : 'Order again')}</a></p>
${sendAgain && html`<p class="hint">${say('The same document, at the current price. You can change the recipient.')}</p>`}`;
}

/** The steps of the timeline. Only one of the partner's acceptance and its work is shown: its work, once that has begun. */
function timelineSteps({ steps }: ProgressView): ProgressView['steps'] {
  const isWork = ({ name }: ProgressView['steps'][number]) => name === 'printing' || name === 'sending';
  const work = steps.find(isWork);
  if (work === undefined) return steps;
  return steps.filter((step) => (work.at === undefined ? !isWork(step) : step.name !== 'handed_over'));
}

/** `In the mail. Arriving Nov 25 to Dec 2` */
function statusLine(view: ProgressView, reader: Reader): Html {
  const { write, day } = reader;
  const { stage, arrival } = view;
  const dates =
    arrival && write('Arriving {from} to {to}', { from: day(arrival.from, 'short'), to: day(arrival.to, 'short') });
  return html`<p class="state ${progressStages[stage].tone}">${statusOf(view, reader)}.${dates && html` <span>${dates}</span>`}</p>`;
}

/** The sentences about an order's progress, which pages, emails and operators share: status, money, and what to do. */
export function statusSentences(view: ProgressView, reader: Reader) {
  const { say, translate, money } = reader;
  const { stage, failure, refund, refunded, refundedInPart } = view;
  const advice = failure && retryAdvice[failure.cause];
  const mentionsMoney = hasEnded(view) || (refund !== 'not_applicable' && stage !== 'expired');
  const moneySentences: string[] = [];
  if (refundedInPart !== undefined) {
    const amount = money(refundedInPart.cents, refundedInPart.currency);
    moneySentences.push(say('We refunded {amount} of your payment.', { amount }));
  }
  if (mentionsMoney && refund === 'issued' && refunded !== undefined) {
    const amount = money(refunded.cents, refunded.currency);
    moneySentences.push(say('Your {amount} was refunded; it can take a few days to show up.', { amount }));
  } else if (mentionsMoney) moneySentences.push(say(refunds[refund]));
  return {
    now: failure === undefined ? say(progressStages[stage].lead) : translate(failure.says),
    money: moneySentences.length === 0 ? undefined : moneySentences.join(' '),
    next: [advice && say(advice), ...carrierHints(view, reader)].filter((sentence) => sentence !== undefined),
  };
}

/** The advice before ordering again, by the cause of the failure. */
const retryAdvice: Readonly<Record<NonNullable<ProgressView['failure']>['cause'], PlainSentence | undefined>> = {
  number: 'Please check the fax number before you order again.',
  line: 'Please order again when the line is free.',
  document: 'Please change the document before you order again.',
  address: 'Please check both addresses before you order again.',
  ours: 'It’s not your fault.',
  account: 'It’s not your fault.',
  payment: undefined,
  stopped: undefined,
};

const hasEnded = ({ stage }: ProgressView): boolean => stage === 'cancelled' || stage === 'failed';

function leadText(view: ProgressView, reader: Reader): Html {
  const { expiredAt } = view;
  const { now } = statusSentences(view, reader);
  if (expiredAt === undefined) return html`${now}`;
  return html`${reader.write('The payment link expired on {time}.', { time: reader.time(expiredAt) })} ${now}`;
}

export const firstCheckNote = (until: number, { write, time }: Reader): Html =>
  write(
    'It’s one of the first checks on this bank account, so we’ll print it after {time}. Until then you can cancel it for a full refund.',
    { time: time(until) },
  );

function hintsOf(view: ProgressView, reader: Reader, formPath: string | undefined): (Html | string)[] {
  const { say, write, time } = reader;
  const { stage, newsBy, isLate, waitsUntil, refund, sendAgain } = view;
  const { money, next } = statusSentences(view, reader);
  const support = html`${contactSupport(reader, view.orderNumber)}.`;
  const needsNewLink = (stage === 'expired' || hasEnded(view)) && formPath === undefined && sendAgain === undefined;
  const canSupportHelp = stage === 'failed' && refund !== 'contact_support' && reader.operator.support !== undefined;
  return [
    refund === 'contact_support' && money !== undefined ? html`${money} ${support}` : money,
    waitsUntil !== undefined && firstCheckNote(waitsUntil, reader),
    ...next,
    newsBy !== undefined &&
      !isLate &&
      write('We’ll update this page by {time}: either your order goes ahead, or we refund your payment.', {
        time: time(newsBy),
      }),
    isLate && html`${say('This is taking longer than we said. We’re sorry.')} ${support}`,
    needsNewLink &&
      html`${say('To order again, ask the person who sent you this link for a new one.')}${canSupportHelp && html` ${support}`}`,
  ].filter((hint) => hint !== false && hint !== undefined);
}

function carrierHints({ stage, refund, refundedInPart, isCheckBack }: ProgressView, { say }: Reader): string[] {
  if (stage === 'for_pickup' || stage === 'undelivered')
    return [say('Tell the recipient: most post offices send it back after about two weeks.')];
  if (stage !== 'returned') return [];
  const hasNoRefund = refund === 'not_applicable' && refundedInPart === undefined;
  return [
    hasNoRefund && say('It was printed and mailed, so there’s no refund.'),
    say('The address may be wrong or out of date. Ask the recipient for the right one before you order again.'),
    isCheckBack === true && say('Destroy the check when it comes back: it could still be cashed.'),
  ].filter((hint) => hint !== false);
}

export const stepLabels: Readonly<Record<StepName, PlainSentence>> = {
  ordered: 'Ordered',
  paid: 'Payment received',
  handed_over: 'Accepted by our print partner',
  printing: 'In production',
  sending: 'Sending',
  mailed: 'Mailed',
  sent: 'Sent',
  scanned: 'Scanned by the carrier',
  delivered: 'Delivered by the carrier',
  returned: 'Returning to sender',
  on_hold: 'Put on hold',
  expired: 'Payment link expired',
  cancelled: 'Canceled by request',
  failed: 'We couldn’t send it',
  refunded: 'Refund issued',
};

function stepLine({ name, at, scan }: ProgressView['steps'][number], { service }: ProgressView, reader: Reader): Html {
  const { say, time } = reader;
  const label = name === 'handed_over' && service === 'fax' ? 'Accepted by our fax partner' : stepLabels[name];
  // CSS classes.
  const marks: Readonly<Partial<Record<StepName, string>>> = {
    failed: 'failed',
    on_hold: 'on_hold',
    returned: 'on_hold',
    expired: 'over',
    cancelled: 'over',
  };
  const text = scan === undefined ? say(label) : scanSentence(scan, reader);
  const mark = scan && mayBePickedUp(scan) ? 'on_hold' : marks[name];
  return at === undefined
    ? html`<li class="ahead"><span>${text}</span> <span>${say('not yet')}</span></li>`
    : html`<li class="${mark ?? 'done'}"><span>${text}</span> ${time(at, 'short')}</li>`;
}

export function trackingUrl(
  { carrier, number }: NonNullable<ProgressView['tracking']>,
  { language }: Pick<Reader, 'language'>,
): string {
  const searchUrl =
    carrier === 'USPS'
      ? 'https://tools.usps.com/go/TrackConfirmAction?tLabels='
      : `https://www.canadapost-postescanada.ca/track-reperage/${language}#/search?searchFor=`;
  return `${searchUrl}${encodeURIComponent(number.replace(/\s/g, '').toWellFormed())}`;
}

function trackingSection(view: ProgressView, { say, translate, language, isTest }: Reader): Html | false {
  const { tracking, awaitsTracking = false } = view;
  if (tracking === undefined) {
    // In test mode there are no tracking numbers.
    if (!awaitsTracking || isTest) return false;
    return html`<p class="hint">${say('The tracking number appears here a few days after mailing.')}</p>`;
  }
  return html`<section>
<h2>${say('Tracking')}</h2>
<p>${tracking.number}</p>
<div><a class="text-link" href="${trackingUrl(tracking, { language })}">${say('Track it at {carrier}', { carrier: translate(tracking.carrier) })}</a></div>
</section>`;
}

/** How long the order can be canceled. A fax starts within a minute, so a time would seem to have passed. */
export function cancelLimit({ service, cancellable }: ProgressView, { say, write, time }: Reader): Html | string {
  if (service === 'fax') return say('You can cancel until our fax partner starts sending.');
  const until = cancellable?.until;
  return until === undefined
    ? say('You can cancel until printing starts.')
    : write('You can cancel until {time}.', { time: time(until) });
}

/** The links to the receipt and for canceling. */
export function actionLinks(view: ProgressView, reader: Reader): Html {
  const { path, cancellable } = view;
  const isPaid = view.steps.some(({ name, at }) => name === 'paid' && at !== undefined);
  return html`${isPaid && html`<p class="actions"><a class="button quiet" href="${path}/receipt">${reader.say('Receipt')}</a></p>`}
${cancellable !== undefined && html`<p><a class="text-link" href="${path}/cancel">${reader.say('Cancel this order')}</a> <br><span class="small">${cancelLimit(view, reader)}</span></p>`}`;
}

const isBeingConfirmed = ({ stage }: ProgressView): boolean => stage === 'confirming' || stage === 'unconfirmed';

/** Reloads the page while something should happen within minutes: without a script, and only ten times, over six minutes. */
export function withRefresh(page: Page, progress: ProgressView, reloadCount: string | undefined): Page {
  const expectsNews =
    isBeingConfirmed(progress) || ['handing_over', 'in_line', 'sending', 'trying_again'].includes(progress.stage);
  const reloads = /^\d{1,2}$/.test(reloadCount ?? '') ? Number(reloadCount) : 0;
  const seconds = [2, 3, 5, 8, 13, 21, 34, 55, 89, 144][reloads];
  if (!expectsNews || seconds === undefined) return page;
  return { ...page, headers: { ...page.headers, refresh: `${seconds}; url=${progress.path}/paid?n=${reloads + 1}` } };
}
