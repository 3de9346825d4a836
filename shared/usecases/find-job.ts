/** A job by the id that a caller holds; unknown, foreign and malformed ids read the same. */
import { isId } from '../core/ids.ts';
import type { Job } from '../core/product.ts';
import { notFound } from '../core/refusal.ts';
import type { Deps } from '../ports.ts';

export async function findJob({ jobs }: Pick<Deps, 'jobs'>, jobId: string): Promise<Job> {
  const job = isId('job', jobId) ? await jobs.get(jobId) : undefined;
  if (job === undefined) throw notFound();
  return job;
}

/** For whoever holds the pay page's link, which can look but neither cancel nor pay by itself. */
export async function jobByPayCode({ jobs }: Pick<Deps, 'jobs'>, code: string): Promise<Job> {
  const jobId = isId('pay', code) ? await jobs.idByPayCode(code) : undefined;
  const job = jobId === undefined ? undefined : await jobs.get(jobId);
  if (job === undefined) throw notFound();
  return job;
}
