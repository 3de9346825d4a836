/**
 * Releases the claims of a dead process, so that no job waits for them to expire. Only the single-machine startup may do so,
 * because its lock on the data proves that no other process is alive. On AWS, other processes always hold claims, so no
 * function may import this file: `test/architecture.test.ts` checks that.
 */
import type { Job } from '../../domain/job/job.ts';
import type { Fact } from '../../domain/job/lifecycle.ts';
import { listLagMs, submitLeaseMs } from '../../domain/times.ts';
import { partners } from '../../partners/catalogue.ts';
import { itemsOf } from '../../storage/table.ts';
import type { Deps } from '../deps.ts';
import { retryPauseMs } from '../partner.ts';
import { lookUp, nextOrderReadAt } from '../read-progress.ts';
import { nudge, recordOnce } from '../record.ts';

/** Claims that a dead process may hold. `at`: a time at which it was certainly dead, Unix ms. */
export interface HeldClaims {
  readonly at: number;
  readonly jobs: readonly Job[];
}

/** Called before any request is served, because later claims belong to this process. */
export async function findHeldClaims({ clock, jobs }: Deps): Promise<HeldClaims> {
  const at = clock.now();
  // The longest possible claim: an infinite retry base gives the maximum of both delays.
  const longestLagMs = Math.max(...Object.values(partners).map(({ assumed }) => assumed.listsAfterMs));
  const longestClaimMs = submitLeaseMs(Number.POSITIVE_INFINITY) + listLagMs(longestLagMs, Number.POSITIVE_INFINITY);
  const due = await jobs.due({ since: at, before: at + longestClaimMs + 1 });
  // A job in `submitting` whose partner has responded is not claimed: it waits to be looked up.
  const isClaimed = ({ state, answeredAt }: Job) =>
    state === 'cancelling' || state === 'recalling' || (state === 'submitting' && answeredAt === undefined);
  return { at, jobs: (await itemsOf(jobs, due)).filter(isClaimed) };
}

/**
 * Makes the jobs due. A call by the dead process may still be in flight. Repeating it is safe if the partner has idempotency
 * keys. Otherwise the job first waits until the partner's lists would show the order. Returns the jobs that wait.
 */
export async function releaseClaims(deps: Deps, { at, jobs }: HeldClaims): Promise<readonly Job[]> {
  const inFlight: Job[] = [];
  for (const job of jobs) {
    const pauseMs = job.state === 'submitting' ? retryPauseMs(deps, job) : 0;
    const released = await recordOnce(deps, job, { kind: 'released', dueAt: at + pauseMs });
    await nudge(deps, job.id, at + pauseMs);
    if (pauseMs > 0) inFlight.push(released ?? job);
  }
  return inFlight;
}

/** Looks for the orders of the waiting jobs, without submitting anything. Returns the jobs that still have to wait. */
export async function lookUpWaiting(deps: Deps, inFlight: readonly Job[]): Promise<readonly Job[]> {
  const waiting: Job[] = [];
  for (const { id } of inFlight) {
    const job = await deps.jobs.get(id);
    const now = deps.clock.now();
    // Once the pause is over, the normal submission looks for the order.
    if (job?.state !== 'submitting' || (job.dueAt ?? 0) <= now) continue;
    const result = await lookUp(deps, job);
    if (result.kind !== 'found') {
      waiting.push(job);
      continue;
    }
    const dueAt = nextOrderReadAt(result.order, job, now);
    const accepted: Fact = { kind: 'accepted', order: result.order, dueAt, round: job.failedRounds };
    if (await recordOnce(deps, job, accepted)) await nudge(deps, id, dueAt);
  }
  return waiting;
}
