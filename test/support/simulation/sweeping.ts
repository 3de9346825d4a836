/** When the next sweep would find something. */

import type { ServiceDeps } from '../../../shared/config/app.ts';
import { channels } from '../../../shared/notify/outbox.ts';

/** Unix ms; infinite if nothing will ever be due. */
export async function nextDue({ jobs, outboxes }: Pick<ServiceDeps, 'jobs' | 'outboxes'>): Promise<number> {
  const ever = { before: Number.MAX_SAFE_INTEGER };
  const firsts = [jobs.due(ever, 1), ...channels.map((channel) => outboxes.due(channel, ever, 1))];
  return Math.min(...(await Promise.all(firsts)).flat().map(({ dueAt }) => dueAt));
}
