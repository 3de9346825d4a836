/** Mail at the simulated print partner: its stages, and the shared part of its records (PostGrid's shape). */
import type { Contact } from '../../domain/address.ts';
import type { Progress, ScanCode, Stage, ToldScan } from '../../domain/job/progress.ts';
import type { ProductName } from '../../domain/names.ts';
import type { Parties } from '../../products/mail.ts';
import { mailTriggers } from '../../products/test-triggers.ts';
import { type SimulatedOrder, type SimulatedProduct, triggerReader } from './simulated.ts';

const stages: readonly Stage[] = ['accepted', 'in_progress', 'dispatched', 'completed'];

const startOf: Readonly<Partial<Record<SimulatedOrder['trigger'], Stage>>> = {
  in_production: 'in_progress',
  dispatched: 'dispatched',
  returned: 'dispatched',
};

/** An order stays `readyMs` in each stage. Without tracking, the last is final. */
function progressOf(order: SimulatedOrder, now: number, readyMs: number): Progress {
  const { trigger, createdAt, moved, returnedAt } = order;
  const { stage: start, at } = moved ?? { stage: startOf[trigger] ?? 'accepted', at: createdAt };
  const passed = readyMs === 0 ? stages.length : Math.floor((now - at) / readyMs);
  const stage = stages[Math.min(stages.indexOf(start) + passed, stages.length - 1)] ?? 'completed';
  const returned = returnedAt !== undefined || (trigger === 'returned' && stage === 'completed');
  const carried = { scans: order.scans, delivered: order.deliveredAt !== undefined || undefined };
  if (returned) return { stage, ...carried, returned, final: true };
  if (stage === 'completed') return { stage, ...carried, final: true };
  return { stage, ...carried, newsAt: at + (passed + 1) * readyMs };
}

const statuses: Readonly<Record<Stage, string>> = {
  accepted: 'ready',
  in_progress: 'printing',
  dispatched: 'processed_for_delivery',
  completed: 'completed',
};

/** PostGrid tells the latest scan alone, and has no more words. */
const imbStatuses: Readonly<Partial<Record<ScanCode, string>>> = {
  entered: 'entered_mail_stream',
  in_local_area: 'entered_mail_stream',
  out_for_delivery: 'out_for_delivery',
};

/** The order in which a carrier scans. */
function nextScan({ order, scans = [] }: SimulatedOrder): Omit<ToldScan, 'at'> | undefined {
  const { to, from } = order as Parties;
  const zipOf = ({ countryCode, postalOrZip }: Contact) => (countryCode === 'US' ? postalOrZip : undefined);
  const way: readonly Omit<ToldScan, 'at'>[] = [
    { code: 'entered', place: zipOf(from) },
    { code: 'in_local_area', place: zipOf(to) },
    { code: 'out_for_delivery', place: zipOf(to) },
  ];
  return way.find(({ code }) => !scans.some((scan) => scan.code === code));
}

const iso = (ms: number): string => new Date(ms).toISOString();

const contactRecord = (contact: Contact) => ({ object: 'contact', addressStatus: 'verified', ...contact });

function commonRecord(order: SimulatedOrder, now: number, readyMs: number): Record<string, unknown> {
  const { to, from } = order.order as Parties;
  const isCancelled = order.cancelledAt !== undefined;
  // PostGrid has one word for both, and tells them apart by the reason.
  const isStopped = isCancelled || order.failedAt !== undefined;
  const { stage, returned } = progressOf(order, now, readyMs);
  const last = order.scans?.findLast(({ code }) => code in imbStatuses);
  const imbStatus = returned ? 'returned_to_sender' : last && imbStatuses[last.code];
  return {
    id: order.id,
    live: false,
    status: isStopped ? 'cancelled' : statuses[stage],
    imbStatus: isStopped ? undefined : imbStatus,
    imbDate: last?.at && iso(last.at),
    imbZIPCode: last?.place,
    cancellation: isStopped ? { reason: isCancelled ? 'user_initiated' : 'invalid_content' } : undefined,
    description: order.title,
    metadata: { job_id: order.jobId },
    to: contactRecord(to),
    from: contactRecord(from),
    sendDate: iso(order.createdAt),
    size: 'us_letter',
    envelope: 'standard',
    createdAt: iso(order.createdAt),
    updatedAt: iso(order.cancelledAt ?? order.failedAt ?? order.returnedAt ?? order.moved?.at ?? order.createdAt),
  };
}

/** `readyMs`: the time in which an order can be cancelled. `own`: the members that only this kind's record has. */
export const simulatedMail = (
  kind: ProductName,
  orderId: () => string,
  readyMs: number,
  own: (order: SimulatedOrder) => Record<string, unknown>,
  signs: Omit<NonNullable<SimulatedProduct['carried']>, 'nextScan'>,
): SimulatedProduct => ({
  kind,
  moves: { print: 'in_progress', mail: 'dispatched' },
  carried: { ...signs, nextScan },
  orderId,
  trigger: triggerReader(mailTriggers),
  view: (order, now) => ({ kind: 'progress', progress: progressOf(order, now, readyMs) }),
  record: (order, now) => ({ ...commonRecord(order, now, readyMs), ...own(order) }),
});
