/**
 * A partner that keeps its orders in this service's own table and mails nothing. Like the real partners, it has
 * idempotency keys, outages, lost replies, stages that advance with time, and a window for cancelling.
 */
import { sha256Hex } from '../../../core/digest.ts';
import type { PartnerOrder, Progress } from '../../../core/job.ts';
import { jobKeptMs } from '../../../core/lifetimes.ts';
import type { Drawing, ProductName, Stored, TestTriggers, Trigger } from '../../../core/product.ts';
import { update } from '../../../core/update.ts';
import { spanOf } from '../../../core/waiting.ts';
import type {
  Clock,
  Collection,
  Dated,
  Documents,
  Partner,
  PartnerRequest,
  PartnerView,
  SubmitOutcome,
} from '../../../ports.ts';

/** The test trigger of an order; most orders carry none. */
type TriggerOrNone = Trigger | 'none';

/** Finds the trigger whose text is in an order. */
export function triggerReader<Order>({ texts, read }: TestTriggers<Order>): (order: unknown) => TriggerOrNone {
  const byText = new Map(Object.entries(texts).map(([trigger, text]) => [text, trigger as Trigger]));
  return (order) => byText.get(read(order as Order)) ?? 'none';
}

export interface SimulatedOrder extends Stored {
  /** The product; the developer's mailbox sorts by it. */
  readonly kind: ProductName;
  readonly reference: string;
  readonly jobId: string;
  readonly title: string;
  readonly order: unknown;
  readonly drawing?: Drawing;
  readonly trigger: TriggerOrNone;
  readonly documentKey?: string;
  readonly documentSha256?: string;
  readonly cancelledAt?: number;
}

/** The partner's memory of an idempotency key. */
export interface SimulatedKey extends Stored {
  readonly orderId: string;
  readonly calls: number;
}

/** The parts that differ by product. */
export interface SimulatedProduct {
  readonly kind: ProductName;
  /** The partner's id for the order of a job. */
  orderId(): string;
  trigger(order: unknown): TriggerOrNone;
  /** The state of an order that was not cancelled. */
  view(order: SimulatedOrder, now: number): Exclude<PartnerView, 'unknown'>;
  record(order: SimulatedOrder, now: number): Record<string, unknown>;
}

export interface SimulatedDeps {
  readonly clock: Clock;
  readonly orders: Collection<SimulatedOrder> & Dated<SimulatedOrder>;
  readonly keys: Collection<SimulatedKey>;
  readonly documents: Documents;
}

export function simulatedPartner(trade: SimulatedProduct, { clock, orders, keys, documents }: SimulatedDeps): Partner {
  /** An order that failed in the meantime was accepted all the same; reading it shows the failure. */
  const asOrder = (order: SimulatedOrder): PartnerOrder => {
    const view = trade.view(order, clock.now());
    const progress: Progress = 'stopped' in view ? { stage: 'in_progress' } : view.progress;
    return { id: order.id, ...progress };
  };

  /** Counts one more call under the key. The first call decided the order's id for good. */
  async function called(reference: string): Promise<SimulatedKey> {
    const now = clock.now();
    const id = `simkey_${reference}`;
    const fresh = { id, version: 0, createdAt: now, keepUntil: now + jobKeptMs, orderId: trade.orderId(), calls: 0 };
    const counted = await update(keys, id, (known = fresh) => ({ ...known, calls: known.calls + 1 }));
    return counted ?? fresh;
  }

  async function make({ pdf, link: _, isFirst: __, ...request }: PartnerRequest, id: string): Promise<SimulatedOrder> {
    const known = await orders.get(id);
    if (known !== undefined) return known;
    const now = clock.now();
    const documentKey = `partner/${id}.pdf`;
    if (pdf !== undefined) await documents.put(documentKey, pdf);
    const made: SimulatedOrder = {
      ...request,
      ...{ id, version: 0, createdAt: now, keepUntil: now + jobKeptMs, kind: trade.kind },
      trigger: trade.trigger(request.order),
      documentKey: pdf && documentKey,
      documentSha256: pdf && sha256Hex(pdf),
    };
    await orders.create(made);
    return (await orders.get(id)) ?? made;
  }

  return {
    hasKeys: true,
    async submit(request): Promise<SubmitOutcome> {
      const trigger = trade.trigger(request.order);
      const { orderId, calls } = await called(request.reference);
      if (trigger === 'reject') return { kind: 'rejected', reason: 'The partner refused the order (test trigger).' };
      // An outage lasts for two calls.
      if (trigger === 'down' || (trigger === 'outage' && calls <= 2))
        return { kind: 'unavailable', reason: 'partner answered 503' };
      const order = await make(request, orderId);
      if (trigger === 'lost_reply' && calls === 1) return { kind: 'unknown', reason: 'no answer' };
      return { kind: 'accepted', order: asOrder(order) };
    },
    async find(reference) {
      const key = await keys.get(`simkey_${reference}`);
      const order = key && (await orders.get(key.orderId));
      if (order === undefined) return 'none';
      // Its reader finds it stopped, as at the real partners.
      return order.cancelledAt === undefined ? asOrder(order) : { id: order.id, stage: 'accepted', newsAt: 0 };
    },
    async read(id) {
      const order = await orders.get(id);
      if (order === undefined) return { stopped: 'The partner no longer knows the order.' };
      if (order.cancelledAt !== undefined) return { stopped: 'The partner has cancelled the order.' };
      return trade.view(order, clock.now());
    },
    async recall(id) {
      const stillWaits = (order: SimulatedOrder) =>
        order.cancelledAt === undefined && asOrder(order).stage === 'accepted';
      const order = await update(orders, id, (known) =>
        known && stillWaits(known) ? { ...known, cancelledAt: clock.now() } : known,
      );
      if (order === undefined || order.cancelledAt !== undefined) return { kind: 'cancelled' };
      const { id: _, ...progress } = asOrder(order);
      return { kind: 'refused', progress };
    },
    async record(id) {
      const order = await orders.get(id);
      return order && trade.record(order, clock.now());
    },
    async ordersOn(day, after) {
      const { from, to } = spanOf(day);
      const { items, next } = await orders.between(trade.kind, from, to, after);
      const isLiving = (order: SimulatedOrder) =>
        order.cancelledAt === undefined && 'progress' in trade.view(order, clock.now());
      return {
        orders: items.map((order) => ({
          ...{ id: order.id, reference: order.reference, isLiving: isLiving(order), createdAt: order.createdAt },
        })),
        next,
      };
    },
  };
}
