/** A developer's wishes for one order at the simulated partners. They change the partner; the service just hears of it. */
import { isWaiting, type Stage, stages } from '../../domain/job/progress.ts';
import { update } from '../../domain/stored.ts';
import {
  freshKey,
  type SimulatedDeps,
  type SimulatedKey,
  type SimulatedOrder,
  type SimulatedProduct,
  simulatedView,
} from './simulated.ts';

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

const isWaitingNow = ({ scans = [] }: SimulatedOrder): boolean => scans.some(isWaiting);

const isBefore = (stage: Stage, other: Stage): boolean => stages.indexOf(stage) < stages.indexOf(other);

/** The wishes that can still come true for an order. */
export function openWishes(trade: SimulatedProduct, order: SimulatedOrder, now: number): readonly Wish[] {
  const view = simulatedView(trade, order, now);
  if (order.cancelledAt !== undefined || view.kind === 'stopped') return [];
  const { stage, final, returned } = view.progress;
  return wishes.filter((wish) => {
    // The carrier's news is heard even after the last stage.
    const isCarried = trade.carried !== undefined && !returned && !isBefore(stage, 'dispatched');
    if (wish === 'return') return isCarried;
    if (wish === 'scan') return isCarried && trade.carried?.nextScan(order) !== undefined;
    const isDeliverable = isCarried && trade.carried?.isSignedFor(order.order) && order.deliveredAt === undefined;
    if (wish === 'deliver') return isDeliverable;
    if (wish === 'nobody_home') return isDeliverable && !isWaitingNow(order);
    if (final) return false;
    if (wish === 'lose_answer') return !order.losesAnswer;
    if (wish === 'fail') return isBefore(stage, 'dispatched');
    const to = trade.moves[wish];
    return to !== undefined && isBefore(stage, to);
  });
}

/** Before the first call under a key. A key that was called has an order, or has said why not. */
export const openKeyWishes = (key: SimulatedKey | undefined): readonly Wish[] =>
  wishes.filter((wish) => (wish === 'lose_answer' && !key?.losesAnswer) || (wish === 'fail' && !key?.refuses));

/** The order with its wish come true; `undefined` if it cannot any more. */
export async function grant(
  { clock, orders }: Pick<SimulatedDeps, 'clock' | 'orders'>,
  trade: SimulatedProduct,
  id: string,
  wish: Wish,
): Promise<SimulatedOrder | undefined> {
  let isGranted = false;
  const order = await update(orders, id, (stored) => {
    const now = clock.now();
    isGranted = stored !== undefined && openWishes(trade, stored, now).includes(wish);
    return stored && isGranted ? { ...stored, ...changeFor(trade, stored, wish, now) } : stored;
  });
  return isGranted ? order : undefined;
}

function changeFor(trade: SimulatedProduct, order: SimulatedOrder, wish: Wish, now: number): Partial<SimulatedOrder> {
  const { scans = [] } = order;
  const next = wish === 'nobody_home' ? ({ code: 'pickup_available' } as const) : trade.carried?.nextScan(order);
  if (wish === 'scan' || wish === 'nobody_home') return { scans: next ? [...scans, { ...next, at: now }] : scans };
  if (wish === 'lose_answer') return { losesAnswer: true };
  if (wish === 'return') return { returnedAt: now };
  if (wish === 'deliver') return { deliveredAt: now };
  const stage = wish === 'fail' ? undefined : trade.moves[wish];
  return stage === undefined ? { failedAt: now } : { moved: { stage, at: now } };
}

/** Sets up a key at the partner in advance; false if the wish cannot come true under it. */
export async function grantInAdvance(
  { clock, keys }: Pick<SimulatedDeps, 'clock' | 'keys'>,
  trade: SimulatedProduct,
  reference: string,
  wish: Wish,
): Promise<boolean> {
  let isGranted = false;
  const fresh = freshKey(trade, reference, clock.now());
  await update(keys, fresh.id, (stored) => {
    isGranted = openKeyWishes(stored).includes(wish);
    return isGranted
      ? { ...(stored ?? fresh), ...(wish === 'fail' ? { refuses: true } : { losesAnswer: true }) }
      : stored;
  });
  return isGranted;
}
