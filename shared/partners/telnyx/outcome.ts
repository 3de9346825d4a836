/** Reads Telnyx's answer to a new fax, after the table of all partners. Reasons are our own sentences. */
import * as z from 'zod/mini';
import { accountProblem } from '../http/account-problem.ts';
import { isSuccess } from '../http/answers.ts';
import { type OrderOutcome, outcomeByStatus } from '../http/order-outcome.ts';
import type { Reply } from '../http/partner-client.ts';
import { telnyx } from './facts.ts';
import { oneFax, telnyxOrder } from './fax.ts';

/** The part of Telnyx's error bodies that is read: the rejected fields, never the words. */
const errors = z.object({
  errors: z
    .array(z.looseObject({ source: z.nullish(z.looseObject({ pointer: z.nullish(z.string()) })) }))
    .check(z.minLength(1)),
});

/** Fields of an order that come from our configuration, not from the payer. */
const settings = new Set(['connection_id', 'from', 'webhook_url']);

export function telnyxOutcome(reply: Reply): OrderOutcome {
  const answer = outcomeByStatus(telnyx, reply);
  if (answer.kind !== 'answered') return answer;
  const { status, body } = answer;
  if (status === 400 || status === 422) return refusal(status, body);
  const fax = isSuccess(status) ? oneFax.safeParse(body).data?.data : undefined;
  return fax === undefined
    ? { kind: 'unknown', reason: `Telnyx answered ${status} without a fax` }
    : { kind: 'accepted', order: telnyxOrder(fax) };
}

/** A refusal that is not Telnyx's own decides nothing. A wrong setting of ours must not refund every paid fax. */
function refusal(status: number, body: unknown): OrderOutcome {
  // `/to` → `to`; an empty name if an error names no field.
  const blamed = errors.safeParse(body).data?.errors.map(({ source }) => source?.pointer?.split('/').at(-1) ?? '');
  if (blamed === undefined) return { kind: 'unknown', reason: `Telnyx answered ${status} without saying why` };
  if (!blamed.every((field) => settings.has(field)))
    return { kind: 'rejected', reason: 'The fax partner refused the fax; it was not sent.' };
  return {
    kind: 'not_taken',
    reason: 'Telnyx refused a setting of ours',
    problem: accountProblem('Telnyx', 'setting_refused', 'finds fault with a setting of ours'),
  };
}
