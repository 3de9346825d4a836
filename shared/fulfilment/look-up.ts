/** Asks the partner whether it has the order of a job's present round; a partner that does not answer has told nothing. */
import type { Job } from '../core/product.ts';
import type { Deps, Partner } from '../ports.ts';
import { type PartnerDeps, partnerOf } from './partner.ts';

/** The same for every call of one round; a fax that is tried again after a busy line is another order. */
export const referenceOf = ({ id, bounces }: Job): string => (bounces === 0 ? id : `${id}-${bounces + 1}`);

const asked = async (deps: PartnerDeps, job: Job) => partnerOf(deps, job).find(referenceOf(job), job.order);

export const lookUp = (deps: PartnerDeps & Pick<Deps, 'log'>, job: Job): ReturnType<Partner['find']> =>
  asked(deps, job).catch((error: unknown) => {
    deps.log.info('lookup failed', { jobId: job.id, error });
    return 'unknown';
  });
