/** Finds a job by id or pay code. Unknown, foreign and malformed ids get the same answer. */

import * as z from 'zod/mini';
import { isId } from '../../domain/ids.ts';
import type { Job } from '../../domain/job/job.ts';
import { notFound } from '../../domain/refusal.ts';
import { mustBe } from '../../domain/text.ts';
import type { Clock } from '../../domain/times.ts';
import type { Deps } from '../deps.ts';

export const jobReference = z.object({
  job_id: z
    .string(mustBe('the job_id that the creation of the job has returned'))
    .check(z.describe('From the creation of the job. Anyone with this id can see and cancel the job.')),
});

export const linkDescriptions = { job_id: 'From creating the job, or the pay link.' } as const;

export type JobReference = z.infer<typeof jobReference>;

export async function findJob(deps: Deps, jobId: string): Promise<Job> {
  return jobOr404(deps, isId('job', jobId) ? jobId : undefined);
}

/** When this process looked again, Unix ms. Random codes miss too, so it looks again at most 20 times a minute. */
const lookedAgain = new WeakMap<Clock, readonly number[]>();

/** Looks a job's id up in an index. A miss is looked at twice more within a fifth of a second. */
export async function idInIndex({ clock }: Deps, look: () => Promise<string | undefined>): Promise<string | undefined> {
  let id = await look();
  if (id !== undefined) return id;
  const now = clock.now();
  const recent = (lookedAgain.get(clock) ?? []).filter((at) => now - at < 60_000);
  if (recent.length >= 20) return undefined;
  lookedAgain.set(clock, [...recent, now]);
  // An index lags behind its items for a moment, so it may not have a job that was just made.
  for (const pauseMs of [50, 150]) {
    await clock.sleep(pauseMs);
    id = await look();
    if (id !== undefined) break;
  }
  return id;
}

/** The same as `jobByPayCode` for a link that may be a moment old. */
export async function jobByNewPayCode(deps: Deps, code: string): Promise<Job> {
  const jobId = isId('pay', code) ? await idInIndex(deps, () => deps.jobs.idByPayCode(code)) : undefined;
  return jobOr404(deps, jobId);
}

/** Finds a job by the code in its pay link. Anyone with the link can see the job, pay it, and cancel it once it is paid. */
export async function jobByPayCode(deps: Deps, code: string): Promise<Job> {
  return jobOr404(deps, isId('pay', code) ? await deps.jobs.idByPayCode(code) : undefined);
}

async function jobOr404({ jobs }: Deps, jobId: string | undefined): Promise<Job> {
  const job = jobId === undefined ? undefined : await jobs.get(jobId);
  if (job === undefined) throw notFound('job');
  return job;
}
