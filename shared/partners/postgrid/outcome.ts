/** Reads PostGrid's answer to a new order or account, after the table of all partners. Reasons are our own sentences. */

import { type OrderOutcome, outcomeByStatus } from '../http/order-outcome.ts';
import { asFields, type Fields, isSuccess, type Meaning, type Reply } from '../http/partner-client.ts';
import { postgrid } from './facts.ts';
import { postgridOrder } from './order.ts';

const own: ReadonlyMap<number, Meaning> = new Map([
  [405, { order: 'unavailable', says: 'does not do this at this address', problem: 'not_found', ofOrdersOnly: true }],
]);

/** Our sentences by the type of an error, for errors of the order itself. */
const refusals: ReadonlyMap<unknown, string> = new Map([
  ['invalid_pdf_error', 'The print partner refused the document: it cannot print this PDF.'],
  ['validation_error', 'The print partner refused the order: an address or another detail is not valid.'],
]);

export function postgridOutcome(reply: Reply): OrderOutcome {
  const answer = outcomeByStatus(postgrid, reply, own);
  if (answer.kind !== 'answered') return answer;
  const { status } = answer;
  const body = asFields(answer.body);
  // A proxy may answer this without PostGrid's error shape: the document is too large all the same.
  if (status === 413) return { kind: 'rejected', reason: 'The print partner refused the document: it is too large.' };
  if (status >= 400 && status < 500) return refusal(body, status);
  const order = isSuccess(status) ? postgridOrder(body) : undefined;
  return order === undefined
    ? { kind: 'unknown', reason: `PostGrid answered ${status} without an order` }
    : { kind: 'accepted', order };
}

/** A 4xx refuses the order only if its body has PostGrid's error shape; an idempotency-key error never does. */
function refusal(body: Fields | undefined, status: number): OrderOutcome {
  const error = asFields(body?.error);
  if (error === undefined) return { kind: 'unknown', reason: `PostGrid answered ${status} without saying why` };
  const { type } = error;
  if (/idempoten|^conflict$/i.test(`${type}`)) return { kind: 'unknown', reason: 'PostGrid refused the key as used' };
  return { kind: 'rejected', reason: refusals.get(type) ?? 'The print partner refused the order.' };
}
