/**
 * A serial lock lets the partner work on orders with the same key one after the other: two faxes to one number would
 * find it busy. The lock names its last holder, and that job itself tells whether it still holds the lock. So nothing
 * has to be released, and no crash can leave a lock behind.
 */
import { sha256Hex } from '../../domain/digest.ts';
import type { Job } from '../../domain/job/job.ts';
import { jobKeptMs } from '../../domain/lifetimes.ts';
import { longestRunMs } from '../../domain/retry.ts';
import { productNamed } from '../../products/index.ts';
import type { Deps } from '../deps.ts';

/**
 * Whether the job may go to the partner now; it must already be claimed for submission. It always writes, even if the
 * job held the lock last: another job that looks between the claim and this write must lose or be seen.
 */
export async function takeSerialLock({ clock, jobs, serialLocks }: Deps, job: Job): Promise<boolean> {
  const key = productNamed(job.product).serialKey?.(job.order);
  if (key === undefined) return true;
  const now = clock.now();
  const id = `lane_${sha256Hex(`${job.product} ${key}`)}`;
  const mine = { id, createdAt: now, keepUntil: now + jobKeptMs, jobId: job.id };
  const held = await serialLocks.get(id);
  if (held === undefined) return (await serialLocks.create({ ...mine, version: 0 })) === 'saved';
  if (held.jobId !== job.id && isAtWork(await jobs.get(held.jobId), now)) return false;
  return (await serialLocks.replace({ ...mine, version: held.version })) === 'saved';
}

/** A partner that has gone silent does not hold the lock for ever. */
function isAtWork(job: Job | undefined, now: number): boolean {
  if (job === undefined) return false;
  if (job.state === 'submitting' || job.state === 'recalling') return true;
  // It may have been stopped while a call was under way: then nobody knows yet whether the partner works on it.
  const mayBeAtWork =
    job.state === 'fulfilled' ? !job.partner?.final : job.state === 'parked' && job.routedTo !== undefined;
  return mayBeAtWork && now - job.triesSince < longestRunMs;
}
