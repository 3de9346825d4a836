/** The simulated partners' products, all of the catalogue; their records have PostGrid's and Telnyx's shapes. */

import type { Random } from '../../domain/clock.ts';
import { orderPrefixOf } from '../../domain/ids.ts';
import type { Stage } from '../../domain/job/progress.ts';
import type { ProductName } from '../../domain/names.ts';
import type { CheckOrder } from '../../products/check/check.ts';
import type { FaxOrder } from '../../products/fax/fax.ts';
import type { LetterOrder } from '../../products/letter/letter.ts';
import { faxTriggers } from '../../products/test-triggers.ts';
import type { KnownView } from '../partner.ts';
import { simulatedMail } from './mail.ts';
import { type SimulatedOrder, type SimulatedProduct, triggerReader } from './simulated.ts';

function letterRecord({ order }: SimulatedOrder): Record<string, unknown> {
  const { to, color, registered } = order as LetterOrder;
  const signedFor = to.countryCode === 'US' ? 'certified' : 'registered';
  return {
    object: 'letter',
    mailingClass: registered ? signedFor : 'first_class',
    addressPlacement: 'top_first_page',
    color,
    doubleSided: false,
  };
}

/** The shape of PostGrid's cheque. */
function checkRecord({ order, drawing }: SimulatedOrder): Record<string, unknown> {
  const { amountCents, currency, memo, message } = order as CheckOrder;
  return {
    object: 'cheque',
    mailingClass: 'first_class',
    bankAccount: drawing?.partnerId,
    amount: amountCents,
    currencyCode: currency,
    number: drawing?.checkNumber,
    memo,
    message,
  };
}

/** The members of a mail record that only this product has. A product without an entry here adds only its name. */
const records: Readonly<Partial<Record<ProductName, (order: SimulatedOrder) => Record<string, unknown>>>> = {
  letter: letterRecord,
  check: checkRecord,
};

/** `readyMs`: the time in which mail can be cancelled. Every product but the fax is mail. */
export function simulatedProduct(product: ProductName, { id }: Pick<Random, 'id'>, readyMs: number): SimulatedProduct {
  const orderId = () => id(orderPrefixOf(product));
  if (product === 'fax') return simulatedFaxes(orderId);
  const own = records[product] ?? (() => ({ object: product }));
  return simulatedMail(product, orderId, readyMs, own, {
    isSignedFor: (order) => (order as Partial<LetterOrder>).registered === true,
  });
}

/** The times of a fax's next stages, after it was accepted. */
export const sendingAfterMs = 700;
export const sentAfterMs = 1_500;

function view(order: SimulatedOrder, now: number): KnownView {
  const { createdAt, trigger, reference, jobId } = order;
  if (order.moved !== undefined) return { kind: 'progress', progress: { stage: 'completed', final: true } };
  const ageMs = now - createdAt;
  const isBusy = trigger === 'busy' || (trigger === 'busy_once' && reference === jobId);
  if (ageMs < sendingAfterMs)
    return { kind: 'progress', progress: { stage: 'accepted', newsAt: createdAt + sendingAfterMs } };
  if (isBusy) return { kind: 'stopped', reason: 'The receiving line was busy.', mayBounce: true };
  if (ageMs < sentAfterMs)
    return { kind: 'progress', progress: { stage: 'in_progress', newsAt: createdAt + sentAfterMs } };
  return { kind: 'progress', progress: { stage: 'completed', final: true } };
}

const statuses: Readonly<Record<Stage, string>> = {
  accepted: 'queued',
  in_progress: 'sending',
  dispatched: 'delivered',
  completed: 'delivered',
};

const iso = (ms: number): string => new Date(ms).toISOString();

function record(order: SimulatedOrder, now: number): Record<string, unknown> {
  const seen = view(order, now);
  const isCancelled = order.cancelledAt !== undefined;
  const failed = isCancelled || order.failedAt !== undefined || seen.kind === 'stopped';
  const refusal = order.failedAt === undefined ? 'user_busy' : 'receiver_decline';
  const failureReason = isCancelled ? 'canceled' : refusal;
  return {
    record_type: 'fax',
    id: order.id,
    direction: 'outbound',
    to: (order.order as FaxOrder).number,
    status: failed ? 'failed' : statuses[seen.progress.stage],
    failure_reason: failed ? failureReason : undefined,
    client_state: Buffer.from(order.jobId).toString('base64'),
    created_at: iso(order.createdAt),
    updated_at: iso(order.cancelledAt ?? order.failedAt ?? order.moved?.at ?? order.createdAt),
  };
}

export const simulatedFaxes = (orderId: () => string): SimulatedProduct => ({
  kind: 'fax',
  moves: { send: 'completed' },
  orderId,
  trigger: triggerReader(faxTriggers),
  view,
  record,
});
