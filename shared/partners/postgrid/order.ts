/** PostGrid’s letters and cheques in our words: statuses, answers and lists. We never infer a delivery. */
import { spanOf } from '../../domain/job/job.ts';
import type { PartnerOrder, ReportedScan, ScanCode, Stage } from '../../domain/job/progress.ts';
import { asFields, isSuccess, outcomeByStatus, parseReply, type Ask, type Fields, type OrderOutcome, type Reply } from '../http/partner-client.ts';
import type { FindOutcome, ListedOrder, Partner, PartnerView, SubmitOutcome } from '../partner.ts';
import { postgrid } from './facts.ts';

type Failure = Pick<Extract<SubmitOutcome, { kind: 'rejected' }>, 'reason' | 'cause'>;

export function postgridView(record: Fields): PartnerView {
  if (record.status === 'cancelled') {
    // In our own sentences, because PostGrid's notes may repeat the order.
    const reasons = new Map<unknown, Failure>([
      ['user_initiated', { reason: 'The order was cancelled at the print partner.', cause: 'stopped' }],
      [
        'invalid_content',
        { reason: 'The print partner has cancelled the order: the content cannot be printed.', cause: 'document' },
      ],
      [
        'invalid_order_mailing_class',
        {
          reason: 'The print partner has cancelled the order: it cannot be mailed in this class to this address.',
          cause: 'address',
        },
      ],
    ]);
    const failure = reasons.get(asFields(record.cancellation)?.reason);
    return {
      kind: 'stopped',
      ...(failure ?? { reason: 'The print partner has cancelled the order.', cause: 'stopped' }),
    };
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
  // In these mailing classes the tracking number comes after the order, perhaps even after its last status.
  const isTracked = /certified|registered/.test(`${record.mailingClass}`);
  if (record.imbStatus === 'returned_to_sender')
    return {
      kind: 'progress',
      // The carrier may report it before the partner reports the stage.
      progress: { stage: stage === 'completed' ? stage : 'dispatched', tracking, scans, returned: true, final: true },
    };
  // `completed` is an estimate: mail that the carrier scans may still come back.
  const isFollowed = typeof record.imbStatus === 'string';
  const isComplete = stage === 'completed' && !isFollowed && (tracking !== undefined || !isTracked);
  return { kind: 'progress', progress: { stage, tracking, scans, final: isComplete || undefined } };
}

/** The record has only the latest scan. The form of its time is not documented. */
function scansOf({ imbStatus, imbDate, imbZIPCode }: Fields): readonly ReportedScan[] | undefined {
  const codes = new Map<unknown, ScanCode>([
    ['entered_mail_stream', 'entered'],
    ['out_for_delivery', 'out_for_delivery'],
    ['returned_to_sender', 'returned'],
  ]);
  const code = codes.get(imbStatus);
  if (code === undefined) return undefined;
  // Only a time with a zone: without one it may be off by hours.
  const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})$/;
  const at = typeof imbDate === 'string' && moment.test(imbDate) ? Date.parse(imbDate) : Number.NaN;
  const place = typeof imbZIPCode === 'string' && /^\d{5}(?:-\d{4})?$/.test(imbZIPCode) ? imbZIPCode : undefined;
  return [{ code, at: Number.isNaN(at) ? undefined : at, place }];
}

/** Ids become parts of URLs, ours and the partner's, so their form is checked. */
export const idOf = ({ id }: Fields): string | undefined =>
  typeof id === 'string' && /^[\w-]{1,100}$/.test(id) ? id : undefined;

/** A repeated key returns even a canceled order. It counts as accepted, and the next read, which is due at once, stops it. */
function postgridOrder(record: Fields | undefined): PartnerOrder | undefined {
  const id = record && idOf(record);
  if (record === undefined || id === undefined) return undefined;
  const view = postgridView(record);
  if (view.kind === 'unknown') return { id, stage: 'accepted' };
  return view.kind === 'stopped' ? { id, stage: 'accepted', newsAt: 0 } : { id, ...view.progress };
}

export function postgridOutcome(reply: Reply): OrderOutcome {
  const answer = outcomeByStatus(postgrid, reply);
  if (answer.kind !== 'answered') return answer;
  const { status } = answer;
  const body = asFields(answer.body);
  // A proxy may send this without PostGrid's error shape. It still means that the document is too large.
  if (status === 413)
    return { kind: 'rejected', reason: 'The print partner refused the document: it is too large.', cause: 'document' };
  if (status >= 400 && status < 500) {
    // It refuses the order only if its body has PostGrid's error shape. An error about the key never does.
    const error = asFields(body?.error);
    if (error === undefined) return { kind: 'unknown', reason: `PostGrid answered ${status} without saying why` };
    const { type } = error;
    if (/idempoten|^conflict$/i.test(`${type}`)) return { kind: 'unknown', reason: 'PostGrid refused the key as used' };
    const reasons = new Map<unknown, Failure>([
      [
        'invalid_pdf_error',
        { reason: 'The print partner refused the document: it cannot print this PDF.', cause: 'document' },
      ],
      [
        'validation_error',
        { reason: 'The print partner refused the order: an address or another detail is not valid.', cause: 'address' },
      ],
    ]);
    return {
      kind: 'rejected',
      ...(reasons.get(type) ?? { reason: 'The print partner refused the order.', cause: 'ours' }),
    };
  }
  const order = isSuccess(status) ? postgridOrder(body) : undefined;
  return order === undefined
    ? { kind: 'unknown', reason: `PostGrid answered ${status} without an order` }
    : { kind: 'accepted', order };
}

/** One page of a list. `totalCount`: over all pages; missing if PostGrid does not send it. */
export async function listAt(ask: Ask, path: string, query: { readonly skip: string; readonly search?: string }) {
  // The maximum of one page.
  const search = new URLSearchParams({ limit: `100`, ...query });
  const list = parseReply(await ask({ method: 'GET', path: `${path}?${search}` }), asFields);
  if (!Array.isArray(list?.data)) return undefined;
  const { data, totalCount } = list;
  return { data: data.map(asFields), totalCount: typeof totalCount === 'number' ? totalCount : undefined };
}

/** The cursor of the page after this one. */
export function nextOf(
  { data, totalCount }: NonNullable<Awaited<ReturnType<typeof listAt>>>,
  skip: string,
): string | undefined {
  if (totalCount === undefined) throw new Error('PostGrid does not say how many it has');
  const seen = Number(skip) + data.length;
  return data.length > 0 && seen < totalCount ? `${seen}` : undefined;
}

/**
 * Only the metadata identifies our order, and only a complete list proves that there is none. The search is in quotes,
 * because only such a search is documented to be exact. A search without quotes finds thousands, which proves nothing.
 */
export async function findOrder(ask: Ask, path: string, reference: string): Promise<FindOutcome> {
  const list = await listAt(ask, path, { skip: '0', search: `"${reference}"` });
  if (list === undefined) return { kind: 'unknown' };
  const matches = list.data
    .filter((fields) => fields !== undefined)
    .filter(({ metadata }) => asFields(metadata)?.reference === reference);
  // There should be only one. If there are two, the one that may be on its way counts.
  const [first] = [...matches.filter((fields) => !hasStopped(fields)), ...matches];
  const order = postgridOrder(first);
  if (first !== undefined) return order === undefined ? { kind: 'unknown' } : { kind: 'found', order };
  return list.totalCount !== undefined && list.totalCount <= list.data.length ? { kind: 'none' } : { kind: 'unknown' };
}

/** PostGrid documents neither a time filter nor a sort order. The newest orders seem to come first. */
export async function ordersListedOn(ask: Ask, path: string, day: string, skip = '0'): ReturnType<Partner['ordersOn']> {
  const { from, to } = spanOf(day);
  const list = await listAt(ask, path, { skip });
  if (list === undefined) throw new Error('PostGrid does not list its orders');
  const orders = list.data.map((fields = {}): ListedOrder => {
    const { id, metadata } = fields;
    const createdAt = Date.parse(`${fields.createdAt}`);
    if (typeof id !== 'string' || Number.isNaN(createdAt))
      throw new Error('PostGrid lists an order of an unknown shape');
    const reference = asFields(metadata)?.reference;
    return {
      id,
      reference: typeof reference === 'string' ? reference : undefined,
      isActive: !hasStopped(fields),
      createdAt,
    };
  });
  // Only a page whose orders go back in time proves that older orders follow.
  const isNewestFirst = orders.every(({ createdAt }, at) => createdAt <= (orders[at - 1]?.createdAt ?? createdAt));
  const last = orders.at(-1);
  const isPast = isNewestFirst && last !== undefined && last.createdAt < from;
  const next = isPast ? undefined : nextOf(list, skip);
  return { orders: orders.filter(({ createdAt }) => createdAt >= from && createdAt < to), next };
}

const hasStopped = (record: Fields): boolean => postgridView(record).kind === 'stopped';
