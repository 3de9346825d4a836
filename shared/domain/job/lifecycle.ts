/** The changing part of a job, what it owes, and its status with its payer and its partner. */
import type { PartnerName } from '../names.ts';
import type { Checkout, ExtraPayment, Paid, Payment, Refund } from './payment.ts';
import { type CarrierScan, type PartnerOrder, type Progress, type Stage, stages } from './progress.ts';

/**
 * `dueAt` (Unix ms) says when somebody must look again; without it nothing more is owed. `round` says how often the
 * order had bounced when the partner was asked; news of an earlier round comes too late to count. `claim` is the number
 * of the claim under which the fact was found; once another holder has claimed the job, it comes too late, too.
 */
export type Fact = {
  readonly dueAt?: number | undefined;
  readonly round?: number;
  readonly claim?: number | undefined;
} & (
  | { readonly kind: 'checkout_opened'; readonly checkout: Checkout }
  | { readonly kind: 'checkout_expired' | 'cancelled' }
  /** `unansweredAsks`: in a row, up to now. `isUnderWay`: the payer has paid, and the money may take days. */
  | { readonly kind: 'still_open'; readonly unansweredAsks?: number; readonly isUnderWay?: boolean | undefined }
  /** `notBefore`: the work is owed only from then on, Unix ms; without it, from now on. */
  | ({ readonly kind: 'paid'; readonly notBefore?: number | undefined } & Omit<Paid, 'checkoutId'>)
  | ({ readonly kind: 'wrong_amount'; readonly error: string } & Omit<Paid, 'checkoutId'>)
  | {
      readonly kind:
        | 'payment_failed'
        | 'rejected'
        | 'given_up'
        | 'disputed'
        | 'dispute_lost'
        | 'partner_failed'
        | 'abandoned'
        /** A person has stopped it before a partner had it. */
        | 'held';
      readonly error: string;
    }
  | {
      readonly kind:
        | 'cancel_claimed'
        | 'read_claimed'
        /** Its work is not owed yet: its document is retained, and it waits. */
        | 'scheduled'
        /** The partner certainly does not have it: it says so, or its complete lists do. */
        | 'turned_away'
        | 'unanswered'
        /** The partner has not said for an hour whether it stops the order: a person asks it. */
        | 'undecided'
        | 'reminded'
        /** The partner could not carry it out and may be asked again. */
        | 'bounced'
        | 'resubmitted'
        /** A person does not want to wait until the duty falls due. */
        | 'redriven';
    }
  /** The holder of the claim is dead. Only a start on one machine can know that: see `release-claims.ts`. */
  | { readonly kind: 'released' }
  | { readonly kind: 'claimed'; readonly routedTo?: PartnerName | undefined }
  | { readonly kind: 'accepted'; readonly order: PartnerOrder }
  /** An answer that proves nothing: the partner takes no orders now, or refuses a repeated call. `answeredAt`: Unix ms. */
  | { readonly kind: 'put_off'; readonly answeredAt: number }
  | {
      readonly kind: 'progressed' | 'partner_refused';
      readonly progress: Progress;
      /** True if the partner was asked and did not tell; undefined if nobody asked. Both repeat what was known before. */
      readonly isUnread?: boolean;
      /** The partner sends its news in events, and gave this only in answer to a question. */
      readonly isUnheard?: boolean;
    }
  | { readonly kind: 'partner_cancelled' | 'refunded' | 'refund_refused' | 'refund_unknown' | 'dispute_won' }
  /** The provider does not refund the payment, because the payer's bank holds it. */
  | { readonly kind: 'refund_disputed'; readonly error: string }
  /** The payer's bank believes that the card was used by a thief. */
  | { readonly kind: 'fraud_warned' }
  /** An issued refund has not reached the payer after all. */
  | { readonly kind: 'refund_failed' }
);

export type FactKind = Fact['kind'];

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
  | 'needs_review'
  | 'cancelled'
  | 'failed';

type PublicStatus = 'awaiting_payment' | 'paid' | 'fulfilled' | 'failed' | 'cancelled';

const statuses: Readonly<Record<State, PublicStatus>> = {
  awaiting_payment: 'awaiting_payment',
  paid: 'paid',
  submitting: 'paid',
  fulfilled: 'fulfilled',
  cancelling: 'paid',
  recalling: 'fulfilled',
  needs_review: 'paid',
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
  /** The number of claims of its whole life. It distinguishes the current holder from earlier ones. */
  readonly claims: number;
  /** The partner of its product, recorded before the first call: it may have the order. */
  readonly routedTo?: PartnerName;
  /** Every call of this round that may have made the order was answered, the last one then, Unix ms. Each claim ends it. */
  readonly answeredAt?: number | undefined;
  readonly checkout?: Checkout;
  /** Questions in a row to which the provider did not give the checkout's status. */
  readonly unansweredAsks?: number | undefined;
  /** The payer has nothing left to do, and the money may take days. */
  readonly isMoneyUnderWay?: boolean | undefined;
  readonly payment?: Payment;
  /** The cents of the payment that have gone back, if people at the payment provider have refunded any. */
  readonly refundedCents?: number | undefined;
  /** Beside the life of the job: they are paid back, and change nothing else. */
  readonly extraPayments?: readonly ExtraPayment[];
  /** All scans that were heard of, each once, by time. */
  readonly scans?: readonly CarrierScan[] | undefined;
  readonly partner?: PartnerOrder & {
    readonly readAt: number;
    /** The number of readings in a row without an answer. */
    readonly unread?: number | undefined;
    /** A reading has brought news that no event had brought: the order is read often from then on. */
    readonly isUnheard?: boolean | undefined;
  };
  /** A person has stopped it, and has not let it go on. */
  readonly isHeld?: boolean | undefined;
  /** A dispute has stopped a cancellation, which goes on once the dispute is won: its refund may still be under way. */
  readonly isCancelStopped?: boolean | undefined;
  /** The reason why the job is stuck or has failed. */
  readonly error?: string | undefined;
  /** When this service first heard each fact, Unix ms: the receipt's evidence. `begun`: the partner is at work. */
  readonly firstSeenAt: Readonly<Partial<Record<FactKind | 'begun' | 'dispatched' | 'delivered' | 'returned', number>>>;
}

export const initialLifecycle = (now: number): Lifecycle => ({
  state: 'awaiting_payment',
  refund: 'not_applicable',
  tries: 0,
  triesSince: now,
  bounces: 0,
  claims: 0,
  firstSeenAt: {},
});

/** When the work became owed or will become so, Unix ms: most jobs owe it since their payment. */
export const owedFrom = ({
  owedSince,
  firstSeenAt,
  triesSince,
}: Pick<Lifecycle, 'owedSince' | 'firstSeenAt' | 'triesSince'>): number => owedSince ?? firstSeenAt.paid ?? triesSince;

/** It is paid, and its day is still to come. */
export const isAhead = ({ owedSince }: Pick<Lifecycle, 'owedSince'>, now: number): boolean =>
  owedSince !== undefined && owedSince > now;

/** The payer's bank holds the money, and has not decided in our favor since the provider last said so. */
export const isDisputed = ({ firstSeenAt }: Pick<Lifecycle, 'firstSeenAt'>): boolean => {
  const { disputed, refund_disputed: answered, dispute_won: won } = firstSeenAt;
  if (won === undefined) return disputed !== undefined || answered !== undefined;
  return answered !== undefined && answered > won;
};

/** The sentence of an order that a person must look at before any partner gets it. */
export const stoppedBeforeHandOver = 'It was stopped before it was handed over; a person is looking into it.';

const hasReached = ({ partner }: Pick<Lifecycle, 'partner'>, stage: Stage): boolean =>
  partner !== undefined && stages.indexOf(partner.stage) >= stages.indexOf(stage);

/** `failed`: no payment came of it, or not of the approved amount, which is then refunded. */
export function paymentStatus({
  firstSeenAt,
  payment,
}: Pick<Lifecycle, 'firstSeenAt' | 'payment'>): 'pending' | 'paid' | 'failed' {
  if (firstSeenAt.wrong_amount !== undefined || firstSeenAt.payment_failed !== undefined) return 'failed';
  return payment === undefined ? 'pending' : 'paid';
}

/** The order has left the house: mailed, or sent. */
export const hasLeft = (job: Pick<Lifecycle, 'partner'>): boolean => hasReached(job, 'dispatched');

/** The carrier's scans of an order that has left. Earlier scans may belong to another envelope. */
export const carrierScans = (job: Pick<Lifecycle, 'partner' | 'scans'>): Lifecycle['scans'] =>
  hasLeft(job) ? job.scans : undefined;

/** A delivery that is heard of after the return is the one to its sender, and does not count. */
export const isDelivered = ({ partner, firstSeenAt }: Pick<Lifecycle, 'partner' | 'firstSeenAt'>): boolean =>
  partner?.delivered === true &&
  (firstSeenAt.returned === undefined ||
    (firstSeenAt.delivered !== undefined && firstSeenAt.delivered < firstSeenAt.returned));

/** The known times of the order's way through the partner's house, and back. */
export const milestones = (job: Pick<Lifecycle, 'partner'>) => ({
  begun: hasReached(job, 'in_progress'),
  dispatched: hasLeft(job),
  delivered: job.partner?.delivered ?? false,
  returned: job.partner?.returned ?? false,
});

/** The work that a job's state demands; `dueAt` says when. */
export type Duty = 'ask_payment' | 'submit' | 'track' | 'finish_cancel' | 'finish_recall' | 'ask_person' | 'refund';

const duties: Readonly<Record<Exclude<State, 'cancelled' | 'failed'>, Duty>> = {
  awaiting_payment: 'ask_payment',
  paid: 'submit',
  submitting: 'submit',
  fulfilled: 'track',
  cancelling: 'finish_cancel',
  recalling: 'finish_recall',
  needs_review: 'ask_person',
};

export const isDue = ({ dueAt }: Lifecycle, now: number) => dueAt !== undefined && dueAt <= now;

export function owed(job: Lifecycle, now: number): Duty | undefined {
  if (!isDue(job, now)) return undefined;
  if (job.state === 'cancelled' || job.state === 'failed') return job.refund === 'pending' ? 'refund' : undefined;
  return duties[job.state];
}

/** True if nothing is under way that a waiting payer would want to see. A job that was put aside counts as settled. */
export const isSettled = ({ state, firstSeenAt }: Lifecycle): boolean =>
  state === 'paid' ? firstSeenAt.scheduled !== undefined : state !== 'submitting' && state !== 'cancelling';
