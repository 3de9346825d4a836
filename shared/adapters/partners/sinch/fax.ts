/** The parts of Sinch's fax object that this service reads, and its statuses in our words. */
import * as z from 'zod/mini';
import type { PartnerOrder, Progress } from '../../../core/job/progress.ts';
import type { PartnerView } from '../../../ports/partner.ts';
import { stoppedBySinch } from './failures.ts';

export const sinchFax = z.looseObject({
  id: z.string().check(z.minLength(1)),
  status: z.string(),
  labels: z.optional(z.record(z.string(), z.string())),
  errorType: z.nullish(z.string()),
  /** A number in the newer documentation, a text in the older one. */
  errorCode: z.nullish(z.pipe(z.union([z.number(), z.string()]), z.transform(Number))),
  createTime: z.nullish(z.string()),
  /** Missing where the document was deleted, in some versions of the API. */
  hasFile: z.optional(z.unknown()),
});

export type SinchFax = z.infer<typeof sinchFax>;

const only = (faxes: SinchFax[]): SinchFax => faxes[0] as SinchFax;
const oneFax = z.array(sinchFax).check(z.length(1));

/** One number makes one fax. Some versions of the API answer with a list that holds it. */
export const madeFax = z.union([
  sinchFax,
  z.pipe(oneFax, z.transform(only)),
  z.pipe(
    z.object({ faxes: oneFax }),
    z.transform(({ faxes }) => only(faxes)),
  ),
]);

export const sinchPage = z.object({
  faxes: z.array(sinchFax),
  totalItems: z.optional(z.int()),
  totalPages: z.optional(z.int()),
});

const accepted: Progress = { stage: 'accepted' };

const standings: ReadonlyMap<string, Progress> = new Map([
  ['QUEUED', accepted],
  ['IN_PROGRESS', { stage: 'in_progress' }],
  ['COMPLETED', { stage: 'completed', final: true }],
]);

export function sinchView({ status, errorType, errorCode }: SinchFax): PartnerView {
  if (status === 'FAILURE') return stoppedBySinch(errorType, errorCode);
  const progress = standings.get(status);
  return progress === undefined ? 'unknown' : { progress };
}

/** It has ended, and Sinch may still have its document. */
export const isFaxOver = ({ status, hasFile }: SinchFax): boolean =>
  (status === 'COMPLETED' || status === 'FAILURE') && hasFile !== false;

/** A fax that failed in the meantime was accepted all the same; reading it shows the failure. */
export function sinchOrder(fax: SinchFax): PartnerOrder {
  const view = sinchView(fax);
  if (view === 'unknown') return { id: fax.id, ...accepted };
  const progress: Progress = 'stopped' in view ? { stage: 'in_progress' } : view.progress;
  return { id: fax.id, ...progress };
}
