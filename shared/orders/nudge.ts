/** Sends a job through the queue for a time that the table already has; a lost message costs only time. */
import type { Clock } from '../domain/clock.ts';
import type { Queue } from '../storage/queue.ts';

/** `dueAt` is in Unix ms; a job that is already due goes at once. */
export const nudge = (
  { clock, queue }: { readonly clock: Clock; readonly queue: Queue },
  jobId: string,
  dueAt: number | undefined,
): Promise<void> => queue.send(jobId, Math.max(0, (dueAt ?? 0) - clock.now()));
