/** Sends a job through the queue for a time that the table already has; a lost message costs only time. */
import type { Deps } from './deps.ts';

/** `dueAt` is in Unix ms; a job that is already due goes at once. */
export const nudge = ({ clock, queue }: Deps, jobId: string, dueAt: number | undefined): Promise<void> =>
  queue.send(jobId, Math.max(0, (dueAt ?? 0) - clock.now()));
