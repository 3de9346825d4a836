/** Asks the partner whether it has the order of a job's present round; silence proves nothing. */

import type { Job } from '../../domain/job/job.ts';
import type { FindOutcome } from '../../partners/partner.ts';
import type { Deps } from '../deps.ts';
import { partnerOf } from '../partner.ts';

/** Every call of one round has the same reference; a fax that is retried after a busy line is a new order. */
export const referenceOf = ({ id, bounces }: Job): string => (bounces === 0 ? id : `${id}-${bounces + 1}`);

/** `none`: it says that it has no such order, or was never called for this job. */
export async function lookUp(deps: Deps, job: Job): Promise<FindOutcome> {
  if (job.routedTo === undefined) return { kind: 'none' };
  try {
    return await partnerOf(deps, job).find(referenceOf(job), job.order);
  } catch (error) {
    deps.log.info('lookup failed', { jobId: job.id, error });
    return { kind: 'unknown' };
  }
}
