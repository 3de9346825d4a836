/**
 * Releases the claims of a dead process, so that no job waits for them to run out. Only a start on one machine may do so:
 * its lock on the data proves that no other process is alive. On AWS others hold claims at any moment, so no function may
 * reach this file: `test/architecture.test.ts` checks that.
 */

import type { Job } from '../../domain/job/job.ts';
import type { Fact } from '../../domain/job/lifecycle.ts';
import { listLagMs, submitLeaseMs } from '../../domain/times.ts';
import { partners } from '../../partners/catalogue.ts';
import { itemsOf } from '../../storage/table.ts';
import type { Deps } from '../deps.ts';
import { pauseMsAt } from '../partner.ts';
import { lookUp, nextReading } from '../read-progress.ts';
import { nudge, recordOnce } from '../record.ts';

/** Claims that a dead process may hold. `at`: when its death was certain, Unix ms. */
export interface HeldClaims {
  readonly at: number;
  readonly jobs: readonly Job[];
}

/** Finds the held claims. It runs before any request is served: later claims have a living holder and a newer version. */
export async function heldClaims({ clock, jobs }: Deps): Promise<HeldClaims> {
  const at = clock.now();
  // No claim on a job is held longer, however rarely a service tries again.
  const longestLagMs = Math.max(...Object.values(partners).map(({ assumed }) => assumed.listsAfterMs));
  const longestClaimMs = submitLeaseMs(Number.POSITIVE_INFINITY) + listLagMs(longestLagMs, Number.POSITIVE_INFINITY);
  const due = await jobs.due({ since: at, before: at + longestClaimMs + 1 });
  // A submitted job whose partner has answered waits for another look, and has no holder.
  const isClaimed = ({ state, answeredAt }: Job) =>
    state === 'cancelling' || state === 'recalling' || (state === 'submitting' && answeredAt === undefined);
  return { at, jobs: (await itemsOf(jobs, due)).filter(isClaimed) };
}

/**
 * A call of the dead process may still be landing. At a partner with keys, asking again does no harm; one without keys
 * gets its pause, from the death. Returns the jobs that wait for this pause.
 */
export async function releaseClaims(deps: Deps, { at, jobs }: HeldClaims): Promise<readonly Job[]> {
  const landing: Job[] = [];
  for (const job of jobs) {
    const pauseMs = job.state === 'submitting' ? pauseMsAt(deps, job) : 0;
    const released = await recordOnce(deps, job, { kind: 'released', dueAt: at + pauseMs });
    await nudge(deps, job.id, at + pauseMs);
    if (pauseMs > 0) landing.push(released ?? job);
  }
  return landing;
}

/** The pause is for what a list does not show yet. Returns the jobs that wait on. It submits nothing. */
export async function findLanded(deps: Deps, landing: readonly Job[]): Promise<readonly Job[]> {
  const waiting: Job[] = [];
  for (const { id } of landing) {
    const job = await deps.jobs.get(id);
    const now = deps.clock.now();
    // Others that come after the pause look as well.
    if (job?.state !== 'submitting' || (job.dueAt ?? 0) <= now) continue;
    const result = await lookUp(deps, job);
    if (result.kind !== 'found') {
      waiting.push(job);
      continue;
    }
    const dueAt = nextReading(result.order, job, now);
    const accepted: Fact = { kind: 'accepted', order: result.order, dueAt, round: job.bounces };
    if (await recordOnce(deps, job, accepted)) await nudge(deps, id, dueAt);
  }
  return waiting;
}
