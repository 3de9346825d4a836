/** Receives a payment provider's event: records it, queues the job, and responds once the job has settled. */
import { isId } from '../../domain/ids.ts';
import type { Job } from '../../domain/job/job.ts';
import { type Fact, isSameRef, isSettled, type ProviderRef, publicStatus } from '../../domain/job/lifecycle.ts';
import { partnerIdField } from '../../domain/names.ts';
import { Refusal } from '../../domain/refusal.ts';
import { update } from '../../domain/stored.ts';
import type { PaymentEvent } from '../../partners/payments.ts';
import { countFor } from '../count-request.ts';
import type { Deps } from '../deps.ts';
import { closedFact } from '../pay/checkout.ts';
import { disputedFact, recordPayment, settleExtraPayment } from '../pay/payment.ts';
import { nudge, type Recorded, record, waitFor } from '../record.ts';
import type { Answer } from '../use-case.ts';

export interface EventView {
  readonly ok: boolean;
  readonly job_id: string | null;
  readonly letter_id: string | null;
  /** Why the event was ignored, or its payment not needed; `null` otherwise. */
  readonly ignored: string | null;
  readonly error?: string;
  readonly [partnerIdField: string]: unknown;
}

export async function receivePaymentEvent(deps: Deps, event: PaymentEvent): Promise<Answer<EventView>> {
  deps.log.info('payment event', { eventId: event.id, eventType: event.type });
  if (event.kind === 'ignored') return ignored(event.why);
  const { jobId } = event;
  if (jobId === undefined || !isId('job', jobId)) return ignored();
  if ('checkoutId' in event && !event.isJobIdTrusted) {
    const job = await deps.jobs.get(jobId);
    if (!isSameRef(job?.checkout, { provider: event.provider, id: event.checkoutId }))
      return ignored('This service did not open the payment page of this event.');
  }
  if (event.kind === 'refunded_in_part') {
    const job = await noteRefunded(deps, jobId, event);
    if (job === undefined) return ignored();
    return done(job, isAboutOwnPayment(job, event) ? null : notOwnPayment);
  }
  const recorded =
    event.kind === 'paid'
      ? await recordPayment(deps, jobId, event)
      : await record(deps, jobId, (job) => factOf(deps, job, event));
  if (recorded === undefined) {
    // A restored table may have lost the job. The event isn't refused, because it may belong to another deployment on the same
    // account, and providers stop sending to a receiver that keeps refusing. In test mode anyone may send events: no alarm.
    if (event.kind === 'paid' && deps.settings.paymentMode === 'real' && !event.payment.isTest)
      deps.log.alarm('paid job not found', { jobId, eventId: event.id });
    return ignored();
  }
  const { job, hasCounted } = recorded;
  if (event.kind === 'paid') return answerPaid(deps, job, hasCounted);
  const alarm = alarmByKind[event.kind];
  if (alarm !== undefined) deps.log.alarm(alarm, { jobId: job.id, eventId: event.id });
  await noteRefunded(deps, jobId, event);
  if (isAboutOwnPayment(job, event)) return answerNews(deps, event, recorded);
  await noteExtraPayment(deps, job, event);
  return done(job, notOwnPayment);
}

const notOwnPayment = 'The event is about a payment other than this job’s.';

/** Records how much of the job's own payment was refunded. */
const noteRefunded = ({ jobs }: Deps, jobId: string, event: MoneyEvent): Promise<Job | undefined> =>
  update(jobs, jobId, (job) => {
    const cents = 'refundedCents' in event ? event.refundedCents : undefined;
    const isNews = job !== undefined && cents !== undefined && cents !== (job.refundedCents ?? 0);
    return isNews && isAboutOwnPayment(job, event) ? { ...job, refundedCents: cents } : job;
  });

async function answerNews(deps: Deps, { kind }: MoneyEvent, { job }: Recorded): Promise<Answer<EventView>> {
  // Until the order is paid or sent, we don't know whether it can be stopped, or whether there is anything to refund.
  const isBeingPaidOrSent = job.state === 'submitting' || job.state === 'awaiting_payment';
  if (kind === 'fraud_warned' && isBeingPaidOrSent)
    throw new Refusal('unavailable', 'The order is being paid or sent right now: send the event again later.', {
      retryAfterSeconds: 60,
    });
  if (job.dueAt !== undefined && job.dueAt <= deps.clock.now()) await nudge(deps, job.id, job.dueAt);
  return done(job);
}

type MoneyEvent = Exclude<PaymentEvent, { kind: 'ignored' | 'paid' }>;

/** Alarms for events that a person must handle at the payment provider, whatever the state of the job. */
export const alarmByKind: Readonly<Partial<Record<PaymentEvent['kind'], string>>> = {
  disputed: 'payment disputed',
  refund_failed: 'refund failed at the bank',
  fraud_warned: 'payment may be fraudulent',
};

/** `undefined` if the event isn't about the job's own payment page or payment. */
function factOf(deps: Deps, job: Job, event: Exclude<MoneyEvent, { kind: 'refunded_in_part' }>): Fact | undefined {
  if (!isAboutOwnPayment(job, event)) return undefined;
  switch (event.kind) {
    case 'expired':
      return closedFact(deps, job);
    case 'payment_failed':
      return {
        kind: 'payment_failed',
        error: 'The payment has failed. Nothing was charged; request a new quote to try again.',
      };
    case 'disputed':
      return { ...disputedFact, disputeId: event.disputeId };
    case 'dispute_won':
      return { kind: 'dispute_won', disputeId: event.disputeId };
    case 'dispute_lost': {
      const error = 'The payer’s bank returned the payment to the payer.';
      return { kind: 'dispute_lost', disputeId: event.disputeId, error };
    }
    case 'fraud_warned':
      return { kind: 'fraud_warned', warningId: event.id };
    default:
      return { kind: event.kind };
  }
}

/** True unless the event names another payment. It may arrive before the job is paid, and without the payment's id. */
function isAboutOwnPayment({ payment, checkout, extraPayments = [] }: Job, event: MoneyEvent): boolean {
  const { provider } = event;
  if ('checkoutId' in event) return isSameRef(checkout, { provider, id: event.checkoutId });
  if (provider !== (payment ?? checkout ?? event).provider) return false;
  const reported = paymentIn(event);
  if (reported === undefined) return true;
  if (payment !== undefined) return isSameRef(payment, reported);
  return !extraPayments.some((extraPayment) => isSameRef(extraPayment, reported));
}

const paymentIn = (event: MoneyEvent): ProviderRef | undefined =>
  'paymentId' in event && event.paymentId !== undefined ? { provider: event.provider, id: event.paymentId } : undefined;

/** Records how the refund of an extra payment ended. A dispute isn't recorded, because the response to the refund shows it. */
async function noteExtraPayment(deps: Deps, job: Job, event: MoneyEvent): Promise<void> {
  if (event.kind !== 'refunded' && event.kind !== 'refund_failed') return;
  const payment = paymentIn(event);
  const refund = event.kind === 'refunded' ? 'issued' : 'contact_support';
  if (payment !== undefined) await settleExtraPayment(deps, job.id, payment, { refund, dueAt: undefined });
}

/** A repeated event sends the queue message again, so that a 200 always means that the payment is recorded and queued. */
async function answerPaid(deps: Deps, job: Job, hasCounted: boolean): Promise<Answer<EventView>> {
  const isWorkDue = (job.dueAt !== undefined && !isSettled(job)) || job.refund === 'pending';
  if (isWorkDue || hasCounted) await nudge(deps, job.id, undefined);
  if (job.state === 'failed' || job.state === 'cancelled') return unfulfillable(job);
  const mayWait = !isSettled(job) && (await mayWaitNow(deps));
  const settled = mayWait ? await waitFor(deps, job, isSettled, deps.settings.webhookWaitMs) : job;
  if (settled.state === 'cancelled') return unfulfillable(settled);
  if (settled.state === 'failed') {
    // The alarm on 5xx responses subtracts this metric, because the job is recorded and refunded.
    deps.log.measure('turnedAway', 1);
    return { outcome: 'partner_failed', body: viewOf(settled, settled.error ?? 'The partner refused.') };
  }
  return done(settled, settled.payment === undefined ? 'The job does not need this payment, so it is refunded.' : null);
}

/**
 * A waiting request occupies a function that the order itself may need, so at most half of the functions may wait. Waits are
 * counted in windows a second longer than a wait, each of which lets a quarter of the functions start waiting. A wait
 * overlaps at most two windows. The counts only go up, so a function that dies blocks no one.
 */
async function mayWaitNow(deps: Deps): Promise<boolean> {
  const { webhookWaitMs, webhooksAtOnce = Number.POSITIVE_INFINITY, paymentMode } = deps.settings;
  // In test mode, the checkout page waits for this response in a second function.
  const max = Math.floor(webhooksAtOnce / (paymentMode === 'mock' ? 8 : 4));
  if (webhookWaitMs === 0 || max === 0) return false;
  if (max === Number.POSITIVE_INFINITY) return true;
  const windowSeconds = Math.ceil(webhookWaitMs / 1_000) + 1;
  const counted = await countFor(deps, { name: 'waits for orders', max, windowSeconds }, 'payment events');
  return counted?.isFull === false;
}

const unfulfillable = (job: Job): Answer<EventView> => ({
  outcome: 'declined',
  body: viewOf(job, job.error ?? `The job is ${publicStatus(job)} and cannot be fulfilled; what was paid is refunded.`),
});

const done = (job: Job, why: string | null = null): Answer<EventView> => ({
  outcome: 'done',
  body: { ...viewOf(job), ignored: why },
});

const viewOf = (job: Job, error?: string): EventView => ({
  ok: error === undefined,
  job_id: job.id,
  letter_id: null,
  [partnerIdField(job.product)]: job.partner?.id ?? null,
  ignored: null,
  error,
});

const ignored = (why = 'The event names no job of this service.'): Answer<EventView> => ({
  outcome: 'done',
  body: { ok: true, job_id: null, letter_id: null, ignored: why },
});
