/** Reads a print partner's answer to a new order, after the table of all partners. Reasons are our own sentences. */
import type { PartnerOrder } from '../../../core/job/progress.ts';
import { isSuccess, type Meaning } from '../../http/answers.ts';
import { asFields, type Fields } from '../../http/body.ts';
import { type Answering, type OrderOutcome, outcomeByStatus } from '../../http/order-outcome.ts';
import type { Reply } from '../../http/partner-client.ts';

/** A print partner's own form of answers to a new order. */
export interface MailDialect extends Answering {
  /** The member of its errors that names their kind; never their message. */
  readonly errorKind: 'type' | 'code';
  /** Our sentences by that kind, for errors of the order itself. */
  readonly refusals: ReadonlyMap<unknown, string>;
  orderOf(record: Fields | undefined): PartnerOrder | undefined;
}

const own: ReadonlyMap<number, Meaning> = new Map([
  [405, { order: 'unavailable', says: 'does not do this at this address', problem: 'not_found', ofOrdersOnly: true }],
]);

export function mailOutcome(reply: Reply, dialect: MailDialect): OrderOutcome {
  const answer = outcomeByStatus(dialect, reply, own);
  if (answer.kind !== 'answered') return answer;
  const { status } = answer;
  const body = asFields(answer.body);
  // A proxy may answer this without the partner's error shape: the document is too large all the same.
  if (status === 413) return { kind: 'rejected', reason: 'The print partner refused the document: it is too large.' };
  if (status >= 400 && status < 500) return refusal(body, status, dialect);
  const order = isSuccess(status) ? dialect.orderOf(body) : undefined;
  return order === undefined
    ? { kind: 'unknown', reason: `${dialect.name} answered ${status} without an order` }
    : { kind: 'accepted', order };
}

/** A 4xx refuses the order only if its body has the partner's error shape; an idempotency-key error never does. */
function refusal(body: Fields | undefined, status: number, { name, errorKind, refusals }: MailDialect): OrderOutcome {
  const error = asFields(body?.error);
  if (error === undefined) return { kind: 'unknown', reason: `${name} answered ${status} without saying why` };
  const kind = error[errorKind];
  if (/idempoten|^conflict$/i.test(`${kind}`)) return { kind: 'unknown', reason: `${name} refused the key as used` };
  return { kind: 'rejected', reason: refusals.get(kind) ?? 'The print partner refused the order.' };
}
