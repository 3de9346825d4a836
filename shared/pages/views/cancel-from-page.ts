/** Cancels an order for the holder of its pay link, behind a question. The job's id stays with its caller. */

import { cancelTokenOf } from '../../domain/ids.ts';
import type { Job } from '../../domain/job/job.ts';
import { Refusal } from '../../domain/refusal.ts';
import { cancel } from '../../orders/cancel/cancel-job.ts';
import type { Deps } from '../../orders/deps.ts';
import { jobByPayCode } from '../../orders/follow/find-job.ts';
import { progressOf } from '../../orders/follow/progress.ts';
import type { CancelPageView } from '../cancel.ts';
import { nameOf } from './show-pay-page.ts';

const viewOf = (job: Job, now: number, outcome: CancelPageView['outcome']): CancelPageView => ({
  named: nameOf(job),
  price: job.price,
  outcome,
  token: cancelTokenOf(job.id),
  progress: progressOf(job, now),
});

export async function askToCancel(deps: Deps, code: string) {
  const job = await jobByPayCode(deps, code);
  return viewOf(job, deps.clock.now(), 'asks');
}

/** `token` stands in the form of the page alone, so no other page can have sent it for the reader. */
export async function cancelFromPage(deps: Deps, code: string, token: string | undefined) {
  const job = await jobByPayCode(deps, code);
  if (token !== cancelTokenOf(job.id)) throw notAsked();
  // An unpaid order ends by itself, and a link that is passed on must not end it before the payer has read it.
  if (job.state === 'awaiting_payment') return viewOf(job, deps.clock.now(), 'asks');
  const { outcome, body } = await cancel(deps, job);
  const after = (await deps.jobs.get(job.id)) ?? job;
  return viewOf(after, deps.clock.now(), outcome === 'done' ? 'cancelled' : declinedAs(after, body.reason));
}

export const notAsked = () =>
  new Refusal(
    'invalid_request',
    'Nothing was cancelled: this request did not come from the page of the order. Open that page and cancel there.',
  );

function declinedAs(job: Job, reason: string | undefined): CancelPageView['outcome'] {
  const isLive = job.state !== 'failed' && job.state !== 'parked' && job.state !== 'cancelled';
  if (reason === 'refund_failed' && isLive) return 'kept';
  const isBusy = job.state === 'submitting' || job.state === 'cancelling' || job.state === 'recalling';
  return isBusy ? 'busy' : 'declined';
}
