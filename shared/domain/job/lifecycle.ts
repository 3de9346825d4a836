/** The changing part of a job, and the public word for its state. */

import type { PartnerName } from '../names.ts';
import type { FactKind } from './fact.ts';
import type { Checkout, Payment, Refund, SurplusPayment } from './payment.ts';
import type { PartnerOrder } from './progress.ts';
import type { CarrierScan } from './scans.ts';

export type State =
  | 'awaiting_payment'
  | 'paid'
  | 'submitting'
  | 'fulfilled'
  /** A cancellation holds a paid job that no partner has taken. */
  | 'cancelling'
  /** A cancellation asks the partner to stop. */
  | 'recalling'
  /** A person decides, because no machine can find out what happened. */
  | 'parked'
  | 'cancelled'
  | 'failed';

export type PublicStatus = 'awaiting_payment' | 'paid' | 'fulfilled' | 'failed' | 'cancelled';

const statuses: Readonly<Record<State, PublicStatus>> = {
  awaiting_payment: 'awaiting_payment',
  paid: 'paid',
  submitting: 'paid',
  fulfilled: 'fulfilled',
  cancelling: 'paid',
  recalling: 'fulfilled',
  parked: 'paid',
  cancelled: 'cancelled',
  failed: 'failed',
};

/** A job that a partner has once held never reads as merely paid again, even while a partner is asked a second time. */
export const publicStatus = ({ state, partner }: Pick<Lifecycle, 'state' | 'partner'>): PublicStatus =>
  statuses[state] === 'paid' && partner !== undefined ? 'fulfilled' : statuses[state];

/** The changing part of a job; `Job` in product.ts adds the order. */
export interface Lifecycle {
  readonly state: State;
  readonly refund: Refund;
  readonly dueAt?: number;
  /**
   * Since when the work that was paid for is owed, Unix ms, where the order names a time after its payment. Every clock
   * of fulfillment counts from it: the alarms, the end of trying, the readings and the retention of the document.
   */
  readonly owedSince?: number | undefined;
  /** The number of claims and questions since `triesSince` (Unix ms), when this kind of work began. */
  readonly tries: number;
  readonly triesSince: number;
  /** The number of failed tries after which the partner is asked again, under another reference each time. */
  readonly bounces: number;
  /** The number of claims of its whole life. It tells the holder of the present claim from those before. */
  readonly claims: number;
  /** The partner of its product, recorded before the first call: it may have the order. */
  readonly routedTo?: PartnerName;
  /** Every call of this round that may have made the order was answered, the last one then, Unix ms. Each claim ends it. */
  readonly answeredAt?: number | undefined;
  readonly checkout?: Checkout;
  /** Questions in a row to which the provider did not say how the checkout stands. */
  readonly unansweredAsks?: number | undefined;
  /** The payer has nothing left to do, and the money may take days. */
  readonly isMoneyUnderWay?: boolean | undefined;
  readonly payment?: Payment;
  /** Beside the life of the job: they are paid back, and change nothing else. */
  readonly surplus?: readonly SurplusPayment[];
  /** All scans that were heard of, each once, by time. */
  readonly scans?: readonly CarrierScan[] | undefined;
  readonly partner?: PartnerOrder & {
    readonly readAt: number;
    /** The number of readings in a row that told nothing. */
    readonly unread?: number | undefined;
    /** A reading has brought news that no event had brought: the order is read often from then on. */
    readonly isUnheard?: boolean | undefined;
  };
  /** A person has stopped it, and has not let it go on. */
  readonly isHeld?: boolean | undefined;
  /** A dispute has stopped a cancellation, which goes on once the dispute is won: its refund may still be under way. */
  readonly isCancelStopped?: boolean | undefined;
  /** The reason why the job stands still or has failed. */
  readonly error?: string | undefined;
  /** When this service first heard each fact, Unix ms: the receipt's evidence. `begun`: the partner is at work. */
  readonly firsts: Readonly<Partial<Record<FactKind | 'begun' | 'dispatched' | 'delivered' | 'returned', number>>>;
}

export const initialLifecycle = (now: number): Lifecycle => ({
  state: 'awaiting_payment',
  refund: 'not_applicable',
  tries: 0,
  triesSince: now,
  bounces: 0,
  claims: 0,
  firsts: {},
});
