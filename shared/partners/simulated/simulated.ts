/** A partner that sends nothing. It simulates idempotency keys, outages, lost responses and a time limit for canceling. */
import type { CheckDraw } from '../../domain/bank-account.ts';
import { sha256Hex } from '../../domain/ids.ts';
import { spanOf } from '../../domain/job/job.ts';
import type { PartnerOrder, Progress, ReportedScan, Stage } from '../../domain/job/progress.ts';
import type { ProductName } from '../../domain/names.ts';
import type { TestTrigger } from '../../domain/product.ts';
import { type Stored, update } from '../../domain/stored.ts';
import { type Clock, lifetimesMs } from '../../domain/times.ts';
import { productNamed } from '../../products/index.ts';
import type { Documents } from '../../storage/documents.ts';
import type { Collection, Dated } from '../../storage/table.ts';
import type { KnownView, ListedOrder, Partner, PartnerRequest } from '../partner.ts';
import { simulated } from './facts.ts';

export interface SimulatedOrder extends Stored {
  /** The product; the developer's mailbox sorts by it. */
  readonly kind: ProductName;
  readonly reference: string;
  readonly jobId: string;
  readonly title: string;
  readonly order: unknown;
  readonly drawing?: CheckDraw;
  readonly trigger: TestTrigger | 'none';
  readonly documentKey?: string;
  readonly documentSha256?: string;
  readonly cancelledAt?: number;
  // The other fields are set by a developer's actions in the mailbox. Times are Unix ms.
  /** The order continues from this stage. */
  readonly moved?: { readonly stage: Stage; readonly at: number };
  readonly failedAt?: number | undefined;
  readonly scans?: readonly ReportedScan[] | undefined;
  readonly deliveredAt?: number | undefined;
  readonly returnedAt?: number | undefined;
  readonly losesReply?: boolean | undefined;
}

/** An idempotency key, as the partner stores it. A developer may create it before the first call. */
export interface SimulatedKey extends Stored {
  readonly orderId: string;
  readonly calls: number;
  readonly refuses?: boolean | undefined;
  /** The next response under this key is lost, once. */
  readonly losesReply?: boolean | undefined;
}

export interface SimulatedProduct {
  readonly kind: ProductName;
  /** The stages to which a developer may move an order, by the name of the action. */
  readonly moves: Readonly<Partial<Record<'print' | 'mail' | 'send', Stage>>>;
  /** Set if a carrier delivers the product, scans it, and may return it to the sender. */
  readonly carrier?: {
    isSignedFor(order: unknown): boolean;
    /** `undefined` after the last scan. */
    nextScan(order: SimulatedOrder): Omit<ReportedScan, 'at'> | undefined;
  };
  orderId(): string;
  trigger(order: unknown): SimulatedOrder['trigger'];
  /** The state of an order that a developer has not canceled or failed. */
  view(order: SimulatedOrder, now: number): KnownView;
  record(order: SimulatedOrder, now: number): Record<string, unknown>;
}

export interface SimulatedDeps {
  readonly clock: Clock;
  readonly orders: Collection<SimulatedOrder> & Dated<SimulatedOrder>;
  readonly keys: Collection<SimulatedKey>;
  readonly documents: Documents;
}

/** A key before its first call. */
export function freshKey(product: SimulatedProduct, reference: string, now: number): SimulatedKey {
  return {
    id: keyIdOf(reference),
    version: 0,
    createdAt: now,
    keepUntil: now + lifetimesMs.job,
    orderId: product.orderId(),
    calls: 0,
  };
}

export const keyIdOf = (reference: string) => `simkey_${reference}`;

const documentKeyOf = (orderId: string) => `partner/${orderId}.pdf`;

/** The state of an order that was not canceled. */
export const simulatedView = (product: SimulatedProduct, order: SimulatedOrder, now: number): KnownView =>
  order.failedAt === undefined
    ? product.view(order, now)
    : { kind: 'stopped', reason: 'The partner could not fulfill the order (a developer made it fail).', cause: 'ours' };

/** Counts a call under the key. The first call sets the order's id. */
async function countCall(product: SimulatedProduct, { clock, keys }: SimulatedDeps, reference: string) {
  const fresh = freshKey(product, reference, clock.now());
  let losesReply = false;
  const counted = await update(keys, fresh.id, (stored = fresh) => {
    losesReply = stored.losesReply === true;
    return { ...stored, losesReply: undefined, calls: stored.calls + 1 };
  });
  return { ...(counted ?? fresh), losesReply };
}

/** Makes the order of a request, or returns the order that has this id already. */
async function makeOrder(
  product: SimulatedProduct,
  { clock, orders, documents }: SimulatedDeps,
  { pdf, link: _, ...request }: PartnerRequest,
  id: string,
): Promise<SimulatedOrder> {
  const existing = await orders.get(id);
  if (existing !== undefined) return existing;
  const now = clock.now();
  if (pdf !== undefined) await documents.put(documentKeyOf(id), pdf);
  const created: SimulatedOrder = {
    ...request,
    id,
    version: 0,
    createdAt: now,
    keepUntil: now + lifetimesMs.job,
    kind: product.kind,
    trigger: product.trigger(request.order),
    documentKey: pdf && documentKeyOf(id),
    documentSha256: pdf && sha256Hex(pdf),
  };
  await orders.create(created);
  return (await orders.get(id)) ?? created;
}

function listedOrder(product: SimulatedProduct, order: SimulatedOrder, now: number): ListedOrder {
  const { id, reference, createdAt, cancelledAt } = order;
  const isActive = cancelledAt === undefined && simulatedView(product, order, now).kind === 'progress';
  return { id, reference, isActive, createdAt };
}

export function simulatedPartner(product: SimulatedProduct, deps: SimulatedDeps): Partner {
  const { clock, orders, keys, documents } = deps;
  const viewOf = (order: SimulatedOrder) => simulatedView(product, order, clock.now());

  /** We report even a failed or canceled order as taken. The next reading shows how it ended. */
  const partnerOrder = (order: SimulatedOrder): PartnerOrder => {
    if (order.cancelledAt !== undefined) return { id: order.id, stage: 'accepted', newsAt: 0 };
    const view = viewOf(order);
    const progress: Progress = view.kind === 'stopped' ? { stage: 'in_progress', newsAt: 0 } : view.progress;
    return { id: order.id, ...progress };
  };

  /** True, once, if a developer chose to lose the next response about this order. */
  const loseReplyOnce = async (order: SimulatedOrder): Promise<boolean> => {
    if (!order.losesReply) return false;
    await update(orders, order.id, (stored) => stored && { ...stored, losesReply: undefined });
    return true;
  };

  return {
    assumed: simulated.assumed,
    async submit(request) {
      const trigger = product.trigger(request.order);
      const { orderId, calls, refuses, losesReply } = await countCall(product, deps, request.reference);
      if (trigger === 'reject')
        return { kind: 'rejected', reason: 'The partner refused the order (test trigger).', cause: 'ours' };
      if (refuses)
        return { kind: 'rejected', reason: 'The partner refused the order (a developer made it fail).', cause: 'ours' };
      // An outage lasts for two calls.
      if (trigger === 'down' || (trigger === 'outage' && calls <= 2))
        return { kind: 'unavailable', reason: 'the partner responded with 503' };
      const order = await makeOrder(product, deps, request, orderId);
      if (losesReply || (trigger === 'lost_reply' && calls === 1)) return { kind: 'unknown', reason: 'no response' };
      return { kind: 'accepted', order: partnerOrder(order) };
    },
    async find(reference) {
      const key = await keys.get(keyIdOf(reference));
      const order = key && (await orders.get(key.orderId));
      if (order === undefined) return { kind: 'none' };
      return (await loseReplyOnce(order)) ? { kind: 'unknown' } : { kind: 'found', order: partnerOrder(order) };
    },
    async read(id) {
      const order = await orders.get(id);
      if (order === undefined)
        return { kind: 'stopped', reason: 'The partner no longer knows the order.', cause: 'ours' };
      if (await loseReplyOnce(order)) return { kind: 'unknown' };
      if (order.cancelledAt !== undefined)
        return { kind: 'stopped', reason: 'The partner has canceled the order.', cause: 'stopped' };
      return viewOf(order);
    },
    async recall(id) {
      // An order can be canceled until the partner begins its work.
      const order = await update(orders, id, (stored) =>
        stored && stored.cancelledAt === undefined && partnerOrder(stored).stage === 'accepted'
          ? { ...stored, cancelledAt: clock.now() }
          : stored,
      );
      if (order !== undefined && (await loseReplyOnce(order))) return { kind: 'unknown' };
      if (order === undefined || order.cancelledAt !== undefined) return { kind: 'cancelled' };
      const { id: _, ...progress } = partnerOrder(order);
      return { kind: 'refused', progress };
    },
    // A real print partner retains its copy. The simulated partner's copy is in our stores, so we delete it.
    async erase(id) {
      const withoutText = productNamed(product.kind).withoutText ?? (({ order }) => order);
      await update(orders, id, (stored) => stored && { ...stored, order: withoutText(stored) });
      await documents.delete(documentKeyOf(id));
      return true;
    },
    async record(id) {
      const order = await orders.get(id);
      return order && product.record(order, clock.now());
    },
    async ordersOn(day, after) {
      const { from, to } = spanOf(day);
      const { items, next } = await orders.between(product.kind, from, to, after);
      return { orders: items.map((order) => listedOrder(product, order, clock.now())), next };
    },
  };
}
