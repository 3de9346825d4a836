/** Advances a job: loads it, finds the duty that is due, claims it, acts and records the outcome. All work goes this way. */
import { sha256Hex } from '../core/digest.ts';
import { type Duty, type Fact, isDue, owed } from '../core/job.ts';
import type { Job } from '../core/product.ts';
import {
  bouncesEndAfterMs,
  creatingEndsAfterMs,
  leaseMs,
  remindEveryMs,
  retryDelayMs,
  submitLeaseMs,
  submitTimeoutMs,
} from '../core/retry.ts';
import { unreturned } from '../core/waiting.ts';
import { handOver } from '../notifications/hand-over.ts';
import type { Deps, Queue, SubmitOutcome } from '../ports.ts';
import { productNamed } from '../products/index.ts';
import { askPayment } from './ask-payment.ts';
import { paidDocumentKey, retainDocument } from './document.ts';
import { lookUp, referenceOf } from './look-up.ts';
import { nudge } from './nudge.ts';
import { noteHealth, type PartnerDeps, partnerOf, pauseMsAt, routeFor } from './partner.ts';
import { nextReading, readProgress } from './read-progress.ts';
import { type RecordDeps, type RetryDeps, record, recordOnce } from './record.ts';
import { refundSurplus } from './record-payment.ts';
import { finishCancel, finishRecall, issueRefund } from './refund.ts';
import { takeSerialLock } from './serial-lock.ts';

/** No job ever needs this many steps in a row; the remaining work is due and will be found again. */
const mostSteps = 12;

export async function advance(given: Deps, jobId: string): Promise<void> {
  const deps = atWork(given, jobId);
  for (let step = 0; step < mostSteps; step += 1) {
    const job = await deps.jobs.get(jobId);
    const now = deps.clock.now();
    const surplus = job && unreturned(job).find(({ dueAt = 0 }) => dueAt <= now);
    if (job !== undefined && surplus !== undefined) {
      await refundSurplus(deps, job, surplus);
      continue;
    }
    if (job?.events?.pending.length && (await isHandedOver(deps, job))) continue;
    const duty = job && owed(job, now);
    if (job === undefined || duty === undefined) return;
    deps.log.info('advance', { jobId, product: job.product, state: job.state, duty, tries: job.tries });
    await performers[duty](deps, job);
  }
}

/** What falls due at once is taken up by the next step: a message would only find it done. */
function atWork(deps: Deps, jobId: string): Deps {
  const send: Queue['send'] = async (id, delayMs = 0) => {
    if (id !== jobId || delayMs > 0) await deps.queue.send(id, delayMs);
  };
  const queue: Queue = { send, sendAll: (messages) => deps.queue.sendAll(messages) };
  return Object.create(deps, { queue: { value: queue } });
}

/** No letter waits for those who want to hear of it: events that could not be handed over stay due. */
const isHandedOver = (deps: Deps, job: Job): Promise<boolean> =>
  handOver(deps, job).then(
    () => true,
    (error: unknown) => {
      deps.log.alarm('events not handed over', { jobId: job.id, error });
      return false;
    },
  );

const performers: Readonly<Record<Duty, (deps: Deps, job: Job) => Promise<void>>> = {
  ask_payment: askPayment,
  submit,
  track: readProgress,
  finish_cancel: (deps, job) => underClaim(deps, job, finishCancel),
  finish_recall: (deps, job) => underClaim(deps, job, finishRecall),
  ask_person: askPerson,
  refund: issueRefund,
};

/** A stale claim means that somebody else has the job: leave quietly. */
async function underClaim(
  deps: Deps,
  job: Job,
  act: (deps: Deps, job: Job) => Promise<void>,
  claim: Partial<Extract<Fact, { kind: 'claimed' }>> = {},
): Promise<void> {
  const claimed = await recordOnce(deps, job, { kind: 'claimed', dueAt: deps.clock.now() + leaseMs, ...claim });
  if (claimed !== undefined) await act(deps, claimed);
}

/** The claim is recorded before the partner is called. The partner's key derives from the job's id for its whole life. */
async function submit(deps: Deps, job: Job): Promise<void> {
  const handover = { isFirst: job.firsts.claimed === undefined, mayBeThere: job.state !== 'paid' };
  const routedTo = await routeFor(deps, job);
  const act = async (_: Deps, claimed: Job) => {
    const outcome = await submission(deps, claimed, handover).catch((error: unknown): SubmitOutcome => {
      deps.log.info('submission failed', { jobId: job.id, error });
      return { kind: 'unknown', reason: 'an accident of our own' };
    });
    if (outcome !== undefined) await conclude(deps, claimed, factOf(deps, claimed, outcome, handover));
  };
  // If the holder dies, its claim stays without an outcome: the next holder must not look too early either.
  const dueAt = deps.clock.now() + submitLeaseMs(deps.settings.retryBaseMs) + pauseMsAt(deps, { ...job, routedTo });
  await underClaim(deps, job, act, { dueAt, routedTo });
}

interface Handover {
  readonly isFirst: boolean;
  /** An earlier call got no answer, so the partner may have the order without our knowledge. */
  readonly mayBeThere: boolean;
}

/**
 * Every retry first asks the partner whether an earlier call got through, because a partner's keys expire. A partner
 * without keys is asked even before the first call: a table that was set back has forgotten an earlier one. `undefined`:
 * nothing was called, and the claim is left to run out.
 */
async function submission(deps: Deps, job: Job, { isFirst, mayBeThere }: Handover): Promise<SubmitOutcome | undefined> {
  const { routedTo } = job;
  // It was paid after its product had ceased to be sold.
  if (routedTo === undefined)
    return { kind: mayBeThere ? 'unknown' : 'rejected', reason: 'It could not be carried out, and was given up.' };
  const { hasKeys } = partnerOf(deps, job);
  if (!isFirst || !hasKeys) {
    const found = await lookUp(deps, job);
    if (typeof found === 'object') return { kind: 'accepted', order: found };
    if (found === 'unknown' && mayBeThere && !hasKeys)
      return { kind: 'unknown', reason: 'it cannot be found out whether it was taken' };
    if (!isFirst && creatingIsOver(deps, job))
      return { kind: mayBeThere ? 'unknown' : 'unavailable', reason: 'out of time' };
  }
  const pdf = await retainDocument(deps, job);
  if (job.document !== undefined && (pdf === undefined || sha256Hex(pdf) !== job.document.sha256))
    return { kind: mayBeThere ? 'unknown' : 'rejected', reason: 'The document that was quoted is no longer intact.' };
  if (!(await takeSerialLock(deps, job)))
    return { kind: 'unavailable', reason: 'another order is at work in its lane' };
  // A process that stood still for too long may have lost its claim: the next holder makes the call.
  if (isDue(job, deps.clock.now() + submitTimeoutMs(deps.settings.retryBaseMs))) return undefined;
  const outcome = await partnerOf(deps, job).submit({
    jobId: job.id,
    reference: referenceOf(job),
    isFirst,
    title: productNamed(job.product).title(job.order),
    order: job.order,
    pdf: job.document && pdf,
    link: async () => deps.documents.link(paidDocumentKey(job)),
    drawing: job.drawing,
  });
  if (outcome.kind !== 'accepted') {
    deps.log.info('not accepted', { jobId: job.id, outcome: outcome.kind, reason: outcome.reason });
    deps.log.measure('partnerErrors', 1, routedTo);
  }
  await noteHealth(deps, job, outcome).catch((error: unknown) => deps.log.info('health not noted', { error }));
  return outcome;
}

/** True when nobody expects the order any more. A round after a bounce ends sooner, unless a person has resubmitted it. */
function creatingIsOver({ clock }: Pick<Deps, 'clock'>, { bounces, firsts, triesSince }: Job): boolean {
  const ageMs = (since: number) => clock.now() - since;
  if (bounces === 0) return ageMs(triesSince) > creatingEndsAfterMs;
  return ageMs(firsts.resubmitted === undefined ? (firsts.accepted ?? triesSince) : triesSince) > bouncesEndAfterMs;
}

function factOf(deps: PartnerDeps & RetryDeps, job: Job, outcome: SubmitOutcome, { mayBeThere }: Handover): Fact {
  const now = deps.clock.now();
  if (outcome.kind === 'accepted')
    return { kind: 'accepted', order: outcome.order, dueAt: nextReading(outcome.order, job, now) };
  if (outcome.kind === 'rejected') return { kind: 'rejected', error: outcome.reason };
  const retryAt = now + retryDelayMs(job.tries, deps.settings.retryBaseMs, deps.random.fraction());
  if (outcome.kind === 'unavailable' && !mayBeThere)
    return creatingIsOver(deps, job)
      ? { kind: 'rejected', error: 'The partner could not take the order in time.' }
      : { kind: 'turned_away', dueAt: retryAt };
  return creatingIsOver(deps, job)
    ? {
        kind: 'given_up',
        error: 'The partner has not answered; a person is looking into it.',
        dueAt: now + remindEveryMs,
      }
    : { kind: 'unanswered', dueAt: Math.max(retryAt, now + pauseMsAt(deps, job)) };
}

/** `turned_away` is only true under this claim: a later claimant may already be calling the partner. */
async function conclude(deps: RecordDeps & Pick<Deps, 'queue'>, claimed: Job, fact: Fact): Promise<void> {
  const { id, product } = claimed;
  if (fact.kind === 'turned_away') {
    if (await recordOnce(deps, claimed, fact)) await nudge(deps, id, fact.dueAt);
    return;
  }
  const recorded = await record(deps, id, () => ({ ...fact, round: claimed.bounces }));
  if (fact.kind === 'given_up') deps.log.alarm('parked', { jobId: id, product });
  const isNews = recorded?.counted === false && recorded.job.bounces === claimed.bounces;
  if (fact.kind === 'accepted' && isNews && recorded.job.partner?.id !== fact.order.id)
    deps.log.alarm('accepted by the partner after the job had ended', { jobId: id, partnerId: fact.order.id });
  if (fact.kind === 'unanswered' || fact.kind === 'accepted') await nudge(deps, id, fact.dueAt);
}

/** No machine could find out what happened. The partner is asked again before a person is, and the document is retained. */
async function askPerson(deps: RecordDeps & PartnerDeps & Pick<Deps, 'documents'>, job: Job): Promise<void> {
  const found = await lookUp(deps, job);
  const dueAt = deps.clock.now() + remindEveryMs;
  const fact: Fact =
    typeof found === 'object'
      ? { kind: 'accepted', order: found, dueAt: deps.clock.now() }
      : { kind: 'reminded', dueAt };
  if (fact.kind === 'reminded') await retainDocument(deps, job);
  await recordOnce(deps, job, fact);
  if (fact.kind === 'reminded') deps.log.alarm('parked', { jobId: job.id, product: job.product, tries: job.tries });
}
