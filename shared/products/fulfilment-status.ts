/** How far fulfilment has come, told apart from payment and delivery: the machine's own words, and a product's. */
import type { Stage } from '../core/job.ts';
import type { Job } from '../core/product.ts';

/** `said`: the product's word for what its partner has told. `unknown`: nobody can tell, a person is looking. */
export function fulfillmentStatus(job: Job, said: Readonly<Record<Stage, string>>): string {
  if (job.state === 'parked') return 'unknown';
  if (job.state === 'awaiting_payment' || (job.state === 'failed' && job.payment === undefined)) return 'not_started';
  if (job.state === 'cancelled' || job.state === 'failed') return job.state;
  return job.partner === undefined ? 'queued' : said[job.partner.stage];
}
