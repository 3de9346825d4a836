/** PostGrid’s letters and cheques in our words: statuses, responses and lists. We never infer a delivery. */
import { spanOf } from '../../domain/job/job.ts';
import type { FailureCause } from '../../domain/job/lifecycle.ts';
import type { PartnerOrder, ReportedScan, ScanCode, Stage } from '../../domain/job/progress.ts';
import {
  asFields,
  type Fields,
  isSuccess,
  type OrderOutcome,
  outcomeByStatus,
  parseReply,
  type Reply,
  type Send,
} from '../http/partner-client.ts';
import type { FindOutcome, ListedOrder, Partner, PartnerView } from '../partner.ts';
import { postgrid } from './facts.ts';

export function postgridView(record: Fields): PartnerView {
  if (record.status === 'cancelled') {
    // Our own sentences, because PostGrid's notes may quote the order.
    const reasons = new Map<unknown, readonly [cause: FailureCause, reason: string]>([
      ['user_initiated', ['stopped', 'The order was canceled at the print partner.']],
      ['invalid_content', ['document', 'The print partner has canceled the order: the content cannot be printed.']],
      [
        'invalid_order_mailing_class',
        ['address', 'The print partner has canceled the order: it cannot be mailed in this class to this address.'],
      ],
    ]);
    const code = asFields(record.cancellation)?.reason;
    const [cause, reason] = reasons.get(code) ?? ['stopped', 'The print partner has canceled the order.'];
    return { kind: 'stopped', reason, cause };
  }
  const stages = new Map<unknown, Stage>([
    ['ready', 'accepted'],
    ['printing', 'in_progress'],
    ['processed_for_delivery', 'dispatched'],
    ['completed', 'completed'],
  ]);
  const stage = stages.get(record.status);
  if (stage === undefined) return { kind: 'unknown' };
  const { trackingNumber } = record;
  const tracking: PartnerOrder['tracking'] =
    typeof trackingNumber === 'string' && /^[\w -]{4,60}$/.test(trackingNumber)
      ? { number: trackingNumber }
      : undefined;
  const scans = scansOf(record);
  // In these mailing classes, the tracking number may arrive even after the last status.
  const isTracked = /certified|registered/.test(`${record.mailingClass}`);
  if (record.imbStatus === 'returned_to_sender')
    return {
      kind: 'progress',
      // The carrier may report a return before the partner reports the stage.
      progress: { stage: stage === 'completed' ? stage : 'dispatched', tracking, scans, returned: true, final: true },
    };
  // `completed` is an estimate: mail that the carrier scans may still come back.
  const isScanned = typeof record.imbStatus === 'string';
  const isComplete = stage === 'completed' && !isScanned && (tracking !== undefined || !isTracked);
  return { kind: 'progress', progress: { stage, tracking, scans, final: isComplete || undefined } };
}

/** The record has only the latest scan. The format of its time is not documented. */
function scansOf({ imbStatus, imbDate, imbZIPCode }: Fields): readonly ReportedScan[] | undefined {
  const codes = new Map<unknown, ScanCode>([
    ['entered_mail_stream', 'entered'],
    ['out_for_delivery', 'out_for_delivery'],
    ['returned_to_sender', 'returned'],
  ]);
  const code = codes.get(imbStatus);
  if (code === undefined) return undefined;
  // A time without its zone may be off by hours.
  const timeWithZone = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})$/;
  const at = typeof imbDate === 'string' && timeWithZone.test(imbDate) ? Date.parse(imbDate) : Number.NaN;
  const place = typeof imbZIPCode === 'string' && /^\d{5}(?:-\d{4})?$/.test(imbZIPCode) ? imbZIPCode : undefined;
  return [{ code, at: Number.isNaN(at) ? undefined : at, place }];
}

/** `undefined` unless the id is safe in our URLs and the partner's. */
export const validIdOf = ({ id }: Fields): string | undefined =>
  typeof id === 'string' && /^[\w-]{1,100}$/.test(id) ? id : undefined;

/** A repeated key may return a canceled order. We count it as accepted, and read it again at once to see how it ended. */
function postgridOrder(record: Fields): PartnerOrder | undefined {
  const id = validIdOf(record);
  if (id === undefined) return undefined;
  const view = postgridView(record);
  if (view.kind === 'unknown') return { id, stage: 'accepted' };
  return view.kind === 'stopped' ? { id, stage: 'accepted', newsAt: 0 } : { id, ...view.progress };
}

export function postgridOutcome(reply: Reply): OrderOutcome {
  const byStatus = outcomeByStatus(postgrid, reply);
  if (byStatus.kind !== 'answered') return byStatus;
  const { status } = byStatus;
  const body = asFields(byStatus.body) ?? {};
  // A proxy may send 413 without PostGrid's error shape. It still means that the document is too large.
  if (status === 413)
    return { kind: 'rejected', reason: 'The print partner refused the document: it is too large.', cause: 'document' };
  if (status >= 400 && status < 500) {
    // Only a body with PostGrid's error shape refuses the order, and an error about the idempotency key never does.
    const error = asFields(body.error);
    if (error === undefined) return { kind: 'unknown', reason: `PostGrid responded with ${status} and no reason` };
    const { type } = error;
    if (/idempoten|^conflict$/i.test(`${type}`)) return { kind: 'unknown', reason: 'PostGrid says the key was used' };
    const reasons = new Map<unknown, readonly [cause: FailureCause, reason: string]>([
      ['invalid_pdf_error', ['document', 'The print partner refused the document: it cannot print this PDF.']],
      [
        'validation_error',
        ['address', 'The print partner refused the order: an address or another detail is not valid.'],
      ],
    ]);
    const [cause, reason] = reasons.get(type) ?? ['ours', 'The print partner refused the order.'];
    return { kind: 'rejected', reason, cause };
  }
  const order = isSuccess(status) ? postgridOrder(body) : undefined;
  return order === undefined
    ? { kind: 'unknown', reason: `PostGrid responded with ${status} and no order` }
    : { kind: 'accepted', order };
}

/** One page; `undefined` if PostGrid sends no list. `totalCount`: the number of items on all pages, if PostGrid sends it. */
export async function fetchList(send: Send, path: string, query: { readonly skip: string; readonly search?: string }) {
  // 100 is PostGrid's maximum.
  const search = new URLSearchParams({ limit: '100', ...query });
  const list = parseReply(await send({ method: 'GET', path: `${path}?${search}` }), asFields);
  if (!Array.isArray(list?.data)) return undefined;
  const { data, totalCount } = list;
  return {
    data: data.map((item) => asFields(item) ?? {}),
    totalCount: typeof totalCount === 'number' ? totalCount : undefined,
  };
}

/** The cursor of the page after this one. */
export function nextCursor(
  { data, totalCount }: NonNullable<Awaited<ReturnType<typeof fetchList>>>,
  skip: string,
): string | undefined {
  if (totalCount === undefined) throw new Error('PostGrid sent a list without totalCount');
  const seen = Number(skip) + data.length;
  return data.length > 0 && seen < totalCount ? `${seen}` : undefined;
}

/**
 * Only the metadata identifies our order. Only an empty list proves that there is none, because whatever else an exact search
 * finds may be our order. The search is in quotes, because only quoted searches are documented to be exact.
 */
export async function findOrder(send: Send, path: string, reference: string): Promise<FindOutcome> {
  const list = await fetchList(send, path, { skip: '0', search: `"${reference}"` });
  if (list === undefined) return { kind: 'unknown' };
  const matches = list.data.filter(({ metadata }) => asFields(metadata)?.reference === reference);
  // There should be only one match. If there are two, the order that may still be mailed counts.
  const match = matches.find((fields) => postgridView(fields).kind !== 'stopped') ?? matches[0];
  const order = match && postgridOrder(match);
  if (match !== undefined) return order === undefined ? { kind: 'unknown' } : { kind: 'found', order };
  return list.totalCount === 0 && list.data.length === 0 ? { kind: 'none' } : { kind: 'unknown' };
}

/** PostGrid documents neither a time filter nor a sort order. The newest orders seem to come first. */
export async function ordersListedOn(
  send: Send,
  path: string,
  day: string,
  skip = '0',
): ReturnType<Partner['ordersOn']> {
  const { from, to } = spanOf(day);
  const list = await fetchList(send, path, { skip });
  if (list === undefined) throw new Error('PostGrid sent no list of orders');
  const orders = list.data.map((fields): ListedOrder => {
    const { id, metadata } = fields;
    const createdAt = Date.parse(`${fields.createdAt}`);
    if (typeof id !== 'string' || Number.isNaN(createdAt))
      throw new Error('PostGrid lists an order of an unknown shape');
    const reference = asFields(metadata)?.reference;
    return {
      id,
      reference: typeof reference === 'string' ? reference : undefined,
      isActive: postgridView(fields).kind !== 'stopped',
      createdAt,
    };
  });
  // If a page is sorted newest first, only older orders can follow it.
  const isNewestFirst = orders.every(({ createdAt }, i) => createdAt <= (orders[i - 1]?.createdAt ?? createdAt));
  const last = orders.at(-1);
  const isDayComplete = isNewestFirst && last !== undefined && last.createdAt < from;
  const next = isDayComplete ? undefined : nextCursor(list, skip);
  return { orders: orders.filter(({ createdAt }) => createdAt >= from && createdAt < to), next };
}
