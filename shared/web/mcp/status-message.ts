/** Adds to the summary of a job what an assistant and its user can do next. */
import { isId } from '../../domain/ids.ts';
import { joined, utcMinute } from '../../orders/follow/state-words.ts';
import { type RpcBody, sameOrderOf } from './messages.ts';

type StatusSentence = (body: RpcBody) => string;

const hasLeft = ({ fulfillment_status: at }: RpcBody): boolean => at === 'mailed' || at === 'sent';

const cancellation: StatusSentence = (body) => {
  const { cancellable, cancel_until: until, job_id } = body;
  if (hasLeft(body)) return body.returned_at === undefined ? 'It cannot be called back.' : '';
  if (cancellable !== true) return 'It cannot be cancelled now.';
  const by = until === undefined ? '' : ` until ${utcMinute(until)}`;
  return isId('pay', `${job_id}`)
    ? `It can be cancelled${by} on its page: cancel_letter needs the job_id, which this link does not give.`
    : `It can be cancelled${by} with cancel_letter, if the user wants that.`;
};

const onItsWay: StatusSentence = (body) =>
  joined(cancellation(body), body.fulfillment_status === 'unknown' ? undefined : 'Tell the user no more than this.');

const nextSteps: Readonly<Record<string, StatusSentence>> = {
  awaiting_payment: ({ pay_url }) =>
    joined(
      `Give the user this page: ${pay_url}, not checkout_url.`,
      'A payment just made can take a minute: if the user says that they have paid, ask again in a minute, and do not order again. They cannot be charged twice for this order.',
      'Unpaid, it can be cancelled at no cost.',
    ),
  paid: onItsWay,
  fulfilled: onItsWay,
};

/** `error` is one of our own sentences by now. */
export const formatStatus: StatusSentence = (body) =>
  joined(
    `The job ${body.job_id}: ${body.summary}`,
    nextSteps[`${body.status}`]?.(body),
    sameOrderOf(body.same_order),
    body.error === null ? undefined : `${body.error}`,
  );
