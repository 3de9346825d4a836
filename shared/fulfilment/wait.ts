/** Waits, for a bounded time, until a job stands as somebody needs it. */
import type { Job } from '../core/product.ts';
import type { World } from '../ports.ts';

const pollMs = 50;

/** The job once `ready` holds for it, or as it stands when `waitMs` are over. */
export async function waitFor(world: World, job: Job, ready: (job: Job) => boolean, waitMs: number): Promise<Job> {
  const deadline = world.clock.now() + waitMs;
  let current = job;
  while (!ready(current) && world.clock.now() < deadline) {
    await world.clock.sleep(pollMs);
    current = (await world.jobs.get(job.id)) ?? current;
  }
  return current;
}
