/** Faxes at the simulated partner: done within two seconds, with records in Telnyx's shape. */
import type { Stage } from '../../../core/job/progress.ts';
import type { PartnerView } from '../../../ports/partner.ts';
import type { FaxOrder } from '../../../products/fax/fax.ts';
import { faxTriggers } from '../../../products/test-triggers.ts';
import { type SimulatedOrder, type SimulatedProduct, triggerReader } from './simulated.ts';

/** The times of a fax's next stages, after it was accepted. */
export const sendingAfterMs = 700;
export const sentAfterMs = 1_500;

function view(order: SimulatedOrder, now: number): Exclude<PartnerView, 'unknown'> {
  const { createdAt, trigger, reference, jobId } = order;
  if (order.moved !== undefined) return { progress: { stage: 'completed', final: true } };
  const ageMs = now - createdAt;
  const isBusy = trigger === 'busy' || (trigger === 'busy_once' && reference === jobId);
  if (ageMs < sendingAfterMs) return { progress: { stage: 'accepted', newsAt: createdAt + sendingAfterMs } };
  if (isBusy) return { stopped: 'The receiving line was busy.', mayBounce: true };
  if (ageMs < sentAfterMs) return { progress: { stage: 'in_progress', newsAt: createdAt + sentAfterMs } };
  return { progress: { stage: 'completed', final: true } };
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
  const failed = isCancelled || order.failedAt !== undefined || 'stopped' in seen;
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
