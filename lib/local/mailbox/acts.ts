/** A developer's buttons. They change the simulated partner or the mock payment provider; the service gets the usual events. */
import {
  mockCheckouts,
  ownBaseUrl,
  type ServiceDeps,
  simulatedKeys,
  simulatedOrders,
} from '../../../shared/config/app.ts';
import type { Job } from '../../../shared/domain/job/job.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { receivePartnerEvent, referenceOf } from '../../../shared/orders/read-progress.ts';
import type { Card } from '../../../shared/pages/mailbox.ts';
import { keyId, type SimulatedOrder, simulatedView } from '../../../shared/partners/simulated/simulated.ts';
import { type MailboxEntry, tradeOf } from './entries.ts';
import { grant, grantInAdvance, openKeyWishes, openWishes, type Wish, wishes } from './wishes.ts';

/** The result of each button in one sentence. */
export const sentences = {
  print: 'It’s being printed, and the service knows.',
  mail: 'It’s mailed, and the service knows.',
  send: 'It’s sent, and the service knows.',
  scan: 'The carrier scanned it, and the service knows.',
  nobody_home: 'No one was home. It’s waiting at the post office, and the service knows.',
  deliver: 'The carrier delivered it, and the service knows.',
  return: 'It’s returning to sender, and the service knows.',
  fail: 'It failed, and the service knows.',
  unheard: 'Done at the partner. The service doesn’t know yet; it will ask.',
  refuses: 'The partner will refuse it.',
  lose_answer: 'The partner’s next response will be lost.',
  hold_event: 'The payment event waits until you deliver it. The service may look up the payment first.',
  at_once: 'The payment event will arrive right away again.',
  send_event: 'The payment event was delivered.',
  unconfirmed: 'The service hasn’t confirmed the payment event.',
  too_late: 'It’s too late for that. Check the job’s status.',
} as const;

type ActOutcome = keyof typeof sentences;

const hasEnded = ({ state }: Job): boolean => state === 'cancelled' || state === 'failed';

/** The order under the job's present reference; none before a partner has it, and none between two attempts. */
const presentOrder = ({ orders, job }: MailboxEntry): SimulatedOrder | undefined =>
  orders.find(({ reference }) => reference === referenceOf(job));

/** The buttons that would do something now, and what is already set. */
export async function standingOf(deps: ServiceDeps, entry: MailboxEntry) {
  const { job, session, status } = entry;
  const isHeld = session?.isEventLate === true;
  const isActive = !hasEnded(job);
  const order = isActive ? presentOrder(entry) : undefined;
  const key = isActive && order === undefined ? await simulatedKeys().get(keyId(referenceOf(job))) : undefined;
  const atPartner =
    order === undefined ? openKeyWishes(key) : openWishes(tradeOf(deps, order.kind), order, deps.clock.now());
  const notes = [
    ...(job.partner?.returned ? ['It’s returning to sender.'] : []),
    ...(order?.losesAnswer || key?.losesAnswer ? [sentences.lose_answer] : []),
    ...(key?.refuses ? [sentences.refuses] : []),
    ...(isHeld ? ['The payment event is on hold.'] : []),
  ];
  const actions: Card['actions'] = [
    ...(isActive ? atPartner : []),
    ...(isHeld ? (['send_event'] as const) : []),
    ...(!isHeld && session !== undefined && status === 'awaiting_payment' ? (['hold_event'] as const) : []),
  ];
  return { notes, actions };
}

/** Returns what came of it; `undefined` for an action that does not exist here. */
export async function act(deps: ServiceDeps, entry: MailboxEntry, action: string): Promise<ActOutcome | undefined> {
  const asWish = wishes.find((each) => each === action);
  if (asWish !== undefined) return wish(deps, entry, asWish);
  const { session } = entry;
  if (session === undefined) return undefined;
  if (action === 'hold_event') {
    if (session.status !== 'open') return 'too_late';
    await mockCheckouts().holdEvent(session.id, true);
    return 'hold_event';
  }
  return action === 'send_event' ? sendEvent(deps, session.id) : undefined;
}

async function sendEvent({ settings }: ServiceDeps, sessionId: string): Promise<ActOutcome> {
  const session = await mockCheckouts().holdEvent(sessionId, false);
  if (session === undefined || session.status === 'open') return 'at_once';
  const baseUrl = ownBaseUrl() ?? settings.publicBaseUrl ?? session.request.baseUrl;
  const announced = mockCheckouts().announce(session, baseUrl);
  return (await announced.catch(() => false)) ? 'send_event' : 'unconfirmed';
}

async function wish(deps: ServiceDeps, entry: MailboxEntry, action: Wish): Promise<ActOutcome> {
  const { job } = entry;
  if (hasEnded(job)) return 'too_late';
  const trade = tradeOf(deps, job.product);
  const order = presentOrder(entry);
  const { clock } = deps;
  if (order === undefined) {
    const isGranted = await grantInAdvance({ clock, keys: simulatedKeys() }, trade, referenceOf(job), action);
    if (!isGranted) return 'too_late';
    return action === 'fail' ? 'refuses' : 'lose_answer';
  }
  const granted = await grant({ clock, orders: simulatedOrders() }, trade, order.id, action);
  if (granted === undefined) return 'too_late';
  if (action === 'lose_answer') return action;
  // Sends it as an event, as real partners do.
  const view = simulatedView(trade, granted, clock.now());
  return receivePartnerEvent(deps, { kind: 'order', partnerId: granted.id, view }).then(
    () => action,
    (error: unknown) => {
      // The service does not have the order yet.
      if (error instanceof Refusal) return 'unheard' as const;
      throw error;
    },
  );
}
