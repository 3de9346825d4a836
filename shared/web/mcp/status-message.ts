/** Tells how a job stands, in sentences of which no two contradict. */
import { joined, priceOf, type RpcBody, sameOrderOf } from './messages.ts';

type StatusSentence = (body: RpcBody) => string;

const hour = (at: unknown): string => `${new Date(Number(at)).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const hasStep = ({ timeline }: RpcBody, step: string): boolean =>
  Array.isArray(timeline) && timeline.some((one: RpcBody) => one.step === step);

const refunds: Readonly<Record<string, string>> = {
  not_applicable: '',
  pending: 'What was paid is being paid back.',
  issued: 'The whole payment has been paid back.',
  contact_support: 'About the money, the user should write to the support that the page of the order names.',
};
const refundOf: StatusSentence = ({ refund }) => refunds[`${refund}`] ?? '';

const deliveries: Readonly<Record<string, string>> = {
  untracked: 'It has no tracking, so nobody learns whether it has arrived.',
  awaiting_tracking: 'The carrier has issued no tracking number yet.',
  in_transit: 'The carrier has it; tracking_number follows it.',
  delivered: 'The carrier says that it was delivered.',
};

/** By `fulfillment_status`, once a partner holds the order. */
const atPartner: Readonly<Record<string, string>> = {
  in_production: 'It is paid, and the print partner holds it; it has not been mailed.',
  queued: 'It is paid, and the fax partner holds it; it has not been sent.',
  sending: 'It is paid, and the fax partner is sending it; it has not arrived yet.',
  mailed: 'It is paid and has left the print facility.',
  sent: 'It is paid, and the receiving machine has taken every page.',
};
const hasLeft = ({ fulfillment_status: at }: RpcBody): boolean => at === 'mailed' || at === 'sent';

const standsStill =
  'It is paid and stands still: a person of the service looks into it and decides within a day. Ask again tomorrow, not before.';

const cancellation: StatusSentence = (body) => {
  const { cancellable, cancel_until: until } = body;
  if (hasLeft(body)) return 'It cannot be called back.';
  if (cancellable !== true) return 'It cannot be cancelled now.';
  return `It can be cancelled${until === undefined ? '' : ` until ${hour(until)}`} with cancel_letter, if the user wants that.`;
};

const scans: StatusSentence = ({ carrier_scans: all }) => {
  const last: RpcBody | undefined = Array.isArray(all) ? all.at(-1) : undefined;
  if (last === undefined) return '';
  const isWaiting = last.code === 'pickup_available' || last.code === 'issue';
  return joined(
    isWaiting ? 'Nobody has taken it yet: the user should tell the recipient.' : undefined,
    `The last scan of the carrier is ${last.code}, ${hour(last.at)}. A scan is no proof of delivery.`,
  );
};

const arrival: StatusSentence = ({ expected_delivery }) => {
  const { earliest, latest } = (expected_delivery ?? {}) as RpcBody;
  return earliest === undefined ? '' : `Such mail usually arrives between ${earliest} and ${latest}, by estimate.`;
};

/** Replaces the sentences on delivery, arrival and cancelling for mail that comes back. */
const comingBack: StatusSentence = ({ refund, service }) =>
  joined(
    'The carrier reports that it is on its way back to its sender, so it cannot be called back.',
    refund === 'not_applicable' ? 'Nothing is refunded for that.' : undefined,
    'The user should ask the recipient for the right address before a new order.',
    service === 'check' ? 'The check should be destroyed when it comes back.' : undefined,
  );

/** Mail that waits for its day, here or at its partner. */
const waitsForItsDay = ({ send_on, fulfillment_status }: RpcBody): boolean =>
  send_on !== undefined && fulfillment_status === 'queued';

const whereOf = (body: RpcBody): string | undefined => {
  if (body.prints_after !== undefined && body.fulfillment_status === 'queued')
    return `It is paid. It is one of the first checks on its bank account, so it goes to print after ${hour(Date.parse(`${body.prints_after}`))}.`;
  if (waitsForItsDay(body)) return `It is paid, and goes to print on ${body.send_on}, not before.`;
  return body.status === 'paid'
    ? 'It is paid, and no partner has confirmed it yet.'
    : atPartner[`${body.fulfillment_status}`];
};

const onItsWay: StatusSentence = (body) => {
  if (body.fulfillment_status === 'unknown') return joined(standsStill, refundOf(body), cancellation(body));
  const where = whereOf(body);
  if (body.returned_at !== undefined)
    return joined(where, comingBack(body), scans(body), refundOf(body), 'Tell the user no more than this.');
  const delivery = body.fulfillment_status === 'mailed' ? deliveries[`${body.delivery_status}`] : '';
  return joined(
    ...[where, delivery, scans(body), arrival(body), refundOf(body), cancellation(body)],
    'Tell the user no more than this.',
  );
};

const byStatus: Readonly<Record<string, StatusSentence>> = {
  awaiting_payment: (body) =>
    joined(
      `It waits for a payment of ${priceOf(body)}, and none has arrived.`,
      body.expires_at === undefined ? undefined : `It can be paid until ${hour(body.expires_at)}.`,
      `Give the user this page: ${body.pay_url}.`,
      'Unpaid, it can be cancelled at no cost.',
    ),
  paid: onItsWay,
  fulfilled: onItsWay,
  failed: (body) =>
    joined('It has failed, and nothing more is sent.', refundOf(body), 'A new try begins with a new quote.'),
  cancelled: (body) =>
    joined(
      hasStep(body, 'expired')
        ? 'It was not paid in time and has ended; nothing is sent.'
        : 'It is cancelled; nothing is sent.',
      refundOf(body),
    ),
};

/** `error` is one of our own sentences by now. */
export const formatStatus: StatusSentence = (body) =>
  joined(
    `This is how the ${body.service} job ${body.job_id} stands.`,
    byStatus[`${body.status}`]?.(body),
    sameOrderOf(body.same_order),
    body.error === null ? undefined : `${body.error}`,
  );
