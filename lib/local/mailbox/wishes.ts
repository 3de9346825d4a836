/** A developer's wishes for one order at the simulated partners. The service learns of it as it would in real mode. */
import { isWaiting, type Stage, stages } from '../../../shared/domain/job/progress.ts';
import { update } from '../../../shared/domain/stored.ts';
import {
  freshKey,
  type SimulatedDeps,
  type SimulatedKey,
  type SimulatedOrder,
  type SimulatedProduct,
  simulatedView,
} from '../../../shared/partners/simulated/simulated.ts';

export const wishes = [
  'print',
  'mail',
  'send',
  'scan',
  'nobody_home',
  'deliver',
  'return',
  'fail',
  'lose_answer',
] as const;
export type Wish = (typeof wishes)[number];

const isBefore = (stage: Stage, other: Stage): boolean => stages.indexOf(stage) < stages.indexOf(other);

/** The wishes that are still possible for an order. */
export function openWishes(product: SimulatedProduct, order: SimulatedOrder, now: number): readonly Wish[] {
  const view = simulatedView(product, order, now);
  if (order.cancelledAt !== undefined || view.kind === 'stopped') return [];
  const { stage, final, returned } = view.progress;
  return wishes.filter((wish) => {
    // The carrier may report even after the last stage.
    const isCarried = product.carried !== undefined && !returned && !isBefore(stage, 'dispatched');
    if (wish === 'return') return isCarried;
    if (wish === 'scan') return isCarried && product.carried?.nextScan(order) !== undefined;
    const isDeliverable = isCarried && product.carried?.isSignedFor(order.order) && order.deliveredAt === undefined;
    if (wish === 'deliver') return isDeliverable;
    if (wish === 'nobody_home') return isDeliverable && !order.scans?.some(isWaiting);
    if (final) return false;
    if (wish === 'lose_answer') return !order.losesAnswer;
    if (wish === 'fail') return isBefore(stage, 'dispatched');
    const to = product.moves[wish];
    return to !== undefined && isBefore(stage, to);
  });
}

/** The wishes before the first call under a key. After it, there is an order or a refusal. */
export const openKeyWishes = (key: SimulatedKey | undefined): readonly Wish[] =>
  wishes.filter((wish) => (wish === 'lose_answer' && !key?.losesAnswer) || (wish === 'fail' && !key?.refuses));

/** The changed order; `undefined` if the wish is no longer possible. */
export async function grant(
  { clock, orders }: Pick<SimulatedDeps, 'clock' | 'orders'>,
  product: SimulatedProduct,
  id: string,
  wish: Wish,
): Promise<SimulatedOrder | undefined> {
  let isGranted = false;
  const order = await update(orders, id, (stored) => {
    const now = clock.now();
    isGranted = stored !== undefined && openWishes(product, stored, now).includes(wish);
    return stored && isGranted ? { ...stored, ...changeFor(product, stored, wish, now) } : stored;
  });
  return isGranted ? order : undefined;
}

function changeFor(product: SimulatedProduct, order: SimulatedOrder, wish: Wish, now: number): Partial<SimulatedOrder> {
  const { scans = [] } = order;
  const next = wish === 'nobody_home' ? ({ code: 'pickup_available' } as const) : product.carried?.nextScan(order);
  if (wish === 'scan' || wish === 'nobody_home') return { scans: next ? [...scans, { ...next, at: now }] : scans };
  if (wish === 'lose_answer') return { losesAnswer: true };
  if (wish === 'return') return { returnedAt: now };
  if (wish === 'deliver') return { deliveredAt: now };
  const stage = wish === 'fail' ? undefined : product.moves[wish];
  return stage === undefined ? { failedAt: now } : { moved: { stage, at: now } };
}

/** Sets up a key at the partner in advance; false if the wish is not possible under it. */
export async function grantInAdvance(
  { clock, keys }: Pick<SimulatedDeps, 'clock' | 'keys'>,
  product: SimulatedProduct,
  reference: string,
  wish: Wish,
): Promise<boolean> {
  let isGranted = false;
  const fresh = freshKey(product, reference, clock.now());
  await update(keys, fresh.id, (stored) => {
    isGranted = openKeyWishes(stored).includes(wish);
    return isGranted
      ? { ...(stored ?? fresh), ...(wish === 'fail' ? { refuses: true } : { losesAnswer: true }) }
      : stored;
  });
  return isGranted;
}
