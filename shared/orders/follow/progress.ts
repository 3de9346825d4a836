/** A payer's view of how an order stands: its stage, its times, and what there is to do. */

import { orderNumberOf, spokenOrderNumber } from '../../domain/ids.ts';
import { type Job, payUrl } from '../../domain/job/job.ts';
import { carrierScans, hasLeft, isAhead, isDelivered, isDisputed, owedFrom } from '../../domain/job/lifecycle.ts';
import { refundedInPart } from '../../domain/job/payment.ts';
import { decidedWithinMs } from '../../domain/lifetimes.ts';
import { stoppableUntil } from '../../domain/places/send-on.ts';
import { businessDaysAfter, sourceOf, usualTime } from '../../products/arrival.ts';
import { productNamed } from '../../products/index.ts';
import { isCancellable } from '../cancel/cancel-job.ts';
import { endedAt } from '../receipts/ended-at.ts';
import { failureOf } from './failure-cause.ts';

/** The payment provider's answer of a moment ago. `asking`: it is being asked. `silent`: it does not answer. */
export type PaymentNews = 'asking' | 'silent' | 'open';

export function progressOf(job: Job, now: number, news?: PaymentNews) {
  const path = new URL(payUrl(job)).pathname;
  const stage = stageOf(job, now, news);
  return {
    stage,
    sendOn: productNamed(job.product).sendOn?.(job.order),
    waitsUntil: stage === 'scheduled' && job.drawing?.waitMs ? owedFrom(job) : undefined,
    orderNumber: spokenOrderNumber(orderNumberOf(job.id)),
    path,
    steps: [...doneIn(job, stage), ...aheadIn(job, stage)],
    failure: stage === 'failed' ? failureOf(job.error) : undefined,
    refund: job.refund,
    refundedInPart: refundedInPart(job),
    expiredAt: stage === 'expired' ? expiredAt(job, now) : undefined,
    newsBy: stage === 'parked' ? job.triesSince + decidedWithinMs : undefined,
    isLate: stage === 'parked' && job.triesSince + decidedWithinMs <= now,
    isCheckBack: stage === 'returned' && productNamed(job.product).drawsOn !== undefined,
    tracking: trackingOf(job),
    arrival: arrivalOf(job, stage, now),
    // An unpaid order ends by itself, so no page offers to cancel it.
    cancellable: job.state !== 'awaiting_payment' && isCancellable(job) ? { until: deadlineOf(job, now) } : undefined,
  } as const;
}

export type Steps = ReturnType<typeof progressOf>['steps'];

const wordsOf = ({ product }: Job) =>
  productNamed(product).leftAs === 'mailed'
    ? ({ waiting: 'at_printer', working: 'printing', left: 'mailed' } as const)
    : ({ waiting: 'in_line', working: 'sending', left: 'sent' } as const);

function stageOf(job: Job, now: number, news: PaymentNews | undefined) {
  const { state, partner, firsts } = job;
  switch (state) {
    case 'awaiting_payment':
      return unpaidStageOf(job, now, news);
    case 'paid':
    case 'submitting':
      if (isAhead(job, now)) return 'scheduled';
      return partner === undefined ? 'passing_on' : 'trying_again';
    case 'cancelling':
    case 'recalling':
      return 'stopping';
    case 'parked':
      return isDisputed(job) ? 'disputed' : 'parked';
    case 'fulfilled':
      if (partner?.returned) return 'returned';
      if (partner?.delivered) return 'delivered';
      if (hasLeft(job)) return wordsOf(job).left;
      if (partner?.stage !== 'accepted') return wordsOf(job).working;
      return isAhead(job, now) ? 'scheduled' : wordsOf(job).waiting;
    case 'cancelled':
      return firsts.checkout_expired !== undefined && job.payment === undefined ? 'expired' : 'cancelled';
    case 'failed':
      return 'failed';
  }
}

function unpaidStageOf({ checkout, isMoneyUnderWay }: Job, now: number, news: PaymentNews | undefined) {
  if (isMoneyUnderWay) return 'money_under_way';
  if (news === 'asking') return 'confirming';
  if (news === 'silent') return 'unconfirmed';
  if (checkout === undefined) return 'preparing';
  if (checkout.expiresAt <= now) return 'expired';
  return news === 'open' ? 'still_open' : 'unpaid';
}

type PayStage = ReturnType<typeof stageOf>;

const expiredAt = ({ checkout, firsts }: Job, now: number): number =>
  Math.min(checkout?.expiresAt ?? now, firsts.checkout_expired ?? now);

function endOf(stage: PayStage, state: Job['state']) {
  if (stage === 'expired') return 'expired';
  return state === 'failed' ? 'failed' : 'cancelled';
}

/** The steps that have happened, in the order of time. */
function doneIn(job: Job, stage: PayStage) {
  const { createdAt, firsts, state, refund } = job;
  const words = wordsOf(job);
  const hasEnded = state === 'cancelled' || state === 'failed';
  const times = [
    { name: 'ordered', at: createdAt },
    { name: 'paid', at: firsts.paid ?? firsts.mispaid },
    { name: 'handed_over', at: firsts.accepted },
    { name: words.working, at: firsts.begun },
    { name: words.left, at: firsts.dispatched },
    { name: 'delivered', at: isDelivered(job) ? firsts.delivered : undefined },
    { name: 'returned', at: firsts.returned },
    { name: 'on_hold', at: state === 'parked' ? job.triesSince : undefined },
    { name: endOf(stage, state), at: hasEnded ? endedAt(job) : undefined },
    { name: 'refunded', at: refund === 'issued' ? firsts.refunded : undefined },
  ] as const;
  const done = times.flatMap(({ name, at }) => (at === undefined ? [] : [{ name, at, scan: undefined }]));
  // That it comes back is a step of its own.
  const scans = (carrierScans(job) ?? []).filter(({ code }) => code !== 'returned');
  const scanned = scans.map((scan) => ({ name: 'scanned', at: scan.at, scan }) as const);
  return [...done, ...scanned].sort((one, other) => one.at - other.at);
}

/** The steps that are still to come, if all goes well. */
function aheadIn(job: Job, stage: PayStage) {
  const { state, firsts, payment, order, product } = job;
  if (state === 'cancelled' || state === 'failed' || state === 'parked' || stage === 'stopping' || stage === 'expired')
    return [];
  const words = wordsOf(job);
  const isTracked = productNamed(product).shipment(order).registered;
  return [
    ...(payment === undefined ? (['paid'] as const) : []),
    ...(firsts.accepted === undefined ? (['handed_over'] as const) : []),
    ...(firsts.begun === undefined && !hasLeft(job) ? ([words.working] as const) : []),
    ...(hasLeft(job) ? [] : ([words.left] as const)),
    ...(isTracked && !job.partner?.delivered && !job.partner?.returned ? (['delivered'] as const) : []),
  ].map((name) => ({ name, at: undefined, scan: undefined }));
}

function trackingOf({ product, order, partner }: Job) {
  const shipment = productNamed(product).shipment(order);
  const number = shipment.registered ? partner?.tracking?.number : undefined;
  return number === undefined ? undefined : { number, carrier: usualTime(shipment).carrier };
}

/** An estimate, while there is something to wait for. */
function arrivalOf(job: Job, stage: PayStage, now: number) {
  const isComing =
    stage === 'scheduled' ||
    stage === 'passing_on' ||
    stage === 'at_printer' ||
    stage === 'printing' ||
    stage === 'mailed';
  const { leftAs, shipment } = productNamed(job.product);
  if (!isComing || leftAs !== 'mailed') return undefined;
  const usual = usualTime(shipment(job.order));
  const { printing, mail, carrier } = usual;
  const left = job.firsts.dispatched;
  const leaves = (at: 0 | 1) => left ?? businessDaysAfter(owedFrom(job), printing[at]);
  const [from, to] = [businessDaysAfter(leaves(0), mail[0]), businessDaysAfter(leaves(1), mail[1])];
  return to < now ? undefined : { from, to, carrier, source: sourceOf(usual, left !== undefined) };
}

/** Some partners say until when an order waits for its work to begin, and some orders name their day. */
function deadlineOf(job: Job, now: number): number | undefined {
  const { partner } = job;
  const until = isAhead(job, now) ? stoppableUntil(owedFrom(job)) : partner?.newsAt;
  return until !== undefined && until > now ? until : undefined;
}
