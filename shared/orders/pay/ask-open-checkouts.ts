/** Lets every open payment page be asked about at once: its event may have met a service that was down. */

import { checkoutLivesMs } from '../../domain/lifetimes.ts';
import { askPaymentDelayMs, leaseMs } from '../../domain/retry.ts';
import type { Deps } from '../deps.ts';
import { nudge, recordOnce } from '../record.ts';

/** A job that is due within a lease is asked about by itself. */
export async function askOpenCheckouts(deps: Deps): Promise<void> {
  const { clock, jobs, settings } = deps;
  const now = clock.now();
  const longestMs = askPaymentDelayMs(checkoutLivesMs, settings.retryBaseMs, 1, checkoutLivesMs);
  for (const { id } of await jobs.due({ since: now + leaseMs, before: now + longestMs + 1 })) {
    const job = await jobs.get(id);
    if (job?.state === 'awaiting_payment' && (await recordOnce(deps, job, { kind: 'redriven' })))
      await nudge(deps, id, undefined);
  }
}
