/** Finds a job by id or pay code. Unknown, foreign and malformed ids get the same response. */
import * as z from 'zod/mini';
import { isId } from '../../domain/ids.ts';
import type { Job } from '../../domain/job/job.ts';
import { notFound } from '../../domain/refusal.ts';
import { mustBe } from '../../domain/text.ts';
import type { Deps } from '../deps.ts';

export const jobReference = z.object({
  job_id: z
    .string(mustBe('the job_id that you got when the job was created'))
    .check(z.describe('From creating the job. Anyone with this id can see and cancel the job.')),
});

export const linkDescriptions = { job_id: 'From creating the job, or the pay link.' } as const;

export type JobReference = z.infer<typeof jobReference>;

export async function findJob(deps: Deps, jobId: string): Promise<Job> {
  return jobOr404(deps, isId('job', jobId) ? jobId : undefined);
}

/** Looks something up. After each miss, waits for the next of `pausesMs` and tries again. */
export async function lookUpWithRetries<T>(
  { clock }: Deps,
  pausesMs: readonly number[],
  lookUp: () => Promise<T | undefined>,
): Promise<T | undefined> {
  let found = await lookUp();
  for (const pauseMs of pausesMs) {
    if (found !== undefined) break;
    await clock.sleep(pauseMs);
    found = await lookUp();
  }
  return found;
}

/** Looks up a job's id in an index, which is updated a moment after its items and so may not have a new job yet. */
export const idInIndex = (deps: Deps, lookUp: () => Promise<string | undefined>): Promise<string | undefined> =>
  lookUpWithRetries(deps, [50, 150], lookUp);

/** Like `jobByPayCode`, for a link that may have just been created. */
export async function jobByNewPayCode(deps: Deps, code: string): Promise<Job> {
  const jobId = isId('pay', code) ? await idInIndex(deps, () => deps.jobs.idByPayCode(code)) : undefined;
  return jobOr404(deps, jobId);
}

/** Finds a job by the code in its pay link. Anyone with the link can see the job, pay for it, and cancel it once paid. */
export async function jobByPayCode(deps: Deps, code: string): Promise<Job> {
  return jobOr404(deps, isId('pay', code) ? await deps.jobs.idByPayCode(code) : undefined);
}

async function jobOr404({ jobs }: Deps, jobId: string | undefined): Promise<Job> {
  const job = jobId === undefined ? undefined : await jobs.get(jobId);
  if (job === undefined) throw notFound('job');
  return job;
}
