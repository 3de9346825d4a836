/** Waits, for a bounded time, until a job is as a caller needs it. */
import type { Job } from '../core/job/job.ts';
import type { Clock } from '../ports/clock.ts';
import type { Jobs } from '../ports/jobs.ts';

const pollMs = 50;

/** The job as soon as it is `ready`, or as stored when `waitMs` are over. */
export async function waitFor(
  { clock, jobs }: { readonly clock: Clock; readonly jobs: Jobs },
  job: Job,
  ready: (job: Job) => boolean,
  waitMs: number,
): Promise<Job> {
  const deadline = clock.now() + waitMs;
  let current = job;
  while (!ready(current) && clock.now() < deadline) {
    await clock.sleep(pollMs);
    current = (await jobs.get(job.id)) ?? current;
  }
  return current;
}
