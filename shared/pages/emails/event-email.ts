/** The email about an event: what happened to which order and when, and what to do. It never quotes the content. */
import type { Price } from '../../domain/money.ts';
import { type Html, html } from '../html.ts';
import { contactSupport } from '../page.ts';
import { amountOf, type HeadingView, orderHeading, totalOf } from '../pay/bill.ts';
import { firstCheckNote, type ProgressView, statusSentences, trackingUrl } from '../progress.ts';
import { progressStages, refunds } from '../progress-words.ts';
import type { PlainSentence, Reader } from '../reader.ts';
import { type EmailRecipient, type EmailText, renderEmail } from './frame.ts';

const labels = {
  paid: { label: 'Payment received', tone: 'good' },
  mailed: { label: 'In the mail', tone: 'good' },
  sent: { label: 'Fax sent', tone: 'good' },
  pickup_available: { label: 'No one has picked it up yet', tone: 'bad' },
  delivered: { label: 'Delivered', tone: 'good' },
  returned: { label: 'Returning to sender', tone: 'bad' },
  failed: { label: 'We couldn’t send it', tone: 'bad' },
  cancelled: { label: 'Order canceled', tone: 'plain' },
  refund_issued: { label: 'Refund issued', tone: 'plain' },
  refund_needs_support: { label: 'About your refund', tone: 'bad' },
} as const satisfies Readonly<Record<string, { readonly label: PlainSentence; readonly tone: EmailText['tone'] }>>;

export interface EmailView {
  readonly event: keyof typeof labels;
  /** Unix ms. */
  readonly at: number;
  /** The recipient is only codes, such as `IL 62701`, so that no email carries a stranger's words. */
  readonly order: HeadingView;
  readonly price: Price;
  /** The order's progress now, which may be further along than the event. */
  readonly progress: ProgressView;
  /** How the order ended, for an email about its refund. */
  readonly ended?: 'failed' | 'cancelled' | undefined;
  readonly orderUrl: string;
  readonly receiptUrl: string;
  /** Whether the order has a document that its sender can delete. */
  readonly hasDocument: boolean;
}

export function eventEmail(view: EmailView, recipient: EmailRecipient, reader: Reader) {
  const { label, tone } = labels[view.event];
  const { isOwner } = recipient;
  const { say } = reader;
  const message: EmailText = {
    label: say(isOwner ? 'A check on your account' : label),
    tone: isOwner ? 'plain' : tone,
    // The owner may not know of the check, so the email doesn't call it theirs.
    heading: isOwner ? orderHeading(view.order, reader) : headingFor(view.order, reader),
    paragraphs: isOwner ? ownerParagraphs(view, reader) : paragraphsOf(view, reader),
    facts: factsOf(view, reader),
    links: [
      ...(isOwner ? [{ text: say('Stop this check'), url: `${view.orderUrl}/cancel` }] : []),
      { text: say('See the order'), url: view.orderUrl },
      ...(isOwner ? [] : [{ text: say('Receipt'), url: view.receiptUrl }]),
    ],
    orderNumber: view.progress.orderNumber,
    hasDocument: view.hasDocument && isOwner !== true,
  };
  return renderEmail(message, recipient, reader);
}

function headingFor({ service, recipient: place, country, checkFace }: HeadingView, reader: Reader): string {
  const amount = checkFace === undefined ? '' : amountOf(checkFace.amount, country, reader);
  const headings = {
    letter: reader.say('Your letter ({place})', { place }),
    check: reader.say('Your check for {amount} ({place})', { place, amount }),
    fax: reader.say('Your fax ({place})', { place }),
  };
  return headings[service];
}

/** The address may not be the owner's, so the email says no more than the order's page, which anyone with its link can see. */
function ownerParagraphs({ progress: { waitsUntil } }: EmailView, { say, write, time }: Reader): (Html | string)[] {
  return [
    say('Someone ordered a check on a bank account that lists your email address.'),
    waitsUntil !== undefined &&
      write('We’ll print it after {time}. If you didn’t agree to it, stop it before then.', { time: time(waitsUntil) }),
    say('Use the link to stop it; the payer is refunded in full.'),
  ].filter((paragraph) => paragraph !== false);
}

function paragraphsOf(view: EmailView, reader: Reader): (Html | string)[] {
  const { event, price, order, progress } = view;
  const { say } = reader;
  const total = totalOf(price, order.country, reader);
  switch (event) {
    case 'paid':
      if (progress.waitsUntil !== undefined)
        return [
          html`${say('We got your payment of {total}.', { total })} ${firstCheckNote(progress.waitsUntil, reader)}`,
        ];
      return [
        progress.stage === 'scheduled' && progress.sendOn !== undefined
          ? say(
              'We got your payment of {total}. We’ll print your order on {day}, and email you when it’s in the mail.',
              { total, day: reader.date(progress.sendOn) },
            )
          : say(
              'We got your payment of {total}. Your order is going to our partner. We’ll email you when it’s on its way.',
              { total },
            ),
      ];
    case 'mailed':
    case 'sent':
    case 'delivered':
      return [say(progressStages[event].lead)];
    case 'pickup_available':
      return [
        say('The carrier couldn’t deliver it, or is holding it at a post office. No one has picked it up yet.'),
        say('Tell the recipient: most post offices send it back after about two weeks.'),
      ];
    case 'returned':
      return [say(progressStages.returned.lead), ...statusSentences({ ...progress, stage: event }, reader).next];
    case 'failed':
    case 'cancelled':
      return [
        ...endSentences(view, event, reader),
        ...refundSentences(view, reader),
        ...statusSentences({ ...progress, stage: event }, reader).next,
      ];
    case 'refund_issued':
    case 'refund_needs_support':
      return [...endSentences(view, view.ended, reader), ...refundSentences(view, reader)];
  }
}

function endSentences(
  { progress: { failure } }: EmailView,
  ended: EmailView['ended'],
  { say, translate }: Reader,
): string[] {
  if (ended === undefined) return [];
  const why = ended === 'failed' && failure !== undefined ? `${translate(failure.says)} ` : '';
  return [`${why}${say(progressStages[ended].lead)}`];
}

function refundSentences({ event, progress }: EmailView, reader: Reader): (Html | string)[] {
  const { say } = reader;
  if (event === 'refund_issued') return [say(refunds.issued)];
  if (event !== 'refund_needs_support' && progress.refund !== 'contact_support') return [say(refunds[progress.refund])];
  const request = say('Please write to us so we can refund it another way.');
  return [html`${say(refunds.contact_support)} ${request} ${contactSupport(reader, progress.orderNumber)}.`];
}

function factsOf({ event, at, order, price, progress }: EmailView, reader: Reader): EmailText['facts'] {
  const { say, translate, write, time, day } = reader;
  const { tracking, arrival } = progress;
  const mayShowArrival = event === 'mailed' || event === 'paid';
  return [
    { label: translate('To'), value: order.recipient },
    { label: say('Date'), value: time(at) },
    event === 'paid' && { label: say('Total'), value: totalOf(price, order.country, reader) },
    // The account's nickname is left out: a stranger may have chosen it.
    event === 'paid' &&
      order.checkFace && {
        label: say('Drawn on the bank account, not charged here'),
        value: amountOf(order.checkFace.amount, order.country, reader),
      },
    mayShowArrival &&
      arrival && {
        label: say('Expected arrival'),
        value: write('{from} to {to}', { from: day(arrival.from), to: day(arrival.to) }),
      },
    tracking && {
      label: say('Tracking'),
      value: html`<a href="${trackingUrl(tracking, reader)}">${tracking.number}</a>`,
    },
    { label: say('Order number'), value: progress.orderNumber },
  ].filter((fact) => fact !== false && fact !== undefined);
}
