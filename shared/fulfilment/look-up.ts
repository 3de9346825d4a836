/** Asks the partner whether it has the order of a job's present round; silence proves nothing. */
import type { Job } from '../core/product.ts';
import type { Deps, Partner } from '../ports.ts';
import { type PartnerDeps, partnerOf } from './partner.ts';

/** Every call of one round has the same reference; a fax that is retried after a busy line is a new order. */
export const referenceOf = ({ id, bounces }: Job): string => (bounces === 0 ? id : `${id}-${bounces + 1}`);

export async function lookUp(deps: PartnerDeps & Pick<Deps, 'log'>, job: Job): ReturnType<Partner['find']> {
  try {
    return await partnerOf(deps, job).find(referenceOf(job), job.order);
  } catch (error) {
    deps.log.info('lookup failed', { jobId: job.id, error });
    return 'unknown';
  }
}
