/** The mailbox's buttons. They change the simulated partner or mock payment provider, and the service gets the usual events. */
import {
  mockCheckouts,
  ownBaseUrl,
  type ServiceDeps,
  simulatedKeys,
  simulatedOrders,
} from '../../../shared/config/app.ts';
import { hasEnded } from '../../../shared/domain/job/lifecycle.ts';
import { mayBePickedUp, type Stage, stages } from '../../../shared/domain/job/progress.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { update } from '../../../shared/domain/stored.ts';
import { receivePartnerEvent, referenceOf } from '../../../shared/orders/read-progress.ts';
import type { Card } from '../../../shared/pages/mailbox.ts';
import {
  freshKey,
  keyIdOf,
  type SimulatedDeps,
  type SimulatedKey,
  type SimulatedOrder,
  type SimulatedProduct,
  simulatedView,
} from '../../../shared/partners/simulated/simulated.ts';
import { type MailboxEntry, partnerProduct } from './entries.ts';

/** The mailbox's messages after a button was pressed, by outcome. */
export const messages = {
  print: 'It’s being printed, and the service knows.',
  mail: 'It’s mailed, and the service knows.',
  send: 'It’s sent, and the service knows.',
  scan: 'The carrier scanned it, and the service knows.',
  nobody_home: 'No one was home. It’s waiting at the post office, and the service knows.',
  deliver: 'The carrier delivered it, and the service knows.',
  return: 'It’s returning to sender, and the service knows.',
  fail: 'It failed, and the service knows.',
  not_yet_known: 'Done at the partner. The service doesn’t know yet; it will find out when it checks.',
  refuses: 'The partner will refuse it.',
  lose_answer: 'The partner’s next response will be lost.',
  hold_event: 'The payment event waits until you deliver it. The service may look up the payment first.',
  at_once: 'Payment events will arrive right away again.',
  send_event: 'The payment event was delivered.',
  unconfirmed: 'The service hasn’t confirmed the payment event.',
  too_late: 'It’s too late for that. Check the job’s status.',
} as const;

type ActionOutcome = keyof typeof messages;

/** The order of the job’s latest attempt; `undefined` before the partner has it. */
const currentOrder = ({ orders, job }: MailboxEntry): SimulatedOrder | undefined =>
  orders.find(({ reference }) => reference === referenceOf(job));

/** The actions that are possible now, and notes about those that have not taken effect yet. */
export async function currentActions(deps: ServiceDeps, entry: MailboxEntry) {
  const { job, session, status } = entry;
  const isHeld = session?.isEventHeld === true;
  const isActive = !hasEnded(job);
  const order = isActive ? currentOrder(entry) : undefined;
  const key = isActive && order === undefined ? await simulatedKeys().get(keyIdOf(referenceOf(job))) : undefined;
  const actionsAtPartner =
    order === undefined
      ? actionsBeforeOrder(key)
      : possibleActions(partnerProduct(deps, order.kind), order, deps.clock.now());
  const notes = [
    ...(job.partner?.returned ? ['It’s returning to sender.'] : []),
    ...(order?.losesReply || key?.losesReply ? [messages.lose_answer] : []),
    ...(key?.refuses ? [messages.refuses] : []),
    ...(isHeld ? ['The payment event is on hold.'] : []),
  ];
  const actions: Card['actions'] = [
    ...(isActive ? actionsAtPartner : []),
    ...(isHeld ? (['send_event'] as const) : []),
    ...(!isHeld && session !== undefined && status === 'awaiting_payment' ? (['hold_event'] as const) : []),
  ];
  return { notes, actions };
}

/** Returns the outcome; `undefined` for an unknown action, or one about a payment event if the job has no mock session. */
export async function performAction(deps: ServiceDeps, entry: MailboxEntry, action: string) {
  const partnerAction = partnerActions.find((name) => name === action);
  if (partnerAction !== undefined) return actAtPartner(deps, entry, partnerAction);
  const { session } = entry;
  if (session === undefined) return undefined;
  if (action === 'hold_event') {
    if (session.status !== 'open') return 'too_late';
    await mockCheckouts().holdEvent(session.id, true);
    return 'hold_event';
  }
  return action === 'send_event' ? sendEvent(deps, session.id) : undefined;
}

async function sendEvent({ settings }: ServiceDeps, sessionId: string): Promise<ActionOutcome> {
  const session = await mockCheckouts().holdEvent(sessionId, false);
  if (session === undefined || session.status === 'open') return 'at_once';
  const baseUrl = ownBaseUrl() ?? settings.publicBaseUrl ?? session.request.baseUrl;
  const announced = mockCheckouts().announce(session, baseUrl);
  return (await announced.catch(() => false)) ? 'send_event' : 'unconfirmed';
}

async function actAtPartner(deps: ServiceDeps, entry: MailboxEntry, action: PartnerAction): Promise<ActionOutcome> {
  const { job } = entry;
  if (hasEnded(job)) return 'too_late';
  const product = partnerProduct(deps, job.product);
  const order = currentOrder(entry);
  const { clock } = deps;
  if (order === undefined) {
    const isApplied = await applyBeforeOrder({ clock, keys: simulatedKeys() }, product, referenceOf(job), action);
    if (!isApplied) return 'too_late';
    return action === 'fail' ? 'refuses' : 'lose_answer';
  }
  const changed = await applyToOrder({ clock, orders: simulatedOrders() }, product, order.id, action);
  if (changed === undefined) return 'too_late';
  if (action === 'lose_answer') return action;
  // Real partners also report changes with events.
  const view = simulatedView(product, changed, clock.now());
  return receivePartnerEvent(deps, { kind: 'order', partnerId: changed.id, view }).then(
    () => action,
    (error: unknown) => {
      // The service does not have the order yet.
      if (error instanceof Refusal) return 'not_yet_known' as const;
      throw error;
    },
  );
}

/** `lose_answer`: the partner's next response is lost, which simulated orders and keys store as `losesReply`. */
const partnerActions = [
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
type PartnerAction = (typeof partnerActions)[number];

const isBefore = (stage: Stage, other: Stage): boolean => stages.indexOf(stage) < stages.indexOf(other);

/** The actions that are still possible for an order. */
function possibleActions(product: SimulatedProduct, order: SimulatedOrder, now: number): readonly PartnerAction[] {
  const view = simulatedView(product, order, now);
  if (order.cancelledAt !== undefined || view.kind === 'stopped') return [];
  const { stage, final, returned } = view.progress;
  return partnerActions.filter((action) => {
    // The carrier may report something even after the last stage.
    const isInMail = product.carrier !== undefined && !returned && !isBefore(stage, 'dispatched');
    if (action === 'return') return isInMail;
    if (action === 'scan') return isInMail && product.carrier?.nextScan(order) !== undefined;
    const isDeliverable = isInMail && product.carrier?.isSignedFor(order.order) && order.deliveredAt === undefined;
    if (action === 'deliver') return isDeliverable;
    if (action === 'nobody_home') return isDeliverable && !order.scans?.some(mayBePickedUp);
    if (final) return false;
    if (action === 'lose_answer') return !order.losesReply;
    if (action === 'fail') return isBefore(stage, 'dispatched');
    const nextStage = product.moves[action];
    return nextStage !== undefined && isBefore(stage, nextStage);
  });
}

/** The actions before the first call to the partner with a key. After that call, there is an order or a refusal. */
const actionsBeforeOrder = (key: SimulatedKey | undefined): readonly PartnerAction[] =>
  partnerActions.filter(
    (action) => (action === 'lose_answer' && !key?.losesReply) || (action === 'fail' && !key?.refuses),
  );

/** The changed order; `undefined` if the action is no longer possible. */
export async function applyToOrder(
  { clock, orders }: Pick<SimulatedDeps, 'clock' | 'orders'>,
  product: SimulatedProduct,
  id: string,
  action: PartnerAction,
): Promise<SimulatedOrder | undefined> {
  let isApplied = false;
  const order = await update(orders, id, (stored) => {
    const now = clock.now();
    isApplied = stored !== undefined && possibleActions(product, stored, now).includes(action);
    return stored && isApplied ? { ...stored, ...changeFor(product, stored, action, now) } : stored;
  });
  return isApplied ? order : undefined;
}

function changeFor(
  product: SimulatedProduct,
  order: SimulatedOrder,
  action: PartnerAction,
  now: number,
): Partial<SimulatedOrder> {
  const { scans = [] } = order;
  const next = action === 'nobody_home' ? ({ code: 'pickup_available' } as const) : product.carrier?.nextScan(order);
  if (action === 'scan' || action === 'nobody_home') return { scans: next ? [...scans, { ...next, at: now }] : scans };
  if (action === 'lose_answer') return { losesReply: true };
  if (action === 'return') return { returnedAt: now };
  if (action === 'deliver') return { deliveredAt: now };
  if (action === 'fail') return { failedAt: now };
  const stage = product.moves[action];
  return stage === undefined ? {} : { moved: { stage, at: now } };
}

/** Makes the partner refuse the first call with this key, or lose its response; false if `action` can't be chosen now. */
export async function applyBeforeOrder(
  { clock, keys }: Pick<SimulatedDeps, 'clock' | 'keys'>,
  product: SimulatedProduct,
  reference: string,
  action: PartnerAction,
): Promise<boolean> {
  let isApplied = false;
  const fresh = freshKey(product, reference, clock.now());
  await update(keys, fresh.id, (stored) => {
    isApplied = actionsBeforeOrder(stored).includes(action);
    return isApplied
      ? { ...(stored ?? fresh), ...(action === 'fail' ? { refuses: true } : { losesReply: true }) }
      : stored;
  });
  return isApplied;
}
