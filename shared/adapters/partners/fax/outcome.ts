/** Reads a fax partner's answer to a new order, after the table of all partners. Reasons are our own sentences. */
import type { PartnerOrder } from '../../../core/job/progress.ts';
import { accountProblem } from '../../http/account-problem.ts';
import { isSuccess } from '../../http/answers.ts';
import { type Answering, type OrderOutcome, outcomeByStatus } from '../../http/order-outcome.ts';
import type { Reply } from '../../http/partner-client.ts';

/** A fax partner's own form of answers to a new order. */
export interface FaxDialect extends Answering {
  /** Fields of an order that come from our configuration, not from the payer. */
  readonly settings: ReadonlySet<string>;
  /** The fields that the partner rejects; undefined if the body does not have the partner's error shape. */
  blamedFields(body: unknown): readonly string[] | undefined;
  orderOf(body: unknown): PartnerOrder | undefined;
}

export function faxOutcome(reply: Reply, dialect: FaxDialect): OrderOutcome {
  const { name, settings } = dialect;
  const answer = outcomeByStatus(dialect, reply);
  if (answer.kind !== 'answered') return answer;
  const { status, body } = answer;
  if (status === 400 || status === 422) return refusal(name, settings, status, dialect.blamedFields(body));
  const order = isSuccess(status) ? dialect.orderOf(body) : undefined;
  return order === undefined
    ? { kind: 'unknown', reason: `${name} answered ${status} without a fax` }
    : { kind: 'accepted', order };
}

/** A refusal that is not the partner's own decides nothing. A wrong setting of ours must not refund every paid fax. */
function refusal(
  name: string,
  settings: ReadonlySet<string>,
  status: number,
  blamed: readonly string[] | undefined,
): OrderOutcome {
  if (blamed === undefined) return { kind: 'unknown', reason: `${name} answered ${status} without saying why` };
  if (blamed.length === 0 || !blamed.every((field) => settings.has(field)))
    return { kind: 'rejected', reason: 'The fax partner refused the fax; it was not sent.' };
  return {
    kind: 'not_taken',
    reason: `${name} refused a setting of ours`,
    problem: accountProblem(name, 'setting_refused', 'finds fault with a setting of ours'),
  };
}
