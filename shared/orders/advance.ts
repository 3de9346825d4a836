/** Advances a job: loads it, finds the duty that is due, claims it, acts and records the outcome, until nothing is due. */
import { type Job, unrefunded } from '../domain/job/job.ts';
import { type Duty, dueDuty } from '../domain/job/lifecycle.ts';
import { intervalsMs } from '../domain/times.ts';
import type { Queue } from '../storage/queue.ts';
import type { Deps } from './deps.ts';
import { retainDocument } from './document.ts';
import { checkPayment } from './pay/checkout.ts';
import { refundExtraPayment } from './pay/payment.ts';
import { finishCancel, finishRecall, issueRefund } from './pay/refund.ts';
import { lookUp, readProgress } from './read-progress.ts';
import { recordOnce, underLease } from './record.ts';
import { submit } from './submit/submit.ts';

export async function advance(outer: Deps, jobId: string): Promise<void> {
  // Work of this job that is due now needs no message, because the next step does it.
  const send: Queue['send'] = async (id, delayMs = 0) => {
    if (id !== jobId || delayMs > 0) await outer.queue.send(id, delayMs);
  };
  const queue: Queue = { send, sendAll: (messages) => outer.queue.sendAll(messages) };
  // Not a copy, because that would load every lazy field.
  const deps: Deps = Object.create(outer, { queue: { value: queue } });
  let lastVersion: number | undefined;
  // No job needs 12 steps in a row. Any remaining work stays due, so `reconcile` finds it.
  for (let step = 0; step < 12; step += 1) {
    const job = await deps.jobs.get(jobId);
    if (job === undefined) return;
    const now = deps.clock.now();
    const extraPayment = unrefunded(job).find(({ dueAt = 0 }) => dueAt <= now);
    if (extraPayment !== undefined) {
      await refundExtraPayment(deps, job, extraPayment);
      continue;
    }
    if (job.events?.pending.length) {
      try {
        await notifyListeners(deps, job);
        continue;
      } catch (error) {
        // The order doesn't wait for listeners. Events that could not be queued stay due.
        deps.log.alarm('events not queued', { jobId, error });
      }
    }
    const duty = dueDuty(job, now);
    if (duty === undefined) return;
    // The last step wrote nothing, so another step would only repeat its call to a partner or provider.
    if (job.version === lastVersion) return deps.log.alarm('a job is stuck', { jobId, duty, state: job.state });
    lastVersion = job.version;
    deps.log.info('advance', { jobId, product: job.product, state: job.state, duty, tries: job.tries });
    await handlers[duty](deps, job);
  }
  deps.log.alarm('a job is stuck', { jobId });
}

const handlers: Readonly<Record<Duty, (deps: Deps, job: Job) => Promise<unknown>>> = {
  ask_payment: checkPayment,
  submit,
  track: readProgress,
  finish_cancel: (deps, job) => underLease(deps, job, 'claimed', finishCancel),
  finish_recall: (deps, job) => underLease(deps, job, 'claimed', finishRecall),
  ask_person: remindPerson,
  refund: issueRefund,
};

/** Reminds a person of a job that needs review, and retains its document, unless the partner turns out to have the order. */
async function remindPerson(deps: Deps, job: Job): Promise<void> {
  const result = await lookUp(deps, job);
  const now = deps.clock.now();
  if (result.kind === 'found') {
    await recordOnce(deps, job, { kind: 'accepted', order: result.order, dueAt: now });
    return;
  }
  await retainDocument(deps, job);
  // The alarm comes before the write. After the write nothing is due for an hour, so a crash would delay the alarm that long.
  deps.log.alarm('parked', { jobId: job.id, product: job.product, tries: job.tries });
  await recordOnce(deps, job, { kind: 'reminded', dueAt: now + intervalsMs.reminder });
}

/** Passes a job's pending events to all listeners, then clears them. If the job changes meanwhile, they are passed again. */
export async function notifyListeners(deps: Deps, job: Job): Promise<void> {
  const { events } = job;
  if (events === undefined) return;
  await Promise.all(deps.listeners.map((listener) => listener.onEvents?.(deps, job, events.pending)));
  await deps.jobs.replace({ ...job, events: { ...events, pending: [] } });
}
