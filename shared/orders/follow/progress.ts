/** The payer's view of an order: its stage, its times, and what the payer can do. */
import { orderNumberOf, spokenOrderNumber } from '../../domain/ids.ts';
import { type Job, payUrl } from '../../domain/job/job.ts';
import {
  carrierScans,
  type FailureCause,
  hasEnded,
  hasLeft,
  isDelivered,
  isDisputed,
  isDisputeLost,
  isScheduled,
  paymentStatus,
  refundedInPart,
  workStartsAt,
} from '../../domain/job/lifecycle.ts';
import { lifetimesMs } from '../../domain/times.ts';
import { businessDaysAfter, estimateSource, usualTimes } from '../../products/arrival.ts';
import { productNamed } from '../../products/index.ts';
import { stoppableUntil } from '../../products/mail.ts';
import { isCancellable } from '../cancel/cancel-job.ts';
import { documentKeptUntil } from '../document.ts';

/** Why an order failed, for its payer. Amounts and details about our account are only for callers and operators. */
function failureOf({ error = '', failureCause, firstSeenAt }: Job) {
  const cause: FailureCause | 'payment' = failureCause ?? 'payment';
  if (firstSeenAt.wrong_amount !== undefined) return { says: 'The amount paid was not the amount approved.', cause };
  if (firstSeenAt.payment_failed !== undefined) return { says: 'The payment has failed.', cause };
  if (cause === 'account') return { says: 'A problem on our side stopped the fax.', cause };
  return { says: error, cause };
}

/** The refund as people see it. After a lost dispute nothing is left to refund, so there is nothing to ask support for. */
export const shownRefund = ({ refund, disputes }: Job): Job['refund'] | 'returned_by_bank' =>
  refund === 'contact_support' && isDisputeLost({ disputes }) ? 'returned_by_bank' : refund;

/** When the job ended, Unix ms. Later refunds and disputes don't change that. */
export function endedAt({ state, firstSeenAt, triesSince }: Job): number {
  const endings = [
    'cancelled',
    'checkout_expired',
    'payment_failed',
    'rejected',
    'wrong_amount',
    'partner_failed',
    'partner_cancelled',
    'abandoned',
  ] as const;
  // If none of these events occurred, a dispute or the refund itself ended the job.
  const dispute = firstSeenAt.dispute_lost === undefined ? 'disputed' : 'dispute_lost';
  const byMoney = state === 'failed' ? ([dispute] as const) : (['refunded', 'refund_unknown'] as const);
  const firstOf = (kinds: readonly (keyof typeof firstSeenAt)[]): number | undefined =>
    kinds.flatMap((kind) => firstSeenAt[kind] ?? []).sort((one, other) => one - other)[0];
  return firstOf(endings) ?? firstOf(byMoney) ?? triesSince;
}

/** The payment provider's latest response about an unpaid job. `asking`: a newer one is needed. `silent`: no response. */
export type PaymentNews = 'asking' | 'silent' | 'open';

export function progressOf(job: Job, now: number, news?: PaymentNews) {
  const path = new URL(payUrl(job)).pathname;
  const stage = stageOf(job, now, news);
  const failure = stage === 'failed' ? failureOf(job) : undefined;
  const keptUntil = documentKeptUntil(job, now);
  const isKept = (job.document ?? job.insert) !== undefined && paymentStatus(job) === 'paid' && keptUntil > now;
  const shipment = productNamed(job.product).shipment(job.order);
  const trackingNumber = shipment.registered ? job.partner?.tracking?.number : undefined;
  // We know when a scheduled order starts, and some partners say when they begin to work on an order.
  const deadline = isScheduled(job, now) ? stoppableUntil(workStartsAt(job)) : job.partner?.newsAt;
  const until = deadline !== undefined && deadline > now ? deadline : undefined;
  // A document that the partner rejected would be rejected again.
  const canSendAgain = stage === 'returned' || (failure !== undefined && failure.cause !== 'document');
  return {
    stage,
    service: job.product,
    sendOn: productNamed(job.product).sendOn?.(job.order),
    waitsUntil: stage === 'scheduled' && job.drawing?.waitMs ? workStartsAt(job) : undefined,
    orderNumber: spokenOrderNumber(orderNumberOf(job.id)),
    path,
    steps: [...pastSteps(job, stage), ...upcomingSteps(job, stage)],
    failure,
    /** Unix ms; missing if the document is gone or the order may still need it. */
    keptUntil: isKept && Number.isFinite(keptUntil) ? keptUntil : undefined,
    /** The path of the form that orders its document again. */
    sendAgain:
      isKept && canSendAgain && job.document !== undefined
        ? `${new URL(job.baseUrl).pathname}/new/${job.product}?from_job=${job.payCode}`
        : undefined,
    refund: shownRefund(job),
    refundedInPart: refundedInPart(job),
    refunded:
      job.refund === 'issued' && job.payment?.currency === job.price.currency
        ? { cents: job.payment.amountCents, currency: job.price.currency }
        : undefined,
    expiredAt:
      stage === 'expired'
        ? Math.min(job.checkout?.expiresAt ?? now, job.firstSeenAt.checkout_expired ?? now)
        : undefined,
    newsBy: stage === 'needs_review' ? job.triesSince + lifetimesMs.review : undefined,
    isLate: stage === 'needs_review' && job.triesSince + lifetimesMs.review <= now,
    isCheckBack: stage === 'returned' && productNamed(job.product).bankAccountField !== undefined,
    tracking:
      trackingNumber === undefined
        ? undefined
        : { number: trackingNumber, carrier: usualTimes[shipment.country].carrier },
    awaitsTracking:
      shipment.registered && trackingNumber === undefined && ['at_printer', 'printing', 'mailed'].includes(stage),
    arrival: arrivalOf(job, stage, now),
    // An unpaid order expires by itself, so no page offers to cancel it.
    cancellable: job.state !== 'awaiting_payment' && isCancellable(job) ? { until } : undefined,
  } as const;
}

export type Steps = ReturnType<typeof progressOf>['steps'];

const stagesOf = ({ product }: Job) =>
  productNamed(product).leftAs === 'mailed'
    ? ({ waiting: 'at_printer', working: 'printing', left: 'mailed' } as const)
    : ({ waiting: 'in_line', working: 'sending', left: 'sent' } as const);

function stageOf(job: Job, now: number, news: PaymentNews | undefined) {
  const { state, partner, firstSeenAt } = job;
  const lastScan = carrierScans(job)?.at(-1);
  switch (state) {
    case 'awaiting_payment':
      if (job.isPaymentProcessing) return 'payment_processing';
      if (news === 'asking') return 'confirming';
      if (news === 'silent') return 'unconfirmed';
      if (job.checkout === undefined) return 'preparing';
      if (job.checkout.expiresAt <= now) return 'expired';
      return news === 'open' ? 'still_open' : 'unpaid';
    case 'paid':
    case 'submitting':
      if (isScheduled(job, now)) return 'scheduled';
      return partner === undefined ? 'handing_over' : 'trying_again';
    case 'cancelling':
    case 'recalling':
      return 'stopping';
    case 'needs_review':
      return isDisputed(job) ? 'disputed' : 'needs_review';
    case 'fulfilled':
      if (partner?.returned) return 'returned';
      if (partner?.delivered) return 'delivered';
      if (lastScan?.code === 'pickup_available') return 'for_pickup';
      if (lastScan?.code === 'issue') return 'undelivered';
      if (hasLeft(job)) return stagesOf(job).left;
      if (partner?.stage !== 'accepted') return stagesOf(job).working;
      return isScheduled(job, now) ? 'scheduled' : stagesOf(job).waiting;
    case 'cancelled':
      return firstSeenAt.checkout_expired !== undefined && job.payment === undefined ? 'expired' : 'cancelled';
    case 'failed':
      return 'failed';
  }
}

type PayStage = ReturnType<typeof stageOf>;

/** The steps that have happened, oldest first. */
function pastSteps(job: Job, stage: PayStage) {
  const { createdAt, firstSeenAt, state, refund } = job;
  const stages = stagesOf(job);
  const ending = state === 'failed' ? 'failed' : 'cancelled';
  const times = [
    { name: 'ordered', at: createdAt },
    { name: 'paid', at: firstSeenAt.paid ?? firstSeenAt.wrong_amount },
    { name: 'handed_over', at: firstSeenAt.accepted },
    { name: stages.working, at: firstSeenAt.begun },
    { name: stages.left, at: firstSeenAt.dispatched },
    { name: 'delivered', at: isDelivered(job) ? firstSeenAt.delivered : undefined },
    { name: 'returned', at: firstSeenAt.returned },
    { name: 'on_hold', at: state === 'needs_review' ? job.triesSince : undefined },
    { name: stage === 'expired' ? 'expired' : ending, at: hasEnded(job) ? endedAt(job) : undefined },
    { name: 'refunded', at: refund === 'issued' ? firstSeenAt.refunded : undefined },
  ] as const;
  const done = times.flatMap(({ name, at }) => (at === undefined ? [] : [{ name, at, scan: undefined }]));
  // `returned` is a separate step.
  const scans = (carrierScans(job) ?? []).filter(({ code }) => code !== 'returned');
  const scanned = scans.map((scan) => ({ name: 'scanned', at: scan.at, scan }) as const);
  return [...done, ...scanned].sort((one, other) => one.at - other.at);
}

/** The steps still to come, if all goes well. */
function upcomingSteps(job: Job, stage: PayStage) {
  const { state, firstSeenAt, payment, order, product } = job;
  if (hasEnded(job) || state === 'needs_review' || stage === 'stopping' || stage === 'expired') return [];
  const stages = stagesOf(job);
  const isTracked = productNamed(product).shipment(order).registered;
  return [
    ...(payment === undefined ? (['paid'] as const) : []),
    ...(firstSeenAt.accepted === undefined ? (['handed_over'] as const) : []),
    ...(firstSeenAt.begun === undefined && !hasLeft(job) ? ([stages.working] as const) : []),
    ...(hasLeft(job) ? [] : ([stages.left] as const)),
    ...(isTracked && !job.partner?.delivered && !job.partner?.returned ? (['delivered'] as const) : []),
  ].map((name) => ({ name, at: undefined, scan: undefined }));
}

/** When mail will probably arrive; `undefined` once it has arrived or the estimate is over. */
function arrivalOf(job: Job, stage: PayStage, now: number) {
  const underWay: readonly PayStage[] = ['scheduled', 'handing_over', 'at_printer', 'printing', 'mailed'];
  const { leftAs, shipment } = productNamed(job.product);
  if (!underWay.includes(stage) || leftAs !== 'mailed') return undefined;
  const usual = usualTimes[shipment(job.order).country];
  const { printing, mail, carrier } = usual;
  const leftAt = job.firstSeenAt.dispatched;
  const leavesAfter = (days: number) => leftAt ?? businessDaysAfter(workStartsAt(job), days);
  const from = businessDaysAfter(leavesAfter(printing[0]), mail[0]);
  const to = businessDaysAfter(leavesAfter(printing[1]), mail[1]);
  return to < now ? undefined : { from, to, carrier, source: estimateSource(usual, leftAt !== undefined) };
}
