/** The progress of an order for its payer: a timeline, and refund, tracking and arrival as far as we have them. */
import { isWaiting, type ReportedScan } from '../domain/job/progress.ts';
import type { progressOf } from '../orders/follow/progress.ts';
import { type Html, html } from './html.ts';
import { contactSupport, type Page } from './page.ts';
import { aboutScans, cures, progressStages, refunds, type StepName, scanSentence, steps } from './progress-words.ts';
import type { PlainSentence, Reader } from './reader.ts';

type ShownProgress = Omit<ReturnType<typeof progressOf>, 'steps'>;

/** The progress as the kernel has it. A page requires only the first four members and the steps. */
export type ProgressView = Pick<ShownProgress, 'stage' | 'orderNumber' | 'path' | 'refund'> &
  Partial<ShownProgress> & {
    readonly steps: readonly {
      readonly name: StepName;
      /** Unix milliseconds; missing if it is still to come. */
      readonly at?: number | undefined;
      readonly scan?: ReportedScan | undefined;
    }[];
  };

export const statusOf = (view: ProgressView): PlainSentence => progressStages[view.stage].status;

/** The status in large type, then what follows from it, and the timeline. `again`: the filled-in form, if the order was made on it. */
export function progress(view: ProgressView, reader: Reader, again?: string): Html {
  const { say } = reader;
  return html`${state(view, reader)}
<p class="lead">${lead(view, reader)}</p>
${hints(view, reader, again).map((hint) => html`<p class="lead">${hint}</p>\n`)}
${isBeingConfirmed(view) && html`<p><a class="way" href="${view.path}">${say('I have not paid yet: back to the order')}</a></p>`}
${tracking(view, reader)}
<section>
<h2>${say('Progress')}</h2>
<ol class="timeline">${view.steps.map((step) => stepLine(step, reader))}</ol>
${view.steps.some(({ scan }) => scan !== undefined) && html`<p class="small">${say(aboutScans)}</p>`}
${view.arrival && html`<p class="small">${say('Estimate based on {carrier} delivery times. Not guaranteed.', { carrier: reader.sayKnown(view.arrival.carrier) })}</p>`}
</section>`;
}

/** `In the mail. Expected Nov 25 to Dec 2` */
function state(view: ProgressView, { say, write, day }: Reader): Html {
  const { status, tone } = progressStages[view.stage];
  const { arrival } = view;
  const dates =
    arrival && write('Expected {from} to {to}', { from: day(arrival.from, 'short'), to: day(arrival.to, 'short') });
  return html`<p class="state ${tone}">${say(status)}.${dates && html` <span>${dates}</span>`}</p>`;
}

/** The sentences about an order's progress that every surface shows, most important first: status, money, what to do. */
export function standing(view: ProgressView, reader: Reader) {
  const { say, sayKnown, money } = reader;
  const { stage, failure, refund, refundedInPart: part } = view;
  const speaksOfMoney = hasEnded(view) || (refund !== 'not_applicable' && stage !== 'expired');
  const returned = [
    ...(part === undefined
      ? []
      : [say('{amount} of your payment has been refunded.', { amount: money(part.cents, part.currency) })]),
    ...(speaksOfMoney ? [say(refunds[refund])] : []),
  ];
  return {
    now: [failure && sayKnown(failure.says), say(progressStages[view.stage].lead)].filter(
      (sentence) => sentence !== undefined,
    ),
    money: returned.length === 0 ? undefined : returned.join(' '),
    next: [...(failure === undefined ? [] : [say(cures[failure.cause])]), ...returnHints(view, reader)],
  };
}

const hasEnded = ({ stage }: ProgressView): boolean => stage === 'cancelled' || stage === 'failed';

function lead(view: ProgressView, reader: Reader): Html {
  const { expiredAt } = view;
  const now = standing(view, reader).now.join(' ');
  if (expiredAt === undefined) return html`${now}`;
  return html`${reader.write('The payment link expired on {time}.', { time: reader.time(expiredAt) })} ${now}`;
}

export const firstCheckWaits = (until: number, { write, time }: Reader): Html =>
  write(
    'It is one of the first checks on its bank account, so it goes to print after {time}. Until then it can be cancelled, and all is refunded.',
    { time: time(until) },
  );

/** The hints that follow from the stage, most important first. */
function hints(view: ProgressView, reader: Reader, again: string | undefined): (Html | string)[] {
  const { say, write, time, date } = reader;
  const { stage, newsBy, isLate, sendOn, waitsUntil, failure, refund, sendAgain } = view;
  const { money, next } = standing(view, reader);
  const all: (Html | string | false | undefined)[] = [
    refund === 'contact_support' && money !== undefined
      ? html`${money} ${contactSupport(reader, view.orderNumber)}.`
      : money,
    stage === 'scheduled' && sendOn !== undefined && say('It goes to print on {day}.', { day: date(sendOn) }),
    waitsUntil !== undefined && firstCheckWaits(waitsUntil, reader),
    ...next,
    failure !== undefined &&
      refund !== 'contact_support' &&
      reader.operator.support !== undefined &&
      contactSupport(reader, view.orderNumber),
    newsBy !== undefined &&
      !isLate &&
      write('You will find news on this page by {time}: the order goes on, or your payment is refunded.', {
        time: time(newsBy),
      }),
    isLate && html`${say('It takes longer than we said. We are sorry.')} ${contactSupport(reader, view.orderNumber)}.`,
    (view.stage === 'expired' || hasEnded(view)) &&
      again === undefined &&
      sendAgain === undefined &&
      say('To order again, ask for a new link where you got this one.'),
    sendAgain !== undefined &&
      html`<a class="way" href="${sendAgain}">${say('Send it again')}</a> ${say('The same document, at the current price. You can change the recipient.')}`,
    again !== undefined &&
      sendAgain === undefined &&
      stage !== 'unpaid' &&
      html`<a class="way" href="${again}">${say('Order again')}</a> ${say('The form is filled in as for this order.')}`,
  ];
  return all.filter((hint) => hint !== false && hint !== undefined);
}

/** The advice for a payer whose mail comes back. */
export function returnHints({ stage, refund, refundedInPart, isCheckBack }: ProgressView, { say }: Reader): string[] {
  if (stage !== 'returned') return [];
  return [
    ...(refund === 'not_applicable' && refundedInPart === undefined
      ? [say('It was printed and mailed, so nothing is refunded.')]
      : []),
    say('The address may be wrong or out of date. Ask the recipient for the right one before you order again.'),
    ...(isCheckBack ? [say('Destroy the check when it comes back: it could still be cashed.')] : []),
  ];
}

function stepLine({ name, at, scan }: ProgressView['steps'][number], reader: Reader): Html {
  const { say, time } = reader;
  const marks: Readonly<Partial<Record<StepName, string>>> = {
    failed: 'failed',
    on_hold: 'on_hold',
    returned: 'on_hold',
    expired: 'over',
    cancelled: 'over',
  };
  const words = scan === undefined ? say(steps[name]) : scanSentence(scan, reader);
  const mark = scan && isWaiting(scan) ? 'on_hold' : marks[name];
  return at === undefined
    ? html`<li class="ahead"><span>${words}</span> <span>${say('not yet')}</span></li>`
    : html`<li class="${mark ?? 'done'}"><span>${words}</span> ${time(at)}</li>`;
}

export function trackingUrl(
  { carrier, number }: NonNullable<ProgressView['tracking']>,
  { language }: Pick<Reader, 'language'>,
): string {
  const page =
    carrier === 'USPS'
      ? 'https://tools.usps.com/go/TrackConfirmAction?tLabels='
      : `https://www.canadapost-postescanada.ca/track-reperage/${language}#/search?searchFor=`;
  return `${page}${encodeURIComponent(number.replace(/\s/g, '').toWellFormed())}`;
}

function tracking({ tracking: shipment }: ProgressView, { say, sayKnown, language }: Reader): Html | false {
  if (shipment === undefined) return false;
  const address = trackingUrl(shipment, { language });
  return html`<section>
<h2>${say('Tracking')}</h2>
<p>${shipment.number}</p>
<div><a class="way" href="${address}">${say('Track it at {carrier}', { carrier: sayKnown(shipment.carrier) })}</a></div>
</section>`;
}

/** The reader's choices: the receipt, canceling, and a refresh. */
export function actions(view: ProgressView, { say, write, time }: Reader): Html {
  const { stage, path, cancellable, steps: done } = view;
  const until = cancellable?.until;
  const isPaid = done.some(({ name, at }) => name === 'paid' && at !== undefined);
  const isOver = stage === 'expired' || hasEnded(view);
  return html`${isPaid && html`<p class="actions"><a class="button" href="${path}/receipt">${say('Receipt')}</a></p>`}
${cancellable !== undefined && html`<p><a class="way" href="${path}/cancel">${say('Cancel this order')}</a> <br><span class="small">${until === undefined ? say('You can cancel until our partner starts on it.') : write('Possible until {time}.', { time: time(until) })}</span></p>`}
${!isOver && html`<p class="small"><a class="way" href="">${say('Refresh')}</a></p>`}`;
}

const isBeingConfirmed = ({ stage }: ProgressView): boolean => stage === 'confirming' || stage === 'unconfirmed';

/** Makes the page reload while something is expected to happen within minutes. It needs no script, and stops by itself. */
export function refreshing(page: Page, progress: ProgressView, count: string | undefined): Page {
  const isExpecting = isBeingConfirmed(progress) || progress.stage === 'passing_on';
  const done = /^\d$/.test(count ?? '') ? Number(count) : 0;
  const seconds = [2, 3, 5, 8, 13, 21, 34, 55][done];
  if (!isExpecting || seconds === undefined) return page;
  return { ...page, headers: { ...page.headers, refresh: `${seconds}; url=${progress.path}/paid?n=${done + 1}` } };
}
