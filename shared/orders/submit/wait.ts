/** Waits, for a bounded time, until a job is as a caller needs it. */

import type { Job } from '../../domain/job/job.ts';
import type { Deps } from '../deps.ts';

/** Each pause is half as long again as the one before: a look costs a read of the table, and most jobs take a second. */
const pauses = { firstMs: 50, growth: 1.5 };

/** The job as soon as it is `ready`, or as stored when `waitMs` are over. */
export async function waitFor(
  { clock, jobs }: Deps,
  job: Job,
  ready: (job: Job) => boolean,
  waitMs: number,
): Promise<Job> {
  const deadline = clock.now() + waitMs;
  let current = job;
  for (let pauseMs = pauses.firstMs; !ready(current) && clock.now() < deadline; pauseMs *= pauses.growth) {
    await clock.sleep(Math.min(pauseMs, deadline - clock.now()));
    current = (await jobs.get(job.id)) ?? current;
  }
  return current;
}
