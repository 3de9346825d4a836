/** Records a fact about a job in one conditional write. */
import { apply } from '../domain/job/apply.ts';
import { eventsAfter, type Job } from '../domain/job/job.ts';
import { type Fact, paymentStatus, publicStatus } from '../domain/job/lifecycle.ts';
import { untilSaved } from '../domain/stored.ts';
import { leaseMs } from '../domain/times.ts';
import { productNamed } from '../products/index.ts';
import type { Deps } from './deps.ts';

/** Returns the job after the fact. `unchanged`: the fact doesn't count. `stale`: another process changed the job first. */
async function tryToRecord(deps: Deps, job: Job, fact: Fact): Promise<Job | 'unchanged' | 'stale'> {
  const now = deps.clock.now();
  const applied = apply(job, fact, now);
  if (applied === undefined) return 'unchanged';
  const { notify } = applied;
  const address = 'payerEmail' in fact ? fact.payerEmail : undefined;
  // A payer who checked the box gets emails. The address is written with the payment, so that the first event has it.
  const after =
    notify?.payer === undefined || address === undefined
      ? applied
      : { ...applied, notify: { ...notify, payer: { ...notify.payer, address: notify.payer.address ?? address } } };
  const next = withNewEvents(deps, job, after, now);
  if ((await deps.jobs.replace(next)) === 'stale') return 'stale';
  deps.log.info('fact', { jobId: job.id, product: job.product, fact: fact.kind, state: next.state });
  for (const listener of deps.listeners) listener.onChange?.(deps, job, next);
  // After a payment the caller queues the job in any case.
  const isQueued = fact.kind === 'paid' || fact.kind === 'wrong_amount';
  // The events are stored, so if this message is lost, `reconcile` finds them a little later.
  if (next.events !== job.events && !isQueued)
    await nudge(deps, job.id, undefined).catch((error: unknown) =>
      deps.log.info('job not nudged', { jobId: job.id, error }),
    );
  return { ...next, version: next.version + 1 };
}

/** The job after the fact, or `undefined` if the fact doesn't count or another process changed the job first. */
export async function recordOnce(deps: Deps, job: Job, fact: Fact): Promise<Job | undefined> {
  const next = await tryToRecord(deps, job, fact);
  return typeof next === 'string' ? undefined : next;
}

/** Claims the job for a lease and acts. Returns false, and does nothing, if the job is already claimed or has changed. */
export async function underLease(
  deps: Deps,
  job: Job,
  kind: 'claimed' | 'cancel_claimed',
  act: (deps: Deps, claimed: Job) => Promise<void>,
): Promise<boolean> {
  const claimed = await recordOnce(deps, job, { kind, dueAt: deps.clock.now() + leaseMs });
  if (claimed === undefined) return false;
  await act(deps, claimed);
  return true;
}

export interface Recorded {
  /** The job as stored now. */
  readonly job: Job;
  /** Whether this fact has changed the job. */
  readonly hasCounted: boolean;
}

/**
 * Records a fact even if the job changes at the same time: after a lost race, the fact is applied to the newer job. If
 * `factFor` returns `undefined`, nothing is recorded. Returns `undefined` if there is no such job.
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
    const next = fact === undefined ? 'unchanged' : await tryToRecord(deps, job, fact);
    if (next === 'stale') return 'stale';
    return next === 'unchanged' ? { job, hasCounted: false } : { job: next, hasCounted: true };
  });

/**
 * Adds the events of this change to the job. They are part of the same write, so a crash can neither lose nor add an event.
 * Does nothing if no listener wants the job's events.
 */
export function withNewEvents({ listeners }: Deps, before: Job, after: Job, now: number): Job {
  if (!listeners.some((listener) => listener.wantsEvents?.(after))) return after;
  const product = productNamed(after.product);
  const view = () => {
    const { fulfillment_status: fulfillment, delivery_status: delivery } = product.statusFields(after);
    const statuses = { status: publicStatus(after), payment: paymentStatus(after), fulfillment, delivery };
    return { product: product.name, leftAs: product.leftAs, statuses };
  };
  const events = eventsAfter(after.events, { before, after }, now, view);
  return events === undefined ? after : { ...after, events };
}

/** Queues the job for `dueAt`, Unix ms. If that is undefined or in the past, the message isn't delayed. */
export const nudge = ({ clock, queue }: Deps, jobId: string, dueAt: number | undefined): Promise<void> =>
  queue.send(jobId, Math.max(0, (dueAt ?? 0) - clock.now()));

/** Returns the job once `isReady` is true, or as it is after `waitMs`. */
export async function waitFor(
  { clock, jobs }: Deps,
  job: Job,
  isReady: (job: Job) => boolean,
  waitMs: number,
): Promise<Job> {
  const deadline = clock.now() + waitMs;
  let current = job;
  // Each pause is 1.5 times as long as the last, because every check reads the table, and most jobs take a second.
  for (let pauseMs = 50; !isReady(current) && clock.now() < deadline; pauseMs *= 1.5) {
    await clock.sleep(Math.min(pauseMs, deadline - clock.now()));
    current = (await jobs.get(job.id)) ?? current;
  }
  return current;
}
