/** Asks the partner for an order's progress: at most once in 30 seconds per job, however many callers ask. */
import { mayGoAgain, mayRead } from '../core/apply.ts';
import type { Fact, Progress } from '../core/job.ts';
import type { Job } from '../core/product.ts';
import { bouncesEndAfterMs, leaseMs, mostBounces, nextReadAt, retryDelayMs, unreadBeforeAlarm } from '../core/retry.ts';
import type { Deps, PartnerView } from '../ports.ts';
import { nudge } from './nudge.ts';
import { type PartnerDeps, partnerOf } from './partner.ts';
import { type RecordDeps, type Recorded, type RetryDeps, record, recordOnce } from './record.ts';

/** The dependencies that reading progress needs. */
export type ProgressDeps = RecordDeps & PartnerDeps & RetryDeps & Pick<Deps, 'queue'>;

/** The job with the latest news. It stays as it was if there is nothing to read, no answer, or another reader. */
export async function freshJob(deps: ProgressDeps, job: Job): Promise<Job> {
  const { partner } = job;
  const now = deps.clock.now();
  if (partner === undefined || job.state !== 'fulfilled' || !mayRead(job, now)) return job;
  const claimed = await recordOnce(deps, job, { kind: 'read_claimed', dueAt: now + leaseMs });
  if (claimed === undefined) return job;
  const view = await read(deps, job, partner.id).catch((error: unknown): PartnerView => {
    deps.log.info('reading failed', { jobId: job.id, error });
    return 'unknown';
  });
  // A reader that stood still for long may bring news of an order that another has replaced in the meantime.
  const fact = { ...newsOf(deps, claimed, view), round: claimed.bounces };
  const recorded = await record(deps, job.id, () => fact);
  raiseAccountProblem(deps, recorded, view);
  raiseSilence(deps, recorded);
  if (fact.dueAt !== undefined) await nudge(deps, job.id, fact.dueAt);
  return recorded?.job ?? job;
}

const read = async (deps: PartnerDeps, job: Job, partnerId: string) => partnerOf(deps, job).read(partnerId);

/** The duty of a fulfilled job; a job that was read a moment ago comes back later. */
export async function readProgress(deps: ProgressDeps, job: Job): Promise<void> {
  const now = deps.clock.now();
  if (job.partner !== undefined && !mayRead(job, now))
    await recordOnce(deps, job, {
      kind: 'progressed',
      progress: job.partner,
      dueAt: nextReading(job.partner, job, now),
    });
  else await freshJob(deps, job);
}

/** Turns a view of the order, whether we read it or the partner sent it, into a fact about its job. */
export function newsOf(deps: RetryDeps, job: Job, view: PartnerView): Fact {
  const now = deps.clock.now();
  if (view !== 'unknown' && 'stopped' in view) return stoppedFact(deps, job, view.stopped, view.mayBounce ?? false);
  const progress = view === 'unknown' || job.partner === undefined ? job.partner : view.progress;
  if (progress === undefined) throw new Error(`${job.id} has no partner's order to read`);
  return { kind: 'progressed', progress, isUnread: view === 'unknown', dueAt: nextReading(progress, job, now) };
}

function stoppedFact({ random, clock, settings }: RetryDeps, job: Job, error: string, mayBounce: boolean): Fact {
  const now = clock.now();
  const dueAt = now + retryDelayMs(job.bounces + 1, settings.retryBaseMs, random.fraction());
  const isOver =
    !mayGoAgain(job) || job.bounces >= mostBounces || dueAt - (job.firsts.accepted ?? now) > bouncesEndAfterMs;
  return mayBounce && !isOver ? { kind: 'bounced', dueAt } : { kind: 'partner_failed', error };
}

/** An order that failed because of our account is refunded, and so is the next, until somebody mends the account. */
export function raiseAccountProblem(
  { log }: Pick<Deps, 'log'>,
  recorded: Recorded | undefined,
  view: PartnerView,
): void {
  if (!recorded?.counted || view === 'unknown' || !('stopped' in view) || view.accountProblem === undefined) return;
  log.alarm('a partner refuses this service', { jobId: recorded.job.id, ...view.accountProblem });
}

/** One silence means nothing. A partner that never tells may have lost the order, or may never tell again. */
function raiseSilence({ log }: Pick<Deps, 'log'>, recorded: Recorded | undefined): void {
  const { id: partnerId, unread = 0 } = recorded?.job.partner ?? {};
  if (!recorded?.counted || unread === 0 || unread % unreadBeforeAlarm !== 0) return;
  log.alarm('a partner does not tell how an order stands', { jobId: recorded.job.id, partnerId, tries: unread });
}

/** The time of the next reading after this news; `undefined` if the news was final. */
export const nextReading = (progress: Progress, job: Job, now: number): number | undefined =>
  progress.final ? undefined : (progress.newsAt ?? nextReadAt(job.firsts.accepted ?? now, now));
