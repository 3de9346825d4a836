/**
 * Orders of one lane are at work at the partner one after the other: two faxes to one number would find it busy. The
 * lane names the job that held it last, and that job itself tells whether it still does, so that nothing has to be
 * given back and no crash can lock a lane.
 */
import { sha256Hex } from '../core/digest.ts';
import { jobKeptMs } from '../core/lifetimes.ts';
import type { Job } from '../core/product.ts';
import { longestRunMs } from '../core/retry.ts';
import type { Deps } from '../ports.ts';
import { productNamed } from '../products/index.ts';

/**
 * Whether the job, which must be claimed for submission already, may go to the partner now. It always writes, even
 * where it held the lane last: whoever looks between its claim and this write must lose or be seen.
 */
export async function takeSerialLock(
  { clock, jobs, serialLocks }: Pick<Deps, 'clock' | 'jobs' | 'serialLocks'>,
  job: Job,
): Promise<boolean> {
  const lane = productNamed(job.product).serialKey?.(job.order);
  if (lane === undefined) return true;
  const now = clock.now();
  const id = `lane_${sha256Hex(`${job.product} ${lane}`)}`;
  const mine = { id, createdAt: now, keepUntil: now + jobKeptMs, jobId: job.id };
  const held = await serialLocks.get(id);
  if (held === undefined) return (await serialLocks.create({ ...mine, version: 0 })) === 'saved';
  if (held.jobId !== job.id && isAtWork(await jobs.get(held.jobId), now)) return false;
  return (await serialLocks.replace({ ...mine, version: held.version })) === 'saved';
}

/** A partner that has gone silent does not close the lane for ever. */
function isAtWork(job: Job | undefined, now: number): boolean {
  if (job === undefined) return false;
  if (job.state === 'submitting' || job.state === 'recalling') return true;
  return job.state === 'fulfilled' && !job.partner?.final && now - job.triesSince < longestRunMs;
}
