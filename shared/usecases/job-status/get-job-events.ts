/** Reads the timeline of a job alone: for programs that watch an order and need no more of it. */
import * as z from 'zod/mini';
import { freshJob, type ProgressDeps } from '../../fulfilment/read-progress.ts';
import { progressOf } from '../after-paying/progress.ts';
import { findJob, type JobReference, jobReference } from '../find-job.ts';
import type { UseCase } from '../use-case.ts';
import { jobId } from '../views.ts';
import { showTimeline, timeline } from './timeline.ts';

const eventsView = z.object({ job_id: jobId, timeline });

export const getJobEvents: UseCase<JobReference, z.infer<typeof eventsView>> = {
  name: 'get-job-events',
  summary: 'The timeline of a job: when each step happened, and the steps that are still to come.',
  description: 'The same as `timeline` in the job view.',
  tag: 'jobs',
  schemas: { answer: 'JobEvents' },
  outcomes: { done: 'The steps in the order of time.' },
  refusals: ['not_found'],
  limitedAs: 'reads',
  input: jobReference,
  output: eventsView,
  run: async (deps: ProgressDeps, { job_id }) => {
    const job = await freshJob(deps, await findJob(deps, job_id));
    return {
      outcome: 'done',
      body: { job_id: job.id, timeline: showTimeline(progressOf(job, deps.clock.now()).steps) },
    };
  },
};
