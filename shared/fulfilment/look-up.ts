/** Asks the partners whether one of them has the order of a job's present round; silence proves nothing. */

import type { Job } from '../core/job/job.ts';
import type { PartnerOrder } from '../core/job/progress.ts';
import type { PartnerName } from '../core/names.ts';
import type { Log } from '../ports/log.ts';
import { type PartnerDeps, partnerOf } from './partner.ts';

/** Every call of one round has the same reference; a fax that is retried after a busy line is a new order. */
export const referenceOf = ({ id, bounces }: Job): string => (bounces === 0 ? id : `${id}-${bounces + 1}`);

export interface FoundOrder {
  readonly order: PartnerOrder;
  readonly at: PartnerName;
}

/** Asks every partner that was called, at once. `none`: each of them says that it has no such order. */
export async function lookUp(
  deps: PartnerDeps & { readonly log: Log },
  job: Job,
): Promise<FoundOrder | 'none' | 'unknown'> {
  const looks = await Promise.all(job.called.map((name) => lookAt(deps, job, name)));
  return looks.find((look) => typeof look === 'object') ?? (looks.includes('unknown') ? 'unknown' : 'none');
}

async function lookAt(
  deps: PartnerDeps & { readonly log: Log },
  job: Job,
  at: PartnerName,
): Promise<FoundOrder | 'none' | 'unknown'> {
  try {
    const order = await partnerOf(deps, { ...job, routedTo: at }).find(referenceOf(job), job.order);
    return typeof order === 'string' ? order : { order, at };
  } catch (error) {
    deps.log.info('lookup failed', { jobId: job.id, error });
    return 'unknown';
  }
}
