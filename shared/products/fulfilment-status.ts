/** The fulfillment status, separate from payment and delivery: the state machine's own words and a product's. */

import type { Lifecycle } from '../domain/job/lifecycle.ts';
import type { Stage } from '../domain/job/progress.ts';

/** `words` are the product's words for its partner's stages. `unknown`: nobody can tell, a person is looking. */
export function fulfillmentStatus(job: Lifecycle, words: Readonly<Record<Stage, string>>): string {
  if (job.state === 'parked') return 'unknown';
  if (job.state === 'awaiting_payment' || (job.state === 'failed' && job.payment === undefined)) return 'not_started';
  if (job.state === 'cancelled' || job.state === 'failed') return job.state;
  return job.partner === undefined ? 'queued' : words[job.partner.stage];
}
