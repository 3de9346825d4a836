/** Waits, for a bounded time, until a job is as a caller needs it. */
import type { Job } from '../core/job/job.ts';
import type { Deps } from '../ports/deps.ts';

const pollMs = 50;

/** The job as soon as it is `ready`, or as stored when `waitMs` are over. */
export async function waitFor(
  { clock, jobs }: Pick<Deps, 'clock' | 'jobs'>,
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
