/** How the simulated print partner treats letters: its test triggers, its production line, its records (PostGrid's shape). */
import type { Contact } from '../../core/address.ts';
import type { Progress, Stage } from '../../core/job.ts';
import type { LetterOrder } from '../../products/letter.ts';
import type { SimulatedOrder, Trade, Trigger } from './simulated.ts';

const triggers: Readonly<Record<string, Trigger>> = {
  '1 TEST REJECT ST': 'reject',
  '1 TEST OUTAGE ST': 'outage',
  '1 TEST DOWN ST': 'down',
  '1 TEST LOST REPLY ST': 'lost_reply',
  '1 TEST PRINTING ST': 'in_production',
  '1 TEST MAILED ST': 'dispatched',
};

const triggerOf = (order: unknown): Trigger =>
  triggers[(order as LetterOrder).to.addressLine1.trim().toUpperCase()] ?? 'none';

const line: readonly Stage[] = ['accepted', 'in_progress', 'dispatched', 'completed'];

const startOf = (trigger: Trigger): number =>
  Math.max(line.indexOf(trigger === 'in_production' ? 'in_progress' : (trigger as Stage)), 0);

/** A letter stands `readyMs` at each station; in test mode no tracking follows, so the last one is final. */
function progress(order: SimulatedOrder, now: number, readyMs: number): Progress {
  const stations = readyMs === 0 ? line.length : Math.floor((now - order.createdAt) / readyMs);
  const stage = line[Math.min(startOf(order.trigger) + stations, line.length - 1)] ?? 'completed';
  return stage === 'completed' ? { stage, final: true } : { stage };
}

const statuses: Readonly<Record<Stage, string>> = {
  accepted: 'ready',
  in_progress: 'printing',
  dispatched: 'processed_for_delivery',
  completed: 'completed',
};

const iso = (ms: number): string => new Date(ms).toISOString();

const contactRecord = (contact: Contact) => ({ object: 'contact', addressStatus: 'verified', ...contact });

function record(order: SimulatedOrder, now: number, readyMs: number): Record<string, unknown> {
  const { to, from, color, registered } = order.order as LetterOrder;
  const cancelled = order.cancelledAt !== undefined;
  return {
    id: order.id,
    object: 'letter',
    live: false,
    status: cancelled ? 'cancelled' : statuses[progress(order, now, readyMs).stage],
    ...(cancelled ? { cancellation: { reason: 'user_initiated' } } : {}),
    description: order.title,
    metadata: { job_id: order.jobId },
    to: contactRecord(to),
    from: contactRecord(from),
    sendDate: iso(order.createdAt),
    mailingClass: registered ? (to.countryCode === 'US' ? 'certified' : 'registered') : 'first_class',
    addressPlacement: 'top_first_page',
    color,
    doubleSided: false,
    size: 'us_letter',
    envelope: 'standard',
    createdAt: iso(order.createdAt),
    updatedAt: iso(order.cancelledAt ?? order.createdAt),
  };
}

/** `readyMs`: how long a letter can still be cancelled. */
export const letterTrade = (orderId: () => string, readyMs: number): Trade => ({
  kind: 'letter',
  orderId,
  trigger: triggerOf,
  progress: (order, now) => progress(order, now, readyMs),
  record: (order, now) => record(order, now, readyMs),
});
