/** Reads only the timeline of a job and who was notified of its events, for programs that watch an order. */

import * as z from 'zod/mini';
import { findJob, type JobReference, jobReference } from '../orders/follow/find-job.ts';
import { progressOf } from '../orders/follow/progress.ts';
import { showTimeline, timeline } from '../orders/follow/state-words.ts';
import { freshJob } from '../orders/read-progress.ts';
import type { UseCase } from '../orders/use-case.ts';
import { jobId } from '../orders/views.ts';
import type { NotifyDeps } from './deps.ts';
import { notifications, notificationsOf } from './notifications.ts';

const eventsView = z.object({ job_id: jobId, timeline, notifications });

export const getJobEvents: UseCase<JobReference, z.infer<typeof eventsView>> = {
  name: 'get-job-events',
  summary: 'The timeline of a job: when each step happened, the steps that are still to come, and who was notified.',
  description: '`timeline` is the same as in the status of the job.',
  tag: 'jobs',
  schemas: { answer: 'JobEvents' },
  outcomes: { done: 'The steps and the events, oldest first.' },
  refusals: ['not_found'],
  limitedAs: 'reads',
  input: jobReference,
  output: eventsView,
  run: async (deps: NotifyDeps, { job_id }) => {
    const job = await freshJob(deps, await findJob(deps, job_id));
    const events = await notificationsOf(deps, job);
    return {
      outcome: 'done',
      body: {
        job_id: job.id,
        timeline: showTimeline(progressOf(job, deps.clock.now()).steps),
        notifications: events.map(({ id, event: { type, at }, recipients }) => ({
          event_id: id,
          type,
          at,
          recipients: recipients.map(({ channel, to, state, attempts, nextAt }) => ({
            channel,
            to,
            state,
            attempts,
            next_at: nextAt ?? null,
          })),
        })),
      },
    };
  },
};
