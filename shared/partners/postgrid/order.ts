/** PostGrid's letters and cheques in our words: delivery is never inferred; `imbStatus` is the US carrier's. */
import type { PartnerOrder, ScanCode, Stage, ToldScan, Tracking } from '../../domain/job/progress.ts';
import { asFields, type Fields } from '../http/partner-client.ts';
import type { PartnerView } from '../partner.ts';

const stages = new Map<unknown, Stage>([
  ['ready', 'accepted'],
  ['printing', 'in_progress'],
  ['processed_for_delivery', 'dispatched'],
  ['completed', 'completed'],
]);

/** The partner's reasons for a cancellation, in our sentences: its own notes may repeat the order. */
const cancellations = new Map<unknown, string>([
  ['user_initiated', 'The order was cancelled at the print partner.'],
  ['invalid_content', 'The print partner has cancelled the order: the content cannot be printed.'],
  [
    'invalid_order_mailing_class',
    'The print partner has cancelled the order: it cannot be mailed in this class to this address.',
  ],
]);

export function postgridView(record: Fields): PartnerView {
  if (record.status === 'cancelled') {
    const reason = cancellations.get(asFields(record.cancellation)?.reason);
    return { kind: 'stopped', reason: reason ?? 'The print partner has cancelled the order.' };
  }
  const stage = stages.get(record.status);
  if (stage === undefined) return { kind: 'unknown' };
  const tracking = trackingOf(record);
  const scans = scansOf(record);
  // In these mailing classes the tracking number comes after the order, perhaps even after its last status.
  const isTracked = /certified|registered/.test(`${record.mailingClass}`);
  if (record.imbStatus === 'returned_to_sender')
    return {
      kind: 'progress',
      progress: { stage: mailedAtLeast(stage), tracking, scans, returned: true, final: true },
    };
  // `completed` is an estimate: mail that the carrier follows may still come back.
  const isFollowed = typeof record.imbStatus === 'string';
  const isComplete = stage === 'completed' && !isFollowed && (tracking !== undefined || !isTracked);
  return { kind: 'progress', progress: { stage, tracking, scans, final: isComplete || undefined } };
}

const scanCodes = new Map<unknown, ScanCode>([
  ['entered_mail_stream', 'entered'],
  ['out_for_delivery', 'out_for_delivery'],
  ['returned_to_sender', 'returned'],
]);

/** Only a time with a zone: without one it may be off by hours. */
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})$/;

/** The record has only the latest scan. The form of its time is not documented. */
function scansOf({ imbStatus, imbDate, imbZIPCode }: Fields): readonly ToldScan[] | undefined {
  const code = scanCodes.get(imbStatus);
  if (code === undefined) return undefined;
  const at = typeof imbDate === 'string' && moment.test(imbDate) ? Date.parse(imbDate) : Number.NaN;
  const place = typeof imbZIPCode === 'string' && /^\d{5}(?:-\d{4})?$/.test(imbZIPCode) ? imbZIPCode : undefined;
  return [{ code, at: Number.isNaN(at) ? undefined : at, place }];
}

/** The carrier's news may overtake the partner's own. */
const mailedAtLeast = (stage: Stage): Stage => (stage === 'completed' ? stage : 'dispatched');

function trackingOf({ trackingNumber }: Fields): Tracking | undefined {
  return typeof trackingNumber === 'string' && /^[\w -]{4,60}$/.test(trackingNumber)
    ? { number: trackingNumber }
    : undefined;
}

export function hasStopped(record: Fields): boolean {
  const view = postgridView(record);
  return view.kind === 'stopped';
}

/** Ids become parts of URLs, ours and the partner's, so their form is checked. */
export const idOf = ({ id }: Fields): string | undefined =>
  typeof id === 'string' && /^[\w-]{1,100}$/.test(id) ? id : undefined;

/** A repeated key returns even a cancelled order. It was accepted, is read at once and found stopped. */
export function postgridOrder(record: Fields | undefined): PartnerOrder | undefined {
  const id = record && idOf(record);
  if (record === undefined || id === undefined) return undefined;
  const view = postgridView(record);
  if (view.kind === 'unknown') return { id, stage: 'accepted' };
  return view.kind === 'stopped' ? { id, stage: 'accepted', newsAt: 0 } : { id, ...view.progress };
}
