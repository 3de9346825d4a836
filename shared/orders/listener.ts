/**
 * Listeners act on what happens to a job without being part of its life: webhooks, e-mails, metrics. The events of a job are
 * written with the fact that makes them true, and then handed to every listener, so that no crash loses one.
 */
import type { Job } from '../domain/job/job.ts';
import type { Deps } from './deps.ts';

/** Hands the events of a job to all listeners, then forgets them. If the job has changed meanwhile, they are heard again. */
export async function tellListeners(deps: Deps, job: Job): Promise<void> {
  const { events } = job;
  if (events === undefined) return;
  await Promise.all(deps.listeners.map((listener) => listener.hear?.(deps, job, events.pending)));
  await deps.jobs.replace({ ...job, events: { ...events, pending: [] } });
}
