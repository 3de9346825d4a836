/**
 * Records an order's progress at the partner, from the partner's events and from our own reads: at most one read every 30
 * seconds per job, no matter how many callers ask.
 */
import { mayBeSentAgain, mayRead } from '../domain/job/apply.ts';
import type { Job } from '../domain/job/job.ts';
import { dueDuty, type Fact, hasLeft, isDue } from '../domain/job/lifecycle.ts';
import { hasNewScan, type Progress, stages } from '../domain/job/progress.ts';
import { Refusal } from '../domain/refusal.ts';
import { deadlinesMs, maxRedials, nextReadAt, retryDelayMs } from '../domain/times.ts';
import { partnerNamed } from '../partners/catalogue.ts';
import type { FindOutcome, KnownView, PartnerEvent, PartnerView } from '../partners/partner.ts';
import { productNamed } from '../products/index.ts';
import type { Deps } from './deps.ts';
import { partnerOf } from './partner.ts';
import { takesTestMoney } from './pay/payment.ts';
import { nudge, type Recorded, record, recordOnce } from './record.ts';
import type { Answer } from './use-case.ts';

/** The order's reference at the partner, the same for all calls of one round. A fax to a busy line starts a new round. */
export const referenceOf = ({ id, failedRounds }: Job): string =>
  failedRounds === 0 ? id : `${id}-${failedRounds + 1}`;

/** Looks for the job's order at the partner. `none`: the partner has no such order, or was never called for this job. */
export async function lookUp(deps: Deps, job: Job): Promise<FindOutcome> {
  if (job.routedTo === undefined) return { kind: 'none' };
  try {
    return await partnerOf(deps, job).find(referenceOf(job), job.order);
  } catch (error) {
    deps.log.info('lookup failed', { jobId: job.id, error });
    return { kind: 'unknown' };
  }
}

/** Returns the job with its latest progress; unchanged if no read is due, another caller is reading, or the read fails. */
export async function refreshJob(deps: Deps, job: Job): Promise<Job> {
  const now = deps.clock.now();
  if (job.partner === undefined || job.state !== 'fulfilled' || !mayRead(job, now)) return job;
  if (hasReliableEvents(job)) {
    // The partner sends events and no request is due yet, so the stored progress is recent enough.
    const { newsAt = Number.POSITIVE_INFINITY, readAt, ...progress } = job.partner;
    const next = nextReadAt('fallback', job.firstSeenAt.accepted ?? now, readAt, mayOnlyReturn(progress, job));
    if (now < Math.min(next ?? Number.POSITIVE_INFINITY, newsAt)) return job;
  }
  const claimed = await recordOnce(deps, job, { kind: 'read_claimed' });
  if (claimed === undefined) return job;
  return (await readAndRecord(deps, claimed, 'caller', job.partner.readAt)) ?? job;
}

/** Performs the scheduled read of a fulfilled job. It needs no claim, because reading an order twice does no harm. */
export async function readProgress(deps: Deps, job: Job): Promise<void> {
  const now = deps.clock.now();
  if (job.partner !== undefined && !mayRead(job, now)) {
    const dueAt = nextOrderReadAt(job.partner, job, now);
    await recordOnce(deps, job, { kind: 'progressed', progress: job.partner, dueAt });
    return;
  }
  // This read looks for the change that the partner announced for `newsAt`, so it causes no further read.
  const partner = job.partner && { ...job.partner, newsAt: undefined };
  await readAndRecord(deps, { ...job, partner }, 'schedule');
}

/**
 * Reads the order and records its progress. If a scheduled read finds news, an event was missed. If a caller's read does, the
 * event may just be late.
 */
async function readAndRecord(
  deps: Deps,
  job: Job,
  reader: 'caller' | 'schedule',
  lastReadAt = job.partner?.readAt ?? 0,
): Promise<Job | undefined> {
  const read = async (): Promise<PartnerView> => {
    if (job.partner === undefined) throw new Error(`${job.id} has no order at a partner to read`);
    return partnerOf(deps, job).read(job.partner.id);
  };
  const view = await read().catch((error: unknown): PartnerView => {
    deps.log.info('reading failed', { jobId: job.id, error });
    return { kind: 'unknown' };
  });
  const now = deps.clock.now();
  // Nothing is written if the job already has everything in this view and isn't due.
  const isKnown = view.kind !== 'unknown' && !isDue(job, now) && isStored(job, view, now);
  const hasMissedEvent = reader === 'schedule' && hasReliableEvents(job) && isNews(job, view);
  // If this process stalled, a later round may have replaced the order. `round` then keeps this status from counting.
  const factFor = ({ state }: Job): Fact => ({
    ...factFromView(deps, { ...job, state }, view, hasMissedEvent),
    round: job.failedRounds,
  });
  const recorded = isKnown ? undefined : await record(deps, job.id, factFor);
  raiseAlarms(deps, recorded, view, reader);
  // One failed read means nothing, but a partner that never reports a status may have lost the order.
  const { id: partnerId, failedReads = 0 } = recorded?.job.partner ?? {};
  if (recorded?.hasCounted && failedReads > 0 && failedReads % 10 === 0)
    deps.log.alarm('a partner reports no status', { jobId: job.id, partnerId, tries: failedReads });
  const after = isKnown ? job : recorded?.job;
  if (after !== undefined) alarmIfLate(deps, after, lastReadAt);
  if (recorded?.job.dueAt !== undefined) await nudge(deps, job.id, recorded.job.dueAt);
  return after;
}

/** Raises one alarm a day while an order is late, but not for a refunded order or a test order. */
function alarmIfLate({ clock, log }: Deps, job: Job, lastReadAt: number): void {
  if (job.state !== 'fulfilled' || hasLeft(job) || job.refund !== 'not_applicable' || takesTestMoney(job)) return;
  const lateAt = job.triesSince + deadlinesMs.partnerWork[productNamed(job.product).leftAs];
  const daysLate = (at: number) => Math.max(0, Math.ceil((at - lateAt) / (24 * 60 * 60_000)));
  if (daysLate(clock.now()) > daysLate(lastReadAt))
    log.alarm('a partner does not finish', { jobId: job.id, partnerId: job.partner?.id });
}

/** True if the view has a later stage than the job, or a delivery or return that the job doesn't have. */
function isNews({ partner }: Job, view: PartnerView): boolean {
  if (view.kind !== 'progress' || partner === undefined) return false;
  const { stage, delivered, returned } = view.progress;
  return (
    stages.indexOf(stage) > stages.indexOf(partner.stage) ||
    (delivered === true && !partner.delivered) ||
    (returned === true && !partner.returned)
  );
}

/** Whether the job already has everything in this view. */
function isStored(job: Job, view: KnownView, now: number): boolean {
  if (view.kind === 'stopped' || job.partner === undefined) return false;
  const { final, tracking, newsAt, scans } = view.progress;
  if (hasNewScan(job.scans, scans, now)) return false;
  const isSame = final === job.partner.final && newsAt === job.partner.newsAt && !job.partner.failedReads;
  return isSame && !isNews(job, view) && tracking?.number === job.partner.tracking?.number;
}

/** Turns a view of the order, which we read or the partner sent, into a fact about its job. */
function factFromView(deps: Deps, job: Job, view: PartnerView, hasMissedEvent = false): Fact {
  const now = deps.clock.now();
  // A status never goes back: an order that has left can't have been stopped.
  if (view.kind === 'stopped' && !hasLeft(job)) {
    const { random, settings } = deps;
    const dueAt = now + retryDelayMs(job.failedRounds + 1, settings.retryBaseMs, random.fraction());
    const isOver =
      !mayBeSentAgain(job) ||
      job.failedRounds >= maxRedials ||
      dueAt - (job.firstSeenAt.accepted ?? now) > deadlinesMs.redialing;
    return view.isRetryable && !isOver
      ? { kind: 'round_failed', dueAt }
      : { kind: 'partner_failed', error: view.reason, cause: view.cause };
  }
  const progress = view.kind === 'progress' && job.partner !== undefined ? view.progress : job.partner;
  if (progress === undefined) throw new Error(`${job.id} has no order at a partner to read`);
  // An order that could not be read is read again as soon as if its partner sent no events.
  const dueAt = nextOrderReadAt(progress, job, now, hasMissedEvent || view.kind === 'unknown');
  // A partner that has begun work on an order no longer stops it.
  const kind = job.state === 'recalling' && progress.stage !== 'accepted' ? 'partner_refused' : 'progressed';
  return { kind, progress, isReadFailure: view.kind === 'unknown', hasMissedEvent, dueAt };
}

/** Raises alarms about a stopped order. If our account was the cause, every order fails until someone fixes the account. */
function raiseAlarms(
  { log }: Deps,
  recorded: Recorded | undefined,
  view: PartnerView,
  reader?: 'caller' | 'schedule',
): void {
  if (!recorded?.hasCounted || view.kind !== 'stopped') return;
  const { id: jobId, partner, state } = recorded.job;
  if (view.accountProblem !== undefined) log.alarm('a partner refuses this service', { jobId, ...view.accountProblem });
  // Not after a read for a caller, who may ask each minute.
  if (state === 'fulfilled' && reader !== 'caller')
    log.alarm('a partner contradicts itself', { jobId, partnerId: partner?.id });
}

/** Whether we can rely on the partner's events. False for a fax, which ends too soon, and after an event was missed. */
const hasReliableEvents = ({ product, routedTo, partner }: Job): boolean =>
  partner?.hasMissedEvent !== true &&
  productNamed(product).mailsTo !== undefined &&
  routedTo !== undefined &&
  partnerNamed(routedTo).events !== undefined;

/** Completed mail can only be returned. Registered mail still changes, because its carrier reports where it is. */
const mayOnlyReturn = ({ stage }: Progress, { product, order }: Job): boolean =>
  stage === 'completed' && !productNamed(product).shipment(order).registered;

/** When to read the order next; `undefined` if this progress is final. It is read more often if events are unreliable. */
export function nextOrderReadAt(
  progress: Progress,
  job: Job,
  now: number,
  areEventsUnreliable = false,
): number | undefined {
  if (progress.final) return undefined;
  const kind = hasReliableEvents(job) && !areEventsUnreliable ? 'fallback' : 'poll';
  return progress.newsAt ?? nextReadAt(kind, job.firstSeenAt.accepted ?? now, now, mayOnlyReturn(progress, job));
}

export interface PartnerEventView {
  readonly ok: true;
  readonly job_id: string | null;
  /** Why the event changed nothing, if it isn't about this service. */
  readonly ignored: string | null;
}

export async function receivePartnerEvent(
  deps: Deps,
  // For the log, if the partner's events have an id and a type.
  event: PartnerEvent & { readonly id?: string; readonly type?: string },
): Promise<Answer<PartnerEventView>> {
  deps.log.info('partner event', { eventId: event.id, eventType: event.type });
  if (event.kind === 'ignored') return { outcome: 'done', body: { ok: true, job_id: null, ignored: event.why } };
  const { partnerId, view } = event;
  const jobId = await deps.jobs.idByPartnerId(partnerId);
  const recorded =
    jobId === undefined ? undefined : await record(deps, jobId, (job) => factFromEvent(deps, job, partnerId, view));
  if (recorded === undefined) throw noJobYet();
  raiseAlarms(deps, recorded, view);
  const { job, hasCounted } = recorded;
  // A repeated event sends the queue message again, so that a response always means that the event is recorded and the job is
  // queued. If work is due later, such as another attempt at a busy line, the message is delayed until then.
  const isWorkDue = dueDuty(job, deps.clock.now()) !== undefined;
  if (isWorkDue || (hasCounted && job.dueAt !== undefined)) await nudge(deps, job.id, job.dueAt);
  return { outcome: 'done', body: { ok: true, job_id: job.id, ignored: null } };
}

function factFromEvent(deps: Deps, job: Job, partnerId: string, view: KnownView): Fact | undefined {
  const { partner } = job;
  // The index may still have the order of an earlier round.
  if (partner?.id !== partnerId) throw noJobYet();
  // Partners repeat events, and send several about one step. An event without news writes nothing.
  if (isStored(job, view, deps.clock.now())) return undefined;
  // A late event must not restart the reading of an order that has reached its final state.
  const isOver = view.kind === 'progress' && partner.final;
  const fact = factFromView(
    deps,
    job,
    isOver ? { kind: 'progress', progress: { ...view.progress, final: true } } : view,
  );
  if (fact.kind !== 'progressed' || fact.dueAt === undefined || fact.progress.newsAt !== undefined) return fact;
  // An event doesn't postpone the next read, which looks for lost events. Once only a return is possible, it may.
  return mayOnlyReturn(fact.progress, job) ? fact : { ...fact, dueAt: job.dueAt ?? fact.dueAt };
}

/** An event may arrive before the partner's response to the order, or before the index is updated. */
const noJobYet = () =>
  new Refusal('unavailable', 'No job of this service has this order now: send the event again later.', {
    retryAfterSeconds: 60,
  });
