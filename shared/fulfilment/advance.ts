/** The one way in which work gets done: load the job, see what is owed and due, claim it, act, record the outcome. */
import { sha256Hex } from '../core/digest.ts';
import { type Duty, type Fact, owed } from '../core/job.ts';
import type { Job } from '../core/product.ts';
import { bouncesEndAfterMs, creatingEndsAfterMs, leaseMs, remindEveryMs, retryDelayMs } from '../core/retry.ts';
import type { PartnerRequest, SubmitOutcome, World } from '../ports.ts';
import { productNamed } from '../products/index.ts';
import { askPayment } from './ask-payment.ts';
import { paidDocumentKey, retainDocument } from './document.ts';
import { lookUp, referenceOf } from './look-up.ts';
import { nudge } from './nudge.ts';
import { noteHealth, type PartnerDeps, partnerOf, pauseMsAt, routeFor } from './partner.ts';
import { nextReading, readProgress } from './read-progress.ts';
import { type RecordDeps, record, recordOnce } from './record.ts';
import { finishCancel, finishRecall, issueRefund } from './refund.ts';
import { takeSerialLock } from './serial-lock.ts';

/** More steps in a row than any job's life has; what is left over is due and will be found again. */
const mostSteps = 8;

export async function advance(world: World, jobId: string): Promise<void> {
  for (let step = 0; step < mostSteps; step += 1) {
    const job = await world.jobs.get(jobId);
    const duty = job && owed(job, world.clock.now());
    if (job === undefined || duty === undefined) return;
    world.log.info('advance', { jobId, product: job.product, state: job.state, duty, tries: job.tries });
    await performers[duty](world, job);
  }
}

const performers: Readonly<Record<Duty, (world: World, job: Job) => Promise<void>>> = {
  ask_payment: askPayment,
  submit,
  track: readProgress,
  finish_cancel: (world, job) => underClaim(world, job, finishCancel),
  finish_recall: (world, job) => underClaim(world, job, finishRecall),
  ask_person: askPerson,
  refund: issueRefund,
};

/** A stale claim means that somebody else has it: leave quietly. */
async function underClaim(
  world: World,
  job: Job,
  act: (world: World, job: Job) => Promise<void>,
  claim: Partial<Extract<Fact, { kind: 'claimed' }>> = {},
): Promise<void> {
  const claimed = await recordOnce(world, job, { kind: 'claimed', dueAt: world.clock.now() + leaseMs, ...claim });
  if (claimed !== undefined) await act(world, claimed);
}

/** The claim is written before the partner is called, and the partner's key is the job's id for its whole life. */
async function submit(world: World, job: Job): Promise<void> {
  const handover = { isFirst: job.firsts.claimed === undefined, mayBeThere: job.state !== 'paid' };
  const routedTo = await routeFor(world, job);
  const act = async (_: World, claimed: Job) => {
    const outcome = await submission(world, claimed, handover).catch((error: unknown): SubmitOutcome => {
      world.log.info('submission failed', { jobId: job.id, error });
      return { kind: 'unknown', reason: 'an accident of our own' };
    });
    await conclude(world, claimed, factOf(world, claimed, outcome, handover));
  };
  // Whoever finds the claim without an outcome, because its holder has died, must not look too early either.
  const dueAt = world.clock.now() + leaseMs + pauseMsAt(world, { ...job, routedTo });
  await underClaim(world, job, act, { dueAt, routedTo });
}

interface Handover {
  readonly isFirst: boolean;
  /** An earlier call has had no answer, so the partner may have the order without our knowing. */
  readonly mayBeThere: boolean;
}

/** Before every retry the partner is asked whether an earlier call got through; a partner's key does not live for ever. */
async function submission(world: World, job: Job, { isFirst, mayBeThere }: Handover): Promise<SubmitOutcome> {
  if (!isFirst) {
    const found = await lookUp(world, job);
    if (typeof found === 'object') return { kind: 'accepted', order: found };
    if (found === 'unknown' && mayBeThere && !partnerOf(world, job).hasKeys)
      return { kind: 'unknown', reason: 'it cannot be found out whether it was taken' };
    if (creatingIsOver(world, job)) return { kind: mayBeThere ? 'unknown' : 'unavailable', reason: 'out of time' };
  }
  const paper = await retainDocument(world, job);
  if (job.document !== undefined && (paper === undefined || sha256Hex(paper) !== job.document.sha256))
    return { kind: mayBeThere ? 'unknown' : 'rejected', reason: 'The document that was quoted is no longer intact.' };
  if (!(await takeSerialLock(world, job)))
    return { kind: 'unavailable', reason: 'another order is at work in its lane' };
  const outcome = await partnerOf(world, job).submit(requestFor(world, job, job.document && paper));
  if (outcome.kind !== 'accepted') {
    world.log.info('not accepted', { jobId: job.id, outcome: outcome.kind, reason: outcome.reason });
    world.log.measure('partnerErrors', 1, job.routedTo ?? world.primaryNames[job.product]);
  }
  await noteHealth(world, job, outcome).catch((error: unknown) => world.log.info('health not noted', { error }));
  return outcome;
}

const requestFor = (
  { documents }: Pick<World, 'documents'>,
  job: Job,
  pdf: Uint8Array | undefined,
): PartnerRequest => ({
  jobId: job.id,
  reference: referenceOf(job),
  title: productNamed(job.product).title(job.order),
  order: job.order,
  pdf,
  link: async () => documents.link(paidDocumentKey(job)),
  drawing: job.drawing,
});

/** Of a first round, and of one that follows a bounce: nobody expects the order any more, unless a person has let it go on. */
function creatingIsOver({ clock }: Pick<World, 'clock'>, { bounces, firsts, triesSince }: Job): boolean {
  const ageMs = (since: number) => clock.now() - since;
  if (bounces === 0) return ageMs(triesSince) > creatingEndsAfterMs;
  return ageMs(firsts.resubmitted === undefined ? (firsts.accepted ?? triesSince) : triesSince) > bouncesEndAfterMs;
}

function factOf(
  world: PartnerDeps & Pick<World, 'chance' | 'clock' | 'settings'>,
  job: Job,
  outcome: SubmitOutcome,
  { mayBeThere }: Handover,
): Fact {
  const now = world.clock.now();
  if (outcome.kind === 'accepted')
    return { kind: 'accepted', order: outcome.order, dueAt: nextReading(outcome.order, job, now) };
  if (outcome.kind === 'rejected') return { kind: 'rejected', error: outcome.reason };
  const retryAt = now + retryDelayMs(job.tries, world.settings.retryBaseMs, world.chance.fraction());
  if (outcome.kind === 'unavailable' && !mayBeThere)
    return creatingIsOver(world, job)
      ? { kind: 'rejected', error: 'The partner could not take the order in time.' }
      : { kind: 'turned_away', dueAt: retryAt };
  return creatingIsOver(world, job)
    ? {
        kind: 'given_up',
        error: 'The partner has not answered; a person is looking into it.',
        dueAt: now + remindEveryMs,
      }
    : { kind: 'unanswered', dueAt: Math.max(retryAt, now + pauseMsAt(world, job)) };
}

/** That nothing is at the partner holds for this claim only: whoever has claimed the job since may be calling already. */
async function conclude(world: RecordDeps & Pick<World, 'queue'>, claimed: Job, fact: Fact): Promise<void> {
  const { id, product } = claimed;
  if (fact.kind === 'turned_away') {
    if (await recordOnce(world, claimed, fact)) await nudge(world, id, fact.dueAt);
    return;
  }
  const recorded = await record(world, id, () => ({ ...fact, round: claimed.bounces }));
  if (fact.kind === 'given_up') world.log.alarm('parked', { jobId: id, product });
  const isNews = recorded?.counted === false && recorded.job.bounces === claimed.bounces;
  if (fact.kind === 'accepted' && isNews && recorded.job.partner?.id !== fact.order.id)
    world.log.alarm('accepted by the partner after the job had ended', { jobId: id, partnerId: fact.order.id });
  if (fact.kind === 'unanswered' || fact.kind === 'accepted') await nudge(world, id, fact.dueAt);
}

/** Nobody can find out by machine; still, the partner is asked again before a person is, and the paper waits for them. */
async function askPerson(world: RecordDeps & PartnerDeps & Pick<World, 'documents'>, job: Job): Promise<void> {
  const found = await lookUp(world, job);
  const dueAt = world.clock.now() + remindEveryMs;
  const fact: Fact =
    typeof found === 'object'
      ? { kind: 'accepted', order: found, dueAt: world.clock.now() }
      : { kind: 'reminded', dueAt };
  if (fact.kind === 'reminded') await retainDocument(world, job);
  await recordOnce(world, job, fact);
  if (fact.kind === 'reminded') world.log.alarm('parked', { jobId: job.id, product: job.product, tries: job.tries });
}
