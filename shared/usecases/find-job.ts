/** Finds a job by id or pay code. Unknown, foreign and malformed ids get the same answer. */
import * as z from 'zod/mini';
import { isId } from '../core/ids.ts';
import type { Job } from '../core/product.ts';
import { notFound } from '../core/refusal.ts';
import type { Deps } from '../ports.ts';

export const jobReference = z.object({
  job_id: z
    .string('must be a string')
    .check(z.describe('From the creation of the job. Whoever holds it may see and cancel the job.')),
});

/** Descriptions for assistants. */
export const referenceDescriptions = { job_id: 'From creating the job.' } as const;

export type JobReference = z.infer<typeof jobReference>;

export async function findJob({ jobs }: Pick<Deps, 'jobs'>, jobId: string): Promise<Job> {
  const job = isId('job', jobId) ? await jobs.get(jobId) : undefined;
  if (job === undefined) throw notFound();
  return job;
}

/** Finds a job by the code in its pay link. Its holder sees the job, may pay it, and may cancel it once it is paid, on the page. */
export async function jobByPayCode({ jobs }: Pick<Deps, 'jobs'>, code: string): Promise<Job> {
  const jobId = isId('pay', code) ? await jobs.idByPayCode(code) : undefined;
  const job = jobId === undefined ? undefined : await jobs.get(jobId);
  if (job === undefined) throw notFound();
  return job;
}
