/** The products of the simulated partners. Their records are like PostGrid's and Telnyx's. */
import type { Contact } from '../../domain/address.ts';
import { type Progress, type ReportedScan, type Stage, stages } from '../../domain/job/progress.ts';
import type { ProductName } from '../../domain/names.ts';
import type { TestTrigger, TestTriggers } from '../../domain/product.ts';
import type { Random } from '../../domain/times.ts';
import type { CheckOrder } from '../../products/check/check.ts';
import { faxTriggers, mailTriggers } from '../../products/common.ts';
import type { FaxOrder } from '../../products/fax/fax.ts';
import type { LetterOrder } from '../../products/letter/letter.ts';
import type { Parties } from '../../products/mail.ts';
import type { KnownView } from '../partner.ts';
import type { SimulatedOrder, SimulatedProduct } from './simulated.ts';

/** The fields that differ by product, with PostGrid's names. */
const productFields: Readonly<Partial<Record<ProductName, (order: SimulatedOrder) => Record<string, unknown>>>> = {
  letter({ order }) {
    const { to, color, registered } = order as LetterOrder;
    const registeredClass = to.countryCode === 'US' ? 'certified' : 'registered';
    const mailingClass = registered ? registeredClass : 'first_class';
    return { object: 'letter', mailingClass, addressPlacement: 'top_first_page', color, doubleSided: false };
  },
  check({ order, drawing }) {
    const { amountCents: amount, currency: currencyCode, memo, message } = order as CheckOrder;
    const { partnerId: bankAccount, checkNumber: number } = drawing ?? {};
    return { object: 'cheque', mailingClass: 'first_class', bankAccount, amount, currencyCode, number, memo, message };
  },
};

/** `readyMs`: how long mail can be canceled. Every product except the fax is mail. */
export function simulatedProduct(product: ProductName, { id }: Pick<Random, 'id'>, readyMs: number): SimulatedProduct {
  const orderId = () => id(product === 'check' ? 'cheque' : product);
  if (product === 'fax')
    return {
      kind: 'fax',
      moves: { send: 'completed' },
      orderId,
      trigger: triggerReader(faxTriggers),
      view: faxView,
      record: faxRecord,
    };
  const fieldsOf = productFields[product] ?? (() => ({ object: product }));
  return {
    kind: product,
    moves: { print: 'in_progress', mail: 'dispatched' },
    carrier: { isSignedFor: (order) => (order as Partial<LetterOrder>).registered === true, nextScan },
    orderId,
    trigger: triggerReader(mailTriggers),
    view: (order, now) => ({ kind: 'progress', progress: progressOf(order, now, readyMs) }),
    record: (order, now) => ({ ...mailRecord(order, now, readyMs), ...fieldsOf(order) }),
  };
}

/** The age at which a fax enters its next stages. */
export const sendingAfterMs = 700;
export const sentAfterMs = 1_500;

function faxView(order: SimulatedOrder, now: number): KnownView {
  const { createdAt, trigger, reference, jobId } = order;
  if (order.moved !== undefined) return { kind: 'progress', progress: { stage: 'completed', final: true } };
  const ageMs = now - createdAt;
  const isFirstRound = reference === jobId;
  const isBusy = trigger === 'busy' || (trigger === 'busy_once' && isFirstRound);
  if (ageMs < sendingAfterMs)
    return { kind: 'progress', progress: { stage: 'accepted', newsAt: createdAt + sendingAfterMs } };
  if (isBusy) return { kind: 'stopped', reason: 'The receiving line was busy.', cause: 'line', isRetryable: true };
  if (ageMs < sentAfterMs)
    return { kind: 'progress', progress: { stage: 'in_progress', newsAt: createdAt + sentAfterMs } };
  return { kind: 'progress', progress: { stage: 'completed', final: true } };
}

const iso = (ms: number): string => new Date(ms).toISOString();

function faxRecord(order: SimulatedOrder, now: number): Record<string, unknown> {
  const current = faxView(order, now);
  const statuses: Readonly<Record<Stage, string>> = {
    accepted: 'queued',
    in_progress: 'sending',
    dispatched: 'delivered',
    completed: 'delivered',
  };
  const isStopped = order.cancelledAt !== undefined || order.failedAt !== undefined || current.kind === 'stopped';
  return {
    record_type: 'fax',
    id: order.id,
    direction: 'outbound',
    to: (order.order as FaxOrder).number,
    status: isStopped ? 'failed' : statuses[current.progress.stage],
    client_state: Buffer.from(order.jobId).toString('base64'),
    created_at: iso(order.createdAt),
    updated_at: iso(order.cancelledAt ?? order.failedAt ?? order.moved?.at ?? order.createdAt),
  };
}

/** An order stays in each stage for `readyMs`. The last stage is final. */
function progressOf(order: SimulatedOrder, now: number, readyMs: number): Progress {
  const { trigger, createdAt, moved, returnedAt } = order;
  const firstStages: Readonly<Partial<Record<SimulatedOrder['trigger'], Stage>>> = {
    in_production: 'in_progress',
    dispatched: 'dispatched',
    returned: 'dispatched',
  };
  const { stage: start, at } = moved ?? { stage: firstStages[trigger] ?? 'accepted', at: createdAt };
  // The clock of the process that made the order may be ahead of ours.
  const stagesPassed = readyMs === 0 ? stages.length : Math.max(0, Math.floor((now - at) / readyMs));
  const stage = stages[Math.min(stages.indexOf(start) + stagesPassed, stages.length - 1)] ?? 'completed';
  const returned = returnedAt !== undefined || (trigger === 'returned' && stage === 'completed');
  const carrierNews = { scans: order.scans, delivered: order.deliveredAt !== undefined || undefined };
  if (returned) return { stage, ...carrierNews, returned, final: true };
  if (stage === 'completed') return { stage, ...carrierNews, final: true };
  return { stage, ...carrierNews, newsAt: at + (stagesPassed + 1) * readyMs };
}

function nextScan({ order, scans = [] }: SimulatedOrder): Omit<ReportedScan, 'at'> | undefined {
  const { to, from } = order as Parties;
  const zipOf = ({ countryCode, postalOrZip }: Contact) => (countryCode === 'US' ? postalOrZip : undefined);
  const allScans: readonly Omit<ReportedScan, 'at'>[] = [
    { code: 'entered', place: zipOf(from) },
    { code: 'in_local_area', place: zipOf(to) },
    { code: 'out_for_delivery', place: zipOf(to) },
  ];
  return allScans.find(({ code }) => !scans.some((scan) => scan.code === code));
}

function mailRecord(order: SimulatedOrder, now: number, readyMs: number): Record<string, unknown> {
  const { to, from } = order.order as Parties;
  const statuses: Readonly<Record<Stage, string>> = {
    accepted: 'ready',
    in_progress: 'printing',
    dispatched: 'processed_for_delivery',
    completed: 'completed',
  };
  const contactRecord = (contact: Contact) => ({ object: 'contact', ...contact });
  const isCancelled = order.cancelledAt !== undefined;
  // PostGrid has one status for canceled and failed orders. Only the reason differs.
  const isStopped = isCancelled || order.failedAt !== undefined;
  const { stage, returned } = progressOf(order, now, readyMs);
  return {
    id: order.id,
    live: false,
    status: isStopped ? 'cancelled' : statuses[stage],
    imbStatus: returned ? 'returned_to_sender' : undefined,
    cancellation: isStopped ? { reason: isCancelled ? 'user_initiated' : 'invalid_content' } : undefined,
    description: order.title,
    metadata: { job_id: order.jobId },
    to: contactRecord(to),
    from: contactRecord(from),
    sendDate: iso(order.createdAt),
    size: 'us_letter',
    createdAt: iso(order.createdAt),
    updatedAt: iso(order.cancelledAt ?? order.failedAt ?? order.returnedAt ?? order.moved?.at ?? order.createdAt),
  };
}

function triggerReader<Order>({ texts, read }: TestTriggers<Order>): (order: unknown) => SimulatedOrder['trigger'] {
  const byText = new Map(Object.entries(texts).map(([trigger, text]) => [text, trigger as TestTrigger]));
  return (order) => byText.get(read(order as Order)) ?? 'none';
}
