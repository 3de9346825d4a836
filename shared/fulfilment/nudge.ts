/** Hurries a job up through the queue for a moment that the table knows already; losing it costs time only. */
import type { Deps } from '../ports.ts';

/** `dueAt` in Unix ms; a job that is due already is hurried at once. */
export const nudge = (
  { clock, queue }: Pick<Deps, 'clock' | 'queue'>,
  jobId: string,
  dueAt: number | undefined,
): Promise<void> => queue.send(jobId, Math.max(0, (dueAt ?? 0) - clock.now()));
