/** Holds an order back before any partner gets it, so that a person looks at it first. What a person has let go goes. */
import type { Job } from '../../domain/job/job.ts';
import { stoppedBeforeHandOver } from '../../domain/job/standing.ts';
import type { Deps } from '../deps.ts';
import { recordOnce } from '../record.ts';
import { isOverDayLimit } from './new-account.ts';
import { stopsOf, traitStopped } from './stop-list.ts';

/** Words for the log and the operator. They name no person. */
async function whyHeldBack(deps: Deps, job: Job): Promise<string | undefined> {
  const stopped = traitStopped(await stopsOf(deps), job.traits);
  if (stopped !== undefined) return `stop list: ${stopped.replace(/:.*/, '')}`;
  return (await isOverDayLimit(deps, job)) ? 'new account' : undefined;
}

/** True if the order was parked just now, or is no longer as it was read. */
export async function isHeldBack(deps: Deps, job: Job): Promise<boolean> {
  if (job.state !== 'paid' || job.firsts.resubmitted !== undefined) return false;
  const reason = await whyHeldBack(deps, job);
  if (reason === undefined) return false;
  const held = await recordOnce(deps, job, { kind: 'held', error: stoppedBeforeHandOver });
  if (held !== undefined) deps.log.alarm('held back', { jobId: job.id, product: job.product, reason });
  return true;
}
