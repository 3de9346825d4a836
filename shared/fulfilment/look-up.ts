/** Asks the partner whether it has the order of a job's present round; silence proves nothing. */
import type { Job } from '../core/product.ts';
import type { Deps, Partner } from '../ports.ts';
import { type PartnerDeps, partnerOf } from './partner.ts';

/** Every call of one round has the same reference; a fax that is retried after a busy line is a new order. */
export const referenceOf = ({ id, bounces }: Job): string => (bounces === 0 ? id : `${id}-${bounces + 1}`);

const asked = async (deps: PartnerDeps, job: Job) => partnerOf(deps, job).find(referenceOf(job), job.order);

export const lookUp = (deps: PartnerDeps & Pick<Deps, 'log'>, job: Job): ReturnType<Partner['find']> =>
  asked(deps, job).catch((error: unknown) => {
    deps.log.info('lookup failed', { jobId: job.id, error });
    return 'unknown';
  });
