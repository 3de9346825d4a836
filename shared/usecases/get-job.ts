/** How a job stands: payment, fulfilment and delivery, told apart and never ahead of the evidence. */
import * as z from 'zod/mini';
import { freshJob, type ProgressDeps } from '../fulfilment/read-progress.ts';
import { catalogue, productNamed } from '../products/index.ts';
import { findJob } from './find-job.ts';
import type { UseCase } from './use-case.ts';
import { showStatus, statusView } from './views.ts';

export const jobReference = z.object({
  job_id: z
    .string('must be a text')
    .check(z.describe('From the creation of the job. Whoever holds it may see and cancel the job.')),
});

export type JobReference = z.infer<typeof jobReference>;

export const getJob: UseCase<JobReference, Record<string, unknown>> = {
  name: 'get-job',
  summary: 'The status of a job: payment, fulfilment and delivery as three separate statuses.',
  input: jobReference,
  output: z.union(Object.values(catalogue).map((product) => statusView(productNamed(product.name)))),
  run: async (world: ProgressDeps, { job_id }) => {
    const job = await freshJob(world, await findJob(world, job_id));
    return { outcome: 'done', body: showStatus(productNamed(job.product), job, world.settings) };
  },
};
