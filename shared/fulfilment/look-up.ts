/** Asks the partner whether it has the order of a job's present round; a partner that does not answer has told nothing. */
import type { Job } from '../core/product.ts';
import type { Partner, World } from '../ports.ts';
import { type PartnerDeps, partnerOf } from './partner.ts';

/** The same for every call of one round; a fax that is tried again after a busy line is another order. */
export const referenceOf = ({ id, bounces }: Job): string => (bounces === 0 ? id : `${id}-${bounces + 1}`);

const asked = async (world: PartnerDeps, job: Job) => partnerOf(world, job).find(referenceOf(job), job.order);

export const lookUp = (world: PartnerDeps & Pick<World, 'log'>, job: Job): ReturnType<Partner['find']> =>
  asked(world, job).catch((error: unknown) => {
    world.log.info('lookup failed', { jobId: job.id, error });
    return 'unknown';
  });
