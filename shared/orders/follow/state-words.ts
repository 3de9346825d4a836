/** Describes the status of an order in sentences: its payment, fulfillment, delivery and refund. */
import * as z from 'zod/mini';
import { mayBePickedUp, type ScanCode, scanCodes } from '../../domain/job/progress.ts';
import type { Steps } from './progress.ts';

/** The status of a job, as callers get it. */
type StatusView = Readonly<Record<string, unknown>>;
type StatusSentence = (view: StatusView) => string;

export const joined = (...sentences: readonly (string | undefined)[]): string => sentences.filter(Boolean).join(' ');

export const utcMinute = (at: unknown): string =>
  `${new Date(Number(at)).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const hasStep = ({ timeline }: StatusView, name: string): boolean =>
  Array.isArray(timeline) && timeline.some(({ step, at }: StatusView) => step === name && at !== null);

/** Sentences for the values of a status field. Those under `fulfillment` apply once a partner has the order. */
const sentences: Readonly<Record<'refund' | 'delivery' | 'fulfillment', Readonly<Record<string, string>>>> = {
  refund: {
    not_applicable: '',
    pending: 'The payment is being refunded.',
    issued: 'The whole payment has been refunded.',
    returned_by_bank: 'The payer’s bank has returned the payment, so there is nothing left to refund.',
    contact_support: 'For the refund, the user should contact support: see the order page.',
  },
  delivery: {
    untracked: 'It has no tracking, so no one knows whether it has arrived.',
    awaiting_tracking: 'The carrier has issued no tracking number yet.',
    in_transit: 'The carrier has it; use tracking_number to follow it.',
    delivered: 'The carrier says that it was delivered.',
  },
  fulfillment: {
    in_production: 'It is paid, and the print partner has it; it has not been mailed.',
    queued: 'It is paid, and the fax partner has it; it has not been sent.',
    sending: 'It is paid, and the fax partner is sending it; it has not arrived yet.',
    mailed: 'It is paid and has left the print facility.',
    sent: 'It is paid, and the receiving machine has taken every page.',
  },
};

const refundSentence: StatusSentence = ({ refund, refunded }) =>
  joined(
    refunded === undefined ? undefined : `${refunded} of the payment has been refunded.`,
    sentences.refund[`${refund}`],
  );

const scanSentence: StatusSentence = ({ carrier_scans: all, delivery_status, returned_at }) => {
  const last: StatusView | undefined = Array.isArray(all) ? all.at(-1) : undefined;
  if (last === undefined) return '';
  return joined(
    delivery_status !== 'delivered' && returned_at === undefined && mayBePickedUp({ code: last.code as ScanCode })
      ? 'It is waiting at the post office, or could not be delivered: the user should tell the recipient.'
      : undefined,
    `The carrier's latest scan is ${last.code}, at ${utcMinute(last.at)}. A scan does not prove delivery.`,
  );
};

const fulfillmentSentence = (view: StatusView): string | undefined => {
  const { prints_after, send_on, status, fulfillment_status: fulfillment } = view;
  if (prints_after !== undefined && fulfillment === 'queued')
    return `It is paid. It is one of the first checks on its bank account, so it goes to print after ${utcMinute(Date.parse(`${prints_after}`))}.`;
  // The same sentence whether or not the partner already has the order.
  if (send_on !== undefined && fulfillment === 'queued')
    return `It is paid, and goes to print on ${send_on}, not before.`;
  if (status === 'paid') return 'It is paid, and no partner has confirmed it yet.';
  if (fulfillment === 'in_production' && hasStep(view, 'printing'))
    return 'It is paid and being printed; it has not been mailed.';
  return sentences.fulfillment[`${fulfillment}`];
};

const paidOrSent: StatusSentence = (view) => {
  if (view.fulfillment_status === 'unknown')
    return joined(
      'It is paid and on hold: a person at the service is looking into it and will decide within a day. Do not ask again before tomorrow.',
      refundSentence(view),
    );
  const where = fulfillmentSentence(view);
  if (view.returned_at !== undefined)
    return joined(
      where,
      'The carrier reports that it is on its way back to its sender, so it cannot be recalled.',
      view.refund === 'not_applicable' && view.refunded === undefined ? 'Returned mail is not refunded.' : undefined,
      'The user should ask the recipient for the right address before a new order.',
      view.service === 'check' ? 'The check should be destroyed when it comes back.' : undefined,
      scanSentence(view),
      refundSentence(view),
    );
  const delivery = view.fulfillment_status === 'mailed' ? sentences.delivery[`${view.delivery_status}`] : '';
  const { earliest, latest } = (view.expected_delivery ?? {}) as StatusView;
  const arrival = earliest === undefined ? '' : `Estimated arrival: ${earliest} to ${latest}.`;
  return joined(where, delivery, scanSentence(view), arrival, refundSentence(view));
};

/** Sentences that say what has happened to an order, by its status. */
export const sentenceByStatus: Readonly<Record<string, StatusSentence>> = {
  awaiting_payment: ({ total, currency, expires_at: until, isPaymentProcessing }) => {
    const price = `${total}${currency === 'USD' ? ' USD' : ''}`;
    if (isPaymentProcessing)
      return `The bank has not confirmed the payment of ${price} yet, which can take a few days: do not pay again.`;
    return joined(
      `It is waiting for a payment of ${price}; none has been received yet.`,
      until === undefined ? 'Its payment page has closed.' : `It can be paid until ${utcMinute(until)}.`,
    );
  },
  paid: paidOrSent,
  fulfilled: paidOrSent,
  failed: (view) =>
    joined('It has failed. Nothing more will be sent.', refundSentence(view), 'To try again, start with a new quote.'),
  cancelled: (view) =>
    joined(
      hasStep(view, 'expired')
        ? 'It was not paid in time and has ended; nothing will be sent.'
        : 'It is canceled; nothing will be sent.',
      view.refund === 'not_applicable' ? 'Nothing was charged.' : refundSentence(view),
    ),
};

export const timeline = z
  .array(
    z.object({
      step: z
        .enum([
          'ordered',
          'paid',
          'handed_over',
          'printing',
          'sending',
          'mailed',
          'sent',
          'scanned',
          'delivered',
          'returned',
          'on_hold',
          'expired',
          'cancelled',
          'failed',
          'refunded',
        ] as const satisfies readonly Steps[number]['name'][])
        .check(
          z.describe(
            'handed_over: the partner has the order. scanned: the carrier scanned the envelope, which does not prove delivery. returned: the carrier is returning it.',
          ),
        ),
      at: z
        .nullable(z.int())
        .check(
          z.describe(
            'When this service learned of it, or when it was scanned. Unix time in milliseconds; null: in the future.',
          ),
        ),
      scan: z.optional(z.enum(scanCodes).check(z.describe('With scanned: its kind; carrier_scans has the details.'))),
    }),
  )
  .check(z.describe('Oldest first. Future steps assume that nothing goes wrong.'));

export const showTimeline = (steps: Steps) =>
  steps.map(({ name, at, scan }) => ({ step: name, at: at ?? null, scan: scan?.code }));
