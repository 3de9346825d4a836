/** Lob's letters in our words. `status` is about the PDF alone; the tracking events show the progress of the mail. */
import type { Tracking } from '../../../core/job/progress.ts';
import type { PartnerView } from '../../../ports/partner.ts';
import { asFields, type Fields } from '../../http/body.ts';

/** Events that a letter has only after it was mailed. */
const mailed = new Set<unknown>([
  'Mailed',
  'In Transit',
  'In Local Area',
  'Processed for Delivery',
  'Pickup Available',
  'Re-Routed',
  'Returned to Sender',
  'International Exit',
]);

/** `now` in Unix ms: a letter can be cancelled only until its send date. */
export function lobView(record: Fields, now: number): PartnerView {
  if (record.deleted === true) return { stopped: 'The order was cancelled at the print partner.' };
  if (record.status === 'failed') return { stopped: 'The print partner could not print the document.' };
  const events = Array.isArray(record.tracking_events)
    ? record.tracking_events.map((event) => asFields(event)?.name)
    : [];
  const isMailed = events.some((name) => mailed.has(name));
  // A delivery beside it may be the one to its sender: the job takes the first of both as it hears of them.
  if (events.includes('Returned to Sender'))
    return {
      progress: {
        stage: 'dispatched',
        delivered: events.includes('Delivered') || undefined,
        returned: true,
        final: true,
        tracking: trackingOf(record),
      },
    };
  if (events.includes('Delivered'))
    return { progress: { stage: 'completed', delivered: true, final: true, tracking: trackingOf(record) } };
  if (isMailed) return { progress: { stage: 'dispatched', tracking: trackingOf(record) } };
  if (record.status !== 'processed' && record.status !== 'rendered') return 'unknown';
  const sendsAt = Date.parse(`${record.send_date ?? record.date_created}`);
  if (Number.isNaN(sendsAt)) return { progress: { stage: 'accepted' } };
  return { progress: sendsAt > now ? { stage: 'accepted', newsAt: sendsAt } : { stage: 'in_progress' } };
}

const trackingOf = ({ tracking_number }: Fields): Tracking | undefined =>
  typeof tracking_number === 'string' && /^[\w -]{4,60}$/.test(tracking_number)
    ? { number: tracking_number }
    : undefined;
