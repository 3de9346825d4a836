/** Receives a partner's event about an order. The job takes it like any other reading, so nothing goes backwards. */

import type { Fact } from '../../domain/job/fact.ts';
import type { Job } from '../../domain/job/job.ts';
import { owed } from '../../domain/job/lifecycle.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { KnownView, PartnerEvent } from '../../partners/partner.ts';
import type { Deps } from '../deps.ts';
import { isKnown, mayOnlyReturn, newsOf, raiseAccountProblem } from '../read-progress.ts';
import { nudge, record } from '../record.ts';
import type { Answer } from '../use-case.ts';

export interface PartnerEventView {
  readonly ok: true;
  readonly job_id: string | null;
  /** Why the event changed nothing, if it did not concern this service. */
  readonly ignored: string | null;
}

export async function receivePartnerEvent(
  deps: Deps,
  // If the partner gives its events an id and a type, the log shows them.
  event: PartnerEvent & { readonly id?: string; readonly type?: string },
): Promise<Answer<PartnerEventView>> {
  const { id: eventId, type: eventType } = event;
  deps.log.info('partner event', { eventId, eventType });
  if (event.kind === 'ignored') return { outcome: 'done', body: { ok: true, job_id: null, ignored: event.why } };
  const { partnerId, view } = event;
  const jobId = await deps.jobs.idByPartnerId(partnerId);
  const recorded =
    jobId === undefined ? undefined : await record(deps, jobId, (job) => factOf(deps, job, partnerId, view));
  if (recorded === undefined) throw notYet();
  raiseAccountProblem(deps, recorded, view);
  const { job, counted } = recorded;
  // A repeated event sends the message again, so that an answer always means: recorded and queued. If the news has put
  // work off, such as another attempt at a busy line, the message is queued for that moment.
  const isOwed = owed(job, deps.clock.now()) !== undefined;
  if (isOwed || (counted && job.dueAt !== undefined)) await nudge(deps, job.id, job.dueAt);
  return { outcome: 'done', body: { ok: true, job_id: job.id, ignored: null } };
}

function factOf(deps: Deps, job: Job, partnerId: string, view: KnownView): Fact | undefined {
  const { partner } = job;
  // The index may still hold the order of an earlier attempt.
  if (partner?.id !== partnerId) throw notYet();
  // A partner sends several events about one station, and each again: nothing is written for those.
  if (isKnown(job, view, deps.clock.now())) return undefined;
  // A late event must not restart the reading of an order whose final state is known.
  const isOver = view.kind === 'progress' && partner.final;
  const fact = newsOf(deps, job, isOver ? { kind: 'progress', progress: { ...view.progress, final: true } } : view);
  if (fact.kind !== 'progressed' || fact.dueAt === undefined || fact.progress.newsAt !== undefined) return fact;
  // The next reading keeps its time: it looks whether an event was lost, and this one was not. After the last one it can wait.
  return mayOnlyReturn(fact.progress, job) ? fact : { ...fact, dueAt: job.dueAt ?? fact.dueAt };
}

/** The first event may arrive before the partner's answer to the order, or before the index is updated. */
const notYet = () =>
  new Refusal('unavailable', 'No job of this service has this order now: send the event again later.', {
    retryAfterSeconds: 60,
  });
