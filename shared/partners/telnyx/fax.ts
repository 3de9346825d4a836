/** The parts of Telnyx's fax object that this service reads, and its statuses in our words, for answers and events. */
import * as z from 'zod/mini';
import type { PartnerOrder, Progress } from '../../domain/job/progress.ts';
import type { PartnerView } from '../partner.ts';
import { stoppedBy } from './failures.ts';

const nullishText = z.nullish(z.string());

const telnyxFax = z.looseObject({
  id: z.string().check(z.minLength(1)),
  status: z.string(),
  to: z.optional(z.string()),
  direction: z.optional(z.string()),
  client_state: nullishText,
  failure_reason: nullishText,
  created_at: nullishText,
});

export type TelnyxFax = z.infer<typeof telnyxFax>;

export const oneFax = z.object({ data: telnyxFax });

export const telnyxPage = z.object({
  data: z.array(telnyxFax),
  meta: z.object({ page_number: z.int(), total_pages: z.int(), total_results: z.optional(z.int()) }),
});

const accepted: Progress = { stage: 'accepted' };

/** At `originated` Telnyx may have dialed, but no page has left. Statuses of received faxes are not listed. */
const standings: ReadonlyMap<string, Progress> = new Map([
  ['queued', accepted],
  ['media.processing', accepted],
  ['media.processed', accepted],
  ['originated', accepted],
  ['sending', { stage: 'in_progress' }],
  ['delivered', { stage: 'completed', final: true }],
]);

export function telnyxView({ status, failure_reason }: Pick<TelnyxFax, 'status' | 'failure_reason'>): PartnerView {
  if (status === 'failed') return stoppedBy(failure_reason);
  const progress = standings.get(status);
  return progress === undefined ? { kind: 'unknown' } : { kind: 'progress', progress };
}

/** A fax that failed in the meantime was accepted all the same; reading it shows the failure. */
export function telnyxOrder(fax: TelnyxFax): PartnerOrder {
  const view = telnyxView(fax);
  if (view.kind === 'unknown') return { id: fax.id, ...accepted };
  const progress: Progress = view.kind === 'stopped' ? { stage: 'in_progress' } : view.progress;
  return { id: fax.id, ...progress };
}

/** Our reference in Telnyx's records, which take Base64 only. */
export const clientState = (reference: string): string => Buffer.from(reference).toString('base64');
