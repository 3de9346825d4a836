/** Asks the partner for an order's progress: at most once in 30 seconds per job, however many callers ask. */

import { mayGoAgain, mayRead } from '../domain/job/apply.ts';
import type { Fact } from '../domain/job/fact.ts';
import type { Job } from '../domain/job/job.ts';
import { isDue } from '../domain/job/lifecycle.ts';
import { type Progress, stages, tellsScan } from '../domain/job/progress.ts';
import {
  bouncesEndAfterMs,
  mostBounces,
  nextCheckAt,
  nextReadAt,
  retryDelayMs,
  unreadBeforeAlarm,
} from '../domain/retry.ts';
import { partnerNamed } from '../partners/catalogue.ts';
import type { KnownView, PartnerView } from '../partners/partner.ts';
import { productNamed } from '../products/index.ts';
import type { Deps } from './deps.ts';
import { partnerOf } from './partner.ts';
import { nudge, type Recorded, record, recordOnce } from './record.ts';

/** The job with the latest news for a caller; unchanged without an answer or if another reader is at it. */
export async function freshJob(deps: Deps, job: Job): Promise<Job> {
  const now = deps.clock.now();
  if (job.partner === undefined || job.state !== 'fulfilled' || !mayRead(job, now)) return job;
  if (isPushed(job) && isTold(job, job.partner, now)) return job;
  const claimed = await recordOnce(deps, job, { kind: 'read_claimed' });
  if (claimed === undefined) return job;
  return (await readAndRecord(deps, claimed, 'caller')) ?? job;
}

type ReadOrder = NonNullable<Job['partner']>;

/** Whether the table tells enough of an order whose partner sends its news: by its last word, no check is due yet. */
function isTold(job: Job, { newsAt = Number.POSITIVE_INFINITY, readAt, ...progress }: ReadOrder, now: number): boolean {
  const next =
    nextCheckAt(job.firsts.accepted ?? now, readAt, mayOnlyReturn(progress, job)) ?? Number.POSITIVE_INFINITY;
  return now < Math.min(next, newsAt);
}

/** The duty of a fulfilled job. It takes no claim: of two readers at once only what is new counts. */
export async function readProgress(deps: Deps, job: Job): Promise<void> {
  const now = deps.clock.now();
  if (job.partner !== undefined && !mayRead(job, now))
    await recordOnce(deps, job, {
      kind: 'progressed',
      progress: job.partner,
      dueAt: nextReading(job.partner, job, now),
    });
  // Announced news is read once.
  else await readAndRecord(deps, { ...job, partner: job.partner && { ...job.partner, newsAt: undefined } }, 'duty');
}

/** A caller may ask a moment before an event arrives; a reading of our own comes long after. */
async function readAndRecord(deps: Deps, job: Job, asker: 'caller' | 'duty'): Promise<Job | undefined> {
  const view = await read(deps, job).catch((error: unknown): PartnerView => {
    deps.log.info('reading failed', { jobId: job.id, error });
    return { kind: 'unknown' };
  });
  if (isNothingNew(deps, job, view)) return job;
  const isUnheard = asker === 'duty' && isPushed(job) && tellsNew(job, view);
  // A reader that stood still for long may bring news of an order that another has replaced in the meantime.
  const recorded = await record(deps, job.id, ({ state }) => ({
    ...newsOf(deps, { ...job, state }, view, isUnheard),
    round: job.bounces,
  }));
  raiseAccountProblem(deps, recorded, view);
  raiseSilence(deps, recorded);
  if (recorded?.job.dueAt !== undefined) await nudge(deps, job.id, recorded.job.dueAt);
  return recorded?.job;
}

async function read(deps: Deps, job: Job): Promise<PartnerView> {
  if (job.partner === undefined) throw new Error(`${job.id} has no partner's order to read`);
  return partnerOf(deps, job).read(job.partner.id);
}

/** A stage further on, or the carrier's word on where the mail is. */
function tellsNew({ partner }: Job, view: PartnerView): boolean {
  if (view.kind !== 'progress' || partner === undefined) return false;
  const { stage, delivered, returned } = view.progress;
  return (
    stages.indexOf(stage) > stages.indexOf(partner.stage) ||
    (delivered === true && !partner.delivered) ||
    (returned === true && !partner.returned)
  );
}

/** Nothing is written where nobody would read anything else afterwards. */
const isNothingNew = ({ clock }: Deps, job: Job, view: PartnerView): boolean =>
  view.kind !== 'unknown' && !isDue(job, clock.now()) && isKnown(job, view, clock.now());

/** The job says all of it already. */
export function isKnown(job: Job, view: KnownView, now: number): boolean {
  if (view.kind === 'stopped' || job.partner === undefined) return false;
  const { final, tracking, newsAt, scans } = view.progress;
  if (tellsScan(job.scans, scans, now)) return false;
  const knows = final === job.partner.final && newsAt === job.partner.newsAt && !job.partner.unread;
  return knows && !tellsNew(job, view) && tracking?.number === job.partner.tracking?.number;
}

/** Turns a view of the order, whether we read it or the partner sent it, into a fact about its job. */
export function newsOf(deps: Deps, job: Job, view: PartnerView, isUnheard = false): Fact {
  const now = deps.clock.now();
  if (view.kind === 'stopped') return stoppedFact(deps, job, view.reason, view.mayBounce ?? false);
  const progress = view.kind === 'unknown' || job.partner === undefined ? job.partner : view.progress;
  if (progress === undefined) throw new Error(`${job.id} has no partner's order to read`);
  // An order that could not be read is read again as often as if nobody told its news.
  const dueAt = nextReading(progress, job, now, isUnheard || view.kind === 'unknown');
  // A partner that is at work on an order does not stop it any more.
  const kind = job.state === 'recalling' && progress.stage !== 'accepted' ? 'partner_refused' : 'progressed';
  return { kind, progress, isUnread: view.kind === 'unknown', isUnheard, dueAt };
}

function stoppedFact({ random, clock, settings }: Deps, job: Job, error: string, mayBounce: boolean): Fact {
  const now = clock.now();
  const dueAt = now + retryDelayMs(job.bounces + 1, settings.retryBaseMs, random.fraction());
  const isOver =
    !mayGoAgain(job) || job.bounces >= mostBounces || dueAt - (job.firsts.accepted ?? now) > bouncesEndAfterMs;
  return mayBounce && !isOver ? { kind: 'bounced', dueAt } : { kind: 'partner_failed', error };
}

/** An order that failed because of our account is refunded, and so is the next, until somebody mends the account. */
export function raiseAccountProblem({ log }: Deps, recorded: Recorded | undefined, view: PartnerView): void {
  if (!recorded?.counted || view.kind !== 'stopped' || view.accountProblem === undefined) return;
  log.alarm('a partner refuses this service', { jobId: recorded.job.id, ...view.accountProblem });
}

/** One silence means nothing. A partner that never tells may have lost the order, or may never tell again. */
function raiseSilence({ log }: Deps, recorded: Recorded | undefined): void {
  const { id: partnerId, unread = 0 } = recorded?.job.partner ?? {};
  if (!recorded?.counted || unread === 0 || unread % unreadBeforeAlarm !== 0) return;
  log.alarm('a partner does not tell how an order stands', { jobId: recorded.job.id, partnerId, tries: unread });
}

/** True of mail whose partner tells its news in events, as far as they have reached us. A fax is over too soon to wait. */
const isPushed = ({ product, routedTo, partner }: Job): boolean =>
  partner?.isUnheard !== true &&
  productNamed(product).mailsTo !== undefined &&
  routedTo !== undefined &&
  partnerNamed(routedTo).events !== undefined;

/** Completed mail can only come back. Registered mail has more news: its carrier tells where it is. */
export const mayOnlyReturn = ({ stage }: Progress, { product, order }: Job): boolean =>
  stage === 'completed' && !productNamed(product).shipment(order).registered;

/** The time of the next reading after this news; `undefined` if the news was final. `isOften`: events cannot be relied on.*/
export function nextReading(progress: Progress, job: Job, now: number, isOften = false): number | undefined {
  if (progress.final) return undefined;
  const next = isPushed(job) && !isOften ? nextCheckAt : nextReadAt;
  return progress.newsAt ?? next(job.firsts.accepted ?? now, now, mayOnlyReturn(progress, job));
}
