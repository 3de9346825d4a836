/** A job by the id that a caller holds; unknown, foreign and malformed ids read the same. */
import { isId } from '../core/ids.ts';
import type { Job } from '../core/product.ts';
import { notFound } from '../core/refusal.ts';
import type { World } from '../ports.ts';

export async function findJob(world: World, jobId: string): Promise<Job> {
  const job = isId('job', jobId) ? await world.jobs.get(jobId) : undefined;
  if (job === undefined) throw notFound();
  return job;
}
