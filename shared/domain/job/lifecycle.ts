/** The changing part of a job: its payment, what it owes, and its status with its payer and its partner. */
import type { PartnerName, PaymentProviderName } from '../names.ts';
import type { CarrierScan, PartnerOrder, Progress } from './progress.ts';

/**
 * `dueAt` (Unix ms): when the job must be looked at again; without it nothing more is owed. `round`: how often the order
 * had bounced when we called the partner; news from an earlier round is ignored. `claim`: the number of the claim that
 * brought the fact; it is ignored once another holder has claimed the job.
 */
export type Fact = {
  readonly dueAt?: number | undefined;
  readonly round?: number;
  readonly claim?: number | undefined;
} & (
  | { readonly kind: 'checkout_opened'; readonly checkout: Checkout }
  | { readonly kind: 'checkout_expired' | 'cancelled' }
  /** `unansweredAsks`: how many in a row. `isUnderWay`: the payer has paid, and the money may take days. */
  | { readonly kind: 'still_open'; readonly unansweredAsks?: number; readonly isUnderWay?: boolean | undefined }
  /** `notBefore`: the work is owed only from then on, Unix ms; without it, from now on. */
  | ({ readonly kind: 'paid'; readonly notBefore?: number | undefined } & Omit<Paid, 'checkoutId'>)
  | ({ readonly kind: 'wrong_amount'; readonly error: string } & Omit<Paid, 'checkoutId'>)
  | {
      readonly kind:
        | 'payment_failed'
        | 'given_up'
        /** A person stopped it before a partner had it. */
        | 'held';
      readonly error: string;
    }
  | { readonly kind: 'rejected' | 'partner_failed' | 'abandoned'; readonly error: string; readonly cause: FailureCause }
  | {
      readonly kind:
        | 'cancel_claimed'
        | 'read_claimed'
        /** Its day is still ahead: its document is stored again, and it waits. */
        | 'scheduled'
        /** The partner certainly does not have it: it says so, or its complete lists show it. */
        | 'turned_away'
        | 'unanswered'
        /** The partner has not said for an hour whether it stops the order: a person contacts it. */
        | 'undecided'
        | 'reminded'
        /** The partner could not fulfill it and may get it again. */
        | 'bounced'
        | 'resubmitted'
        /** A person does not want to wait until the duty is due. */
        | 'redriven';
    }
  /** The holder of the claim is dead, which only a start on one machine can know: see `release-claims.ts`. */
  | { readonly kind: 'released' }
  | { readonly kind: 'claimed'; readonly routedTo?: PartnerName | undefined }
  | { readonly kind: 'accepted'; readonly order: PartnerOrder }
  /** A response that proves nothing: the partner takes no orders now, or refuses a repeated call. `answeredAt`: Unix ms. */
  | { readonly kind: 'put_off'; readonly answeredAt: number }
  | {
      readonly kind: 'progressed' | 'partner_refused';
      readonly progress: Progress;
      /** True if we read the status and got no answer; undefined if we did not read it. Then the progress is the old one. */
      readonly isUnread?: boolean;
      /** The partner sends events, but this news came only from a reading. */
      readonly isUnheard?: boolean;
    }
  | { readonly kind: 'partner_cancelled' | 'refunded' | 'refund_refused' | 'refund_unknown' }
  /** `disputeId`: the provider's id, because a payer can dispute a payment again after losing the first dispute. */
  | { readonly kind: 'disputed' | 'dispute_lost'; readonly disputeId?: string | undefined; readonly error: string }
  | { readonly kind: 'dispute_won'; readonly disputeId?: string | undefined }
  /** The provider does not refund the payment, because the payer's bank holds it. */
  | { readonly kind: 'refund_disputed'; readonly error: string }
  /** The payer's bank believes that the card was used by a thief. */
  | { readonly kind: 'fraud_warned' }
  /** An issued refund has not reached the payer after all. */
  | { readonly kind: 'refund_failed' }
);

export type FactKind = Fact['kind'];

/** What prevented an order that was paid. `account`: our account at the partner. `stopped`: someone stopped it there. */
export type FailureCause = 'number' | 'line' | 'document' | 'address' | 'ours' | 'account' | 'stopped';

export type State =
  | 'awaiting_payment'
  | 'paid'
  | 'submitting'
  | 'fulfilled'
  /** A cancellation holds a paid job that no partner has taken. */
  | 'cancelling'
  /** A cancellation waits for the partner to stop. */
  | 'recalling'
  /** A person decides, because the service can't find out what happened. */
  | 'needs_review'
  | 'cancelled'
  | 'failed';

/** The status that the API shows. A job that a partner once had never shows as only paid again, even in a second round. */
export function publicStatus({
  state,
  partner,
}: Pick<Lifecycle, 'state' | 'partner'>): Exclude<State, 'submitting' | 'cancelling' | 'recalling' | 'needs_review'> {
  if (state === 'recalling') return 'fulfilled';
  if (state === 'paid' || state === 'submitting' || state === 'cancelling' || state === 'needs_review')
    return partner === undefined ? 'paid' : 'fulfilled';
  return state;
}

/** The changing part of a job; `Job` in job.ts adds the order. */
export interface Lifecycle {
  readonly state: State;
  readonly refund: Refund;
  readonly dueAt?: number;
  /**
   * When the work is due, Unix ms, if the order names a time after its payment. Alarms, the end of retries, readings and
   * the retention of the document count from it.
   */
  readonly owedSince?: number | undefined;
  /** The number of tries since `triesSince` (Unix ms), when this kind of work began. */
  readonly tries: number;
  readonly triesSince: number;
  /** The number of failed rounds, each followed by another call to the partner under a new reference. */
  readonly bounces: number;
  /** The number of claims so far. It distinguishes the current holder from earlier ones. */
  readonly claims: number;
  /** The partner of its product, recorded before the first call: it may have the order. */
  readonly routedTo?: PartnerName;
  /** Every call of this round that may have made the order got a response, the last one then, Unix ms. A claim clears it. */
  readonly answeredAt?: number | undefined;
  readonly checkout?: Checkout;
  /** How often in a row the provider did not say what became of the checkout. */
  readonly unansweredAsks?: number | undefined;
  /** The payer has paid, and the money may take days. */
  readonly isMoneyUnderWay?: boolean | undefined;
  readonly payment?: Payment;
  /** The cents of the payment that a person refunded at the payment provider. */
  readonly refundedCents?: number | undefined;
  /** Payments that the job does not need: they are refunded, and change nothing else. */
  readonly extraPayments?: readonly ExtraPayment[];
  /** All reported scans, each once, by time. */
  readonly scans?: readonly CarrierScan[] | undefined;
  readonly partner?: PartnerOrder & {
    readonly readAt: number;
    /** The number of failed readings in a row. */
    readonly unread?: number | undefined;
    /** A reading brought news that no event had brought, so the order is read often from then on. */
    readonly isUnheard?: boolean | undefined;
  };
  /** A person resubmitted it after a call to the partner, and the partner has not ruled out since that it has the order. */
  readonly mayBeAtPartner?: boolean | undefined;
  /** A person resubmitted it after the last fraud warning. */
  readonly isSentDespiteWarning?: boolean | undefined;
  /** A person stopped it, and has not let it continue. */
  readonly isHeld?: boolean | undefined;
  /** Each dispute of the payment by its id, and what the payer's bank has decided. See `disputesAfter`. */
  readonly disputes?: Readonly<Record<string, 'open' | 'won' | 'lost'>> | undefined;
  /** A dispute stopped a cancellation, which continues once the dispute is won: its refund may still be on its way. */
  readonly isCancelStopped?: boolean | undefined;
  /** Why the job is stuck or failed. */
  readonly error?: string | undefined;
  /** Missing if the job failed because of its payment. */
  readonly failureCause?: FailureCause | undefined;
  /** When we first learned each fact, Unix ms: the receipt's evidence. `begun`: the partner is at work. */
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

/** When the work is or was due, Unix ms: for most jobs, since their payment. */
export const owedFrom = ({
  owedSince,
  firstSeenAt,
  triesSince,
}: Pick<Lifecycle, 'owedSince' | 'firstSeenAt' | 'triesSince'>): number => owedSince ?? firstSeenAt.paid ?? triesSince;

/** Whether it is paid, and its day is still ahead. */
export const isAhead = ({ owedSince }: Pick<Lifecycle, 'owedSince'>, now: number): boolean =>
  owedSince !== undefined && owedSince > now;

/** Whether the payer's bank holds the money or took it back. */
export const isDisputed = ({ disputes = {} }: Pick<Lifecycle, 'disputes'>): boolean =>
  Object.values(disputes).some((decision) => decision !== 'won');

/** The error of an order that a person must look at before a partner gets it. */
export const stoppedBeforeSending = 'It was stopped before it was sent; a person is looking into it.';

/** `failed`: no payment came, or one in another amount than approved, which is refunded. */
export function paymentStatus({
  firstSeenAt,
  payment,
}: Pick<Lifecycle, 'firstSeenAt' | 'payment'>): 'pending' | 'paid' | 'failed' {
  if (firstSeenAt.wrong_amount !== undefined || firstSeenAt.payment_failed !== undefined) return 'failed';
  return payment === undefined ? 'pending' : 'paid';
}

/** Whether the order has left: mailed, or sent. */
export const hasLeft = ({ partner }: Pick<Lifecycle, 'partner'>): boolean =>
  partner?.stage === 'dispatched' || partner?.stage === 'completed';

/** The carrier's scans of an order that has left. Earlier scans may belong to another envelope. */
export const carrierScans = (job: Pick<Lifecycle, 'partner' | 'scans'>): Lifecycle['scans'] =>
  hasLeft(job) ? job.scans : undefined;

/** Whether it was delivered. A delivery reported after the return is the one to the sender, and does not count. */
export const isDelivered = ({ partner, firstSeenAt }: Pick<Lifecycle, 'partner' | 'firstSeenAt'>): boolean =>
  partner?.delivered === true &&
  (firstSeenAt.returned === undefined ||
    (firstSeenAt.delivered !== undefined && firstSeenAt.delivered < firstSeenAt.returned));

/** The work that a job's state demands; `dueAt` says when. */
export type Duty = 'ask_payment' | 'submit' | 'track' | 'finish_cancel' | 'finish_recall' | 'ask_person' | 'refund';

export const isDue = ({ dueAt }: Lifecycle, now: number) => dueAt !== undefined && dueAt <= now;

/** The duty that is due now. */
export function owed(job: Lifecycle, now: number): Duty | undefined {
  if (!isDue(job, now)) return undefined;
  if (job.state === 'cancelled' || job.state === 'failed') return job.refund === 'pending' ? 'refund' : undefined;
  const duties = {
    awaiting_payment: 'ask_payment',
    paid: 'submit',
    submitting: 'submit',
    fulfilled: 'track',
    cancelling: 'finish_cancel',
    recalling: 'finish_recall',
    needs_review: 'ask_person',
  } as const;
  return duties[job.state];
}

/** True if nothing is under way that a waiting payer would want to see. A scheduled or parked job counts as settled. */
export const isSettled = ({ state, firstSeenAt }: Lifecycle): boolean =>
  state === 'paid' ? firstSeenAt.scheduled !== undefined : state !== 'submitting' && state !== 'cancelling';

export type Refund = 'not_applicable' | 'pending' | 'issued' | 'contact_support';

/** A thing at a payment provider. It stays with that provider even when we switch to another one. */
export interface ProviderRef {
  readonly provider: PaymentProviderName;
  /** The provider's own id. */
  readonly id: string;
}

/** Two providers may use the same id. */
export const isSame = (one: ProviderRef | undefined, other: ProviderRef): boolean =>
  one !== undefined && one.provider === other.provider && one.id === other.id;

export interface Checkout extends ProviderRef {
  readonly url: string;
  /** Unix ms. */
  readonly expiresAt: number;
}

/** `id`: the payment intent, which a refund names. */
export interface Payment extends ProviderRef {
  readonly amountCents: number;
  /** ISO 4217, upper case: the payer may have paid in another currency than the approved one. */
  readonly currency: string;
  /** Whether it was paid with test money. Missing if the provider did not say. */
  readonly isTest?: boolean | undefined;
  /** The part of a card that a receipt shows; we keep no more. `brand`: as the provider names it, `visa`. */
  readonly card?: { readonly brand: string; readonly last4: string } | undefined;
}

/** A payment, and the payer's email address, which is kept only if the payer wants emails. */
export interface Paid {
  readonly payment: Payment;
  /** The payment page that was paid. */
  readonly checkoutId: string;
  readonly payerEmail?: string | undefined;
}

/** The refunded part of a payment; `undefined` if nothing or all of it was refunded. */
export function refundedInPart({
  refund,
  payment,
  refundedCents: cents = 0,
}: {
  readonly refund: Refund;
  readonly payment?: Payment;
  readonly refundedCents?: number | undefined;
}) {
  const { amountCents = 0, currency } = payment ?? {};
  if (refund === 'issued' || cents === 0 || cents >= amountCents) return undefined;
  return currency === 'USD' || currency === 'CAD' ? ({ cents, currency } as const) : undefined;
}

/** A payment that its job does not need, by `isExtra` in `orders/pay/payment.ts`. */
export interface ExtraPayment extends Payment {
  readonly refund: Exclude<Refund, 'not_applicable'>;
  /** Unix ms. */
  readonly since: number;
  readonly tries: number;
  /** When its refund is tried again, Unix ms. */
  readonly dueAt?: number | undefined;
}
