/** Asks the partner whether it has a job's order; a partner that does not answer has told nothing. */
import type { Job } from '../core/product.ts';
import type { Partner, World } from '../ports.ts';

export const lookUp = (world: World, job: Job): ReturnType<Partner['find']> =>
  world.partners[job.product].find(job.id).catch((error: unknown) => {
    world.log.info('lookup failed', { jobId: job.id, error });
    return 'unknown';
  });
