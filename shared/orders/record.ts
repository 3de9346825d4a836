/** Records one fact of a job in one conditional write. */

import { apply } from '../domain/job/apply.ts';
import { eventsAfter, type Job } from '../domain/job/job.ts';
import { type Fact, paymentStatus, publicStatus } from '../domain/job/lifecycle.ts';
import { untilSaved } from '../domain/stored.ts';
import { productNamed } from '../products/index.ts';
import type { Deps } from './deps.ts';

/** Returns the job after the fact. `unchanged`: the fact does not count. `stale`: another process was faster. */
async function attempt(deps: Deps, job: Job, fact: Fact): Promise<Job | 'unchanged' | 'stale'> {
  const now = deps.clock.now();
  const applied = apply(job, fact, now);
  if (applied === undefined) return 'unchanged';
  const { notify } = applied;
  const address = 'payerEmail' in fact ? fact.payerEmail : undefined;
  // A payer who ticked the box gets emails. The address is written with the payment, so the first event already finds it.
  const after =
    notify?.payer === undefined || address === undefined
      ? applied
      : { ...applied, notify: { ...notify, payer: { ...notify.payer, address: notify.payer.address ?? address } } };
  const next = withEventsOf(deps, job, after, now);
  if ((await deps.jobs.replace(next)) === 'stale') return 'stale';
  deps.log.info('fact', { jobId: job.id, product: job.product, fact: fact.kind, state: next.state });
  for (const listener of deps.listeners) listener.changed?.(deps, job, next);
  // A payment always queues its job.
  const isQueued = fact.kind === 'paid' || fact.kind === 'wrong_amount';
  // The events are stored, and the sweeper finds them: a lost message only makes them late.
  if (next.events !== job.events && !isQueued)
    await nudge(deps, job.id, undefined).catch((error: unknown) =>
      deps.log.info('not hurried', { jobId: job.id, error }),
    );
  return { ...next, version: next.version + 1 };
}

/** The job after the fact, or `undefined` if the fact does not count or another process was faster. */
export async function recordOnce(deps: Deps, job: Job, fact: Fact): Promise<Job | undefined> {
  const next = await attempt(deps, job, fact);
  return typeof next === 'string' ? undefined : next;
}

/** Claims the job and acts. If another process has claimed it, nothing happens. */
export async function underClaim<D extends Deps>(
  deps: D,
  job: Job,
  act: (deps: D, claimed: Job) => Promise<void>,
  claim: Omit<Extract<Fact, { kind: 'claimed' }>, 'kind'>,
): Promise<void> {
  const claimed = await recordOnce(deps, job, { kind: 'claimed', ...claim });
  if (claimed !== undefined) await act(deps, claimed);
}

export interface Recorded {
  /** The job as stored now. */
  readonly job: Job;
  /** Whether this fact has changed the job. */
  readonly counted: boolean;
}

/**
 * Records a fact from outside, whatever else happens to the job meanwhile: after a lost race it is applied to the newer
 * job. `undefined` from `factFor` changes nothing; as the result it means that there is no such job.
 */
export const record = (
  deps: Deps,
  jobId: string,
  factFor: (job: Job) => Fact | undefined,
): Promise<Recorded | undefined> =>
  untilSaved<Recorded | undefined>(async () => {
    const job = await deps.jobs.get(jobId);
    if (job === undefined) return undefined;
    const fact = factFor(job);
    const next = fact === undefined ? 'unchanged' : await attempt(deps, job, fact);
    if (next === 'stale') return 'stale';
    return next === 'unchanged' ? { job, counted: false } : { job: next, counted: true };
  });

/**
 * The job with the events of this change: they are written into the item whose change makes them true, so that no crash
 * can lose or invent one. A job that no listener wants to hear of stays as it is.
 */
export function withEventsOf({ listeners }: Deps, before: Job, after: Job, now: number): Job {
  if (!listeners.some((listener) => listener.wants?.(after))) return after;
  const { name: product, leftAs } = productNamed(after.product);
  const view = () => {
    const { fulfillment_status: fulfillment, delivery_status: delivery } = productNamed(product).statusFields(after);
    const statuses = { status: publicStatus(after), payment: paymentStatus(after), fulfillment, delivery };
    return { product, leftAs, statuses };
  };
  const events = eventsAfter(after.events, before, after, now, view);
  return events === undefined ? after : { ...after, events };
}

/** `dueAt` is in Unix ms; a job that is already due goes at once. */
export const nudge = ({ clock, queue }: Deps, jobId: string, dueAt: number | undefined): Promise<void> =>
  queue.send(jobId, Math.max(0, (dueAt ?? 0) - clock.now()));

/** Resolves with the job once it is `ready`, or as stored after `waitMs`. */
export async function waitFor(
  { clock, jobs }: Deps,
  job: Job,
  ready: (job: Job) => boolean,
  waitMs: number,
): Promise<Job> {
  const deadline = clock.now() + waitMs;
  let current = job;
  // Each pause is 1.5 times the last one: every look reads the table, and most jobs take a second.
  for (let pauseMs = 50; !ready(current) && clock.now() < deadline; pauseMs *= 1.5) {
    await clock.sleep(Math.min(pauseMs, deadline - clock.now()));
    current = (await jobs.get(job.id)) ?? current;
  }
  return current;
}
