/** Texts about an order's progress that several pages share: stages, carrier scans and refunds. */
import type { ReportedScan, ScanCode } from '../domain/job/progress.ts';
import type { progressOf } from '../orders/follow/progress.ts';
import type { PlainSentence, Reader } from './reader.ts';

/** The color of an order that is waiting for payment, and of others that need attention. */
const amber = 'awaiting_payment';

export const progressStages: Readonly<
  Record<
    ReturnType<typeof progressOf>['stage'],
    {
      readonly status: PlainSentence;
      readonly lead: PlainSentence;
      /** The CSS class that sets the color. */
      readonly tone: 'awaiting_payment' | 'paid' | 'failed' | 'cancelled';
    }
  >
> = {
  unpaid: { status: 'Waiting for payment', lead: 'No payment has arrived yet.', tone: amber },
  still_open: {
    status: 'Waiting for payment',
    lead: 'The payment provider hasn’t received a payment for this order yet. If you just paid, refresh this page in a moment. You can’t be charged twice.',
    tone: amber,
  },
  preparing: {
    status: 'Waiting for payment',
    lead: 'We’re preparing the payment page. Please refresh this page in a moment.',
    tone: amber,
  },
  confirming: {
    status: 'Your payment is being confirmed',
    lead: 'You’re all set. Please don’t pay again.',
    tone: amber,
  },
  unconfirmed: {
    status: 'Your payment is being confirmed',
    lead: 'We can’t reach the payment provider right now. If you paid, nothing is lost: we’ll keep checking, and your order will go ahead. Please don’t pay again.',
    tone: amber,
  },
  payment_processing: {
    status: 'Your payment is on its way',
    lead: 'Your bank hasn’t confirmed it yet, which can take a few days. We’ll send your order as soon as it does. Please don’t pay again.',
    tone: amber,
  },
  scheduled: { status: 'Scheduled', lead: 'We got your payment. You’re all set.', tone: 'paid' },
  handing_over: {
    status: 'Paid',
    lead: 'We got your payment. Your order is going to our partner now. You’re all set.',
    tone: 'paid',
  },
  at_printer: {
    status: 'Sent to print',
    lead: 'Our print partner has the order and will print it soon. You’re all set.',
    tone: 'paid',
  },
  printing: { status: 'Being printed', lead: 'Our print partner is working on it. You’re all set.', tone: 'paid' },
  mailed: { status: 'In the mail', lead: 'It has been printed and mailed.', tone: 'paid' },
  in_line: {
    status: 'With our fax partner',
    lead: 'Our fax partner has the fax and will call the number soon. You’re all set.',
    tone: 'paid',
  },
  sending: { status: 'Being sent', lead: 'Our fax partner is sending it now.', tone: 'paid' },
  trying_again: {
    status: 'Trying again',
    lead: 'It didn’t go through on the first try. We’ll keep trying for half an hour.',
    tone: amber,
  },
  for_pickup: { status: 'Waiting at a post office', lead: 'The recipient can pick it up there.', tone: amber },
  undelivered: {
    status: 'Couldn’t be delivered',
    lead: 'It may be at a post office, or on its way back.',
    tone: amber,
  },
  sent: { status: 'Sent', lead: 'The receiving machine got every page.', tone: 'paid' },
  delivered: { status: 'Delivered', lead: 'The carrier reports that it was delivered.', tone: 'paid' },
  returned: {
    status: 'Returning to sender',
    lead: 'The carrier reports that it’s on its way back to the sender.',
    tone: amber,
  },
  stopping: {
    status: 'Being canceled',
    lead: 'We’re trying to stop the order. If that works, you’ll get your payment back.',
    tone: amber,
  },
  needs_review: {
    status: 'On hold',
    lead: 'We got your payment, but your order is on hold. Someone is looking into it.',
    tone: amber,
  },
  disputed: {
    status: 'On hold',
    lead: 'The payment is disputed at your bank, so your order is on hold. The bank will decide what happens to the money, which can take weeks.',
    tone: amber,
  },
  expired: { status: 'Expired', lead: 'Nothing was charged.', tone: 'cancelled' },
  cancelled: { status: 'Canceled', lead: 'This order was canceled. We won’t send it.', tone: 'cancelled' },
  failed: { status: 'Failed', lead: 'We won’t try again.', tone: 'failed' },
};

/** `Out for delivery (12207)` */
export function scanSentence({ code, place }: ReportedScan, { say }: Pick<Reader, 'say'>): string {
  const sentences: Readonly<Record<ScanCode, PlainSentence>> = {
    entered: 'Scanned by the carrier',
    in_local_area: 'Scanned near the recipient',
    out_for_delivery: 'Out for delivery',
    pickup_available: 'Waiting at a post office',
    issue: 'Couldn’t be delivered',
    rerouted: 'Forwarded',
    returned: 'Returning to sender',
  };
  return place === undefined ? say(sentences[code]) : `${say(sentences[code])} (${place})`;
}

export const aboutScans =
  'These updates are the carrier’s scans of the envelope. They don’t prove delivery.' satisfies PlainSentence;

export const refunds = {
  not_applicable: 'Nothing was charged.',
  pending: 'Your payment is being refunded.',
  issued: 'Your payment was refunded; it can take a few days to show up.',
  returned_by_bank: 'Your bank has returned your payment, so there’s nothing left to refund.',
  contact_support: 'We couldn’t refund your payment automatically.',
} as const satisfies Record<string, PlainSentence>;
