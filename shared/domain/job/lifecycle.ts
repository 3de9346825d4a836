/** The part of a job that changes: its state, payment, refund and order at the partner, and the facts that change them. */
import type { PartnerName, PaymentProviderName } from '../names.ts';
import type { CarrierScan, PartnerOrder, Progress } from './progress.ts';

/**
 * Something that happened to a job. `apply` decides whether it counts and what it changes. `dueAt` (Unix ms): when the job
 * is due next; without it, there is nothing more to do. `round`: the job's `failedRounds` when we called the partner; in a
 * later round the fact is ignored. `claim`: the number of the claim under which we learned the fact, which is ignored once
 * another process has claimed the job.
 */
export type Fact = {
  readonly dueAt?: number | undefined;
  readonly round?: number;
  readonly claim?: number | undefined;
} & (
  | { readonly kind: 'checkout_opened'; readonly checkout: Checkout }
  /** `cancelled`: before its payment. */
  | { readonly kind: 'checkout_expired' | 'cancelled' }
  /**
   * The payment page can still be paid. `unansweredRequests`: as in `Lifecycle`.
   * `isProcessing`: the payer has paid, and the money may take days to arrive.
   */
  | { readonly kind: 'still_open'; readonly unansweredRequests?: number; readonly isProcessing?: boolean | undefined }
  /** `notBefore` (Unix ms): the work starts then; without it, now. */
  | ({ readonly kind: 'paid'; readonly notBefore?: number | undefined } & Omit<Paid, 'checkoutId'>)
  /** Another amount or currency was paid than approved. */
  | ({ readonly kind: 'wrong_amount'; readonly error: string } & Omit<Paid, 'checkoutId'>)
  | {
      readonly kind:
        | 'payment_failed'
        /** It is too late to create the order, and an earlier call may have created it: a person finds out. */
        | 'given_up'
        /** Stopped by a person or the stop list before a partner had it. */
        | 'held';
      readonly error: string;
    }
  /** The order failed: refused by the partner at submission, failed at the partner, or given up by a person. */
  | { readonly kind: 'rejected' | 'partner_failed' | 'abandoned'; readonly error: string; readonly cause: FailureCause }
  | {
      /** `cancel_claimed`: someone cancels a paid job; the cancellation now holds its claim. */
      readonly kind:
        | 'cancel_claimed'
        /** A process is about to read the status from the partner. */
        | 'read_claimed'
        /** Its send date is still ahead: its document is stored again, and it waits. */
        | 'scheduled'
        /** The partner certainly doesn't have it: the partner says so, or its complete lists don't show it. */
        | 'turned_away'
        /** A call to the partner got no response, so we don't know what it did. */
        | 'unanswered'
        /** For an hour the partner hasn't said whether it stops the order: a person contacts it. */
        | 'undecided'
        /** A person was reminded of a parked job. */
        | 'reminded'
        /** The partner could not fulfill it and may get it again, as a fax to a busy line. */
        | 'round_failed'
        /** A person sends a parked job to the partner again. */
        | 'resubmitted'
        /** A person makes the job due now. */
        | 'redriven';
    }
  /** The holder of the claim is dead, which only the startup on a single machine can know: see `release-claims.ts`. */
  | { readonly kind: 'released' }
  | { readonly kind: 'claimed'; readonly routedTo?: PartnerName | undefined }
  | { readonly kind: 'accepted'; readonly order: PartnerOrder }
  /** The partner responded, but an earlier call may still have created the order. `answeredAt`: Unix ms. */
  | { readonly kind: 'put_off'; readonly answeredAt: number }
  | {
      /** `partner_refused`: the partner does not stop the order. */
      readonly kind: 'progressed' | 'partner_refused';
      readonly progress: Progress;
      /** True if the partner didn't answer our status request; `progress` is then the old one. Undefined if we made none. */
      readonly isReadFailure?: boolean;
      /** The partner sends events, but this news came only from a status request. */
      readonly hasMissedEvent?: boolean;
    }
  /** `refund_unknown`: the provider's response was lost, so the refund is tried again. */
  | { readonly kind: 'partner_cancelled' | 'refunded' | 'refund_refused' | 'refund_unknown' }
  /** `disputeId`: the provider's id, because a payer can dispute a payment again after losing the first dispute. */
  | { readonly kind: 'disputed' | 'dispute_lost'; readonly disputeId?: string | undefined; readonly error: string }
  | { readonly kind: 'dispute_won'; readonly disputeId?: string | undefined }
  /** The provider can't refund the payment, because the payer's bank holds it. */
  | { readonly kind: 'refund_disputed'; readonly error: string }
  /** The payer's bank believes that the card was stolen. `warningId`: the provider's id of the event. */
  | { readonly kind: 'fraud_warned'; readonly warningId?: string }
  /** An issued refund did not reach the payer. */
  | { readonly kind: 'refund_failed' }
);

export type FactKind = Fact['kind'];

/** `ours`: this service, or an unknown cause. `account`: our account at the partner. `stopped`: someone stopped it there. */
export type FailureCause = 'number' | 'line' | 'document' | 'address' | 'ours' | 'account' | 'stopped';

export type State =
  | 'awaiting_payment'
  /** Waiting to be sent to the partner. A fax returns here between two calls. */
  | 'paid'
  /** A partner may be getting the order; how the call ended is not known yet. */
  | 'submitting'
  /** The partner has the order. */
  | 'fulfilled'
  /** Paid, and with no partner: its refund is in progress, and then it is `cancelled`. */
  | 'cancelling'
  /** The partner has the order, and has been asked to stop it. */
  | 'recalling'
  /** Parked: a person decides, because the service can't find out what happened or must not go on. */
  | 'needs_review'
  | 'cancelled'
  | 'failed';

/** The status in the API. Once a partner has had the order, the job never shows as only `paid`, even between two rounds. */
export function publicStatus({
  state,
  partner,
}: Pick<Lifecycle, 'state' | 'partner'>): 'awaiting_payment' | 'paid' | 'fulfilled' | 'failed' | 'cancelled' {
  if (state === 'recalling') return 'fulfilled';
  if (state === 'paid' || state === 'submitting' || state === 'cancelling' || state === 'needs_review')
    return partner === undefined ? 'paid' : 'fulfilled';
  return state;
}

/** The part of a job that changes; `Job` in job.ts adds the order. */
export interface Lifecycle {
  readonly state: State;
  readonly refund: Refund;
  /** When the duty of its state is due (see `dueDuty`), Unix ms; without it, there is nothing more to do. */
  readonly dueAt?: number;
  /**
   * When the work starts, Unix ms, if that is later than the payment. Alarms, the end of retries, status requests and the
   * retention of the document count from it.
   */
  readonly notBefore?: number | undefined;
  /** The number of tries since `triesSince` (Unix ms), when this kind of work began. */
  readonly tries: number;
  readonly triesSince: number;
  /** The number of failed rounds, each followed by another call to the partner under a new reference. */
  readonly failedRounds: number;
  /** The number of claims so far. It distinguishes the current holder from earlier ones. */
  readonly claims: number;
  /** The partner that we call, recorded before the call: it may have the order. */
  readonly routedTo?: PartnerName;
  /** Every call of this round got a response, the last one at this time, Unix ms. A claim clears it. */
  readonly answeredAt?: number | undefined;
  readonly checkout?: Checkout;
  /** The number of consecutive requests about the checkout that the provider did not answer. */
  readonly unansweredRequests?: number | undefined;
  /** The payer has paid, and the money may take days to arrive. */
  readonly isPaymentProcessing?: boolean | undefined;
  readonly payment?: Payment;
  /** The cents of the payment that a person refunded at the payment provider. */
  readonly refundedCents?: number | undefined;
  /** Payments that the job does not need: they are refunded, and change nothing else. */
  readonly extraPayments?: readonly ExtraPayment[];
  /** All reported scans, each once, by time. */
  readonly scans?: readonly CarrierScan[] | undefined;
  readonly partner?: PartnerOrder & {
    /** When its status was read, Unix ms. */
    readonly readAt: number;
    /** The number of consecutive status requests that failed. */
    readonly failedReads?: number | undefined;
    /** A status request brought news that no event had brought, so the status is read often from then on. */
    readonly hasMissedEvent?: boolean | undefined;
  };
  /** A person resubmitted it after a call to the partner, and we don't know yet that the partner didn't get that call. */
  readonly mayBeAtPartner?: boolean | undefined;
  /** The last fraud warning. */
  readonly warningId?: string | undefined;
  /** A person resubmitted it after the last fraud warning. */
  readonly isSentDespiteWarning?: boolean | undefined;
  /** A person or the stop list stopped it, and no one has resubmitted it since. */
  readonly isHeld?: boolean | undefined;
  /** Each dispute of the payment by its id, and what the payer's bank has decided. See `disputesAfter`. */
  readonly disputes?: Readonly<Record<string, 'open' | 'won' | 'lost'>> | undefined;
  /** A dispute stopped a cancellation, which continues once the dispute is won: its refund may still be in progress. */
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
  failedRounds: 0,
  claims: 0,
  firstSeenAt: {},
});

/** When the work on it starts or started, Unix ms: at the payment, unless it is scheduled for later. */
export const workStartsAt = ({ notBefore, firstSeenAt, triesSince }: Lifecycle): number =>
  notBefore ?? firstSeenAt.paid ?? triesSince;

/** Whether its work starts later, on the send date or after the wait of an unproven bank account. */
export const isScheduled = ({ notBefore }: Lifecycle, now: number): boolean =>
  notBefore !== undefined && notBefore > now;

/** Whether the payer's bank holds the money or took it back. */
export const isDisputed = ({ disputes = {} }: Pick<Lifecycle, 'disputes'>): boolean =>
  Object.values(disputes).some((decision) => decision !== 'won');

/** Whether the payer's bank took the money back for good. */
export const isDisputeLost = ({ disputes = {} }: Pick<Lifecycle, 'disputes'>): boolean =>
  Object.values(disputes).includes('lost');

export const stoppedBeforeSending = 'It was stopped before it was sent; a person is looking into it.';

/** `failed`: the payment failed, or another amount than approved was paid, which is refunded. */
export function paymentStatus({ firstSeenAt, payment }: Lifecycle): 'pending' | 'paid' | 'failed' {
  if (firstSeenAt.wrong_amount !== undefined || firstSeenAt.payment_failed !== undefined) return 'failed';
  return payment === undefined ? 'pending' : 'paid';
}

/** Whether it is over: canceled, or failed. */
export const hasEnded = ({ state }: Lifecycle): boolean => state === 'cancelled' || state === 'failed';

/** Whether the order has left: mailed, or sent. */
export const hasLeft = ({ partner }: Lifecycle): boolean =>
  partner?.stage === 'dispatched' || partner?.stage === 'completed';

/** The carrier's scans of an order that has left. Earlier scans may belong to another envelope. */
export const carrierScans = (job: Lifecycle): Lifecycle['scans'] => (hasLeft(job) ? job.scans : undefined);

/** Whether the recipient got it. A delivery reported after the return is the delivery back to the sender. */
export const isDelivered = ({ partner, firstSeenAt }: Lifecycle): boolean =>
  partner?.delivered === true &&
  (firstSeenAt.returned === undefined ||
    (firstSeenAt.delivered !== undefined && firstSeenAt.delivered < firstSeenAt.returned));

/** The work that a job's state calls for; `dueAt` says when. */
export type Duty = 'ask_payment' | 'submit' | 'track' | 'finish_cancel' | 'finish_recall' | 'ask_person' | 'refund';

export const isDue = ({ dueAt }: Lifecycle, now: number) => dueAt !== undefined && dueAt <= now;

/** The duty that is due now. */
export function dueDuty(job: Lifecycle, now: number): Duty | undefined {
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

/** Whether nothing will change within seconds, so a payer need not wait. A scheduled or parked job is settled. */
export const isSettled = ({ state, firstSeenAt }: Lifecycle): boolean =>
  state === 'paid' ? firstSeenAt.scheduled !== undefined : state !== 'submitting' && state !== 'cancelling';

export type Refund = 'not_applicable' | 'pending' | 'issued' | 'contact_support';

/** A payment or checkout at its provider. It stays there even if we switch to another provider. */
export interface ProviderRef {
  readonly provider: PaymentProviderName;
  /** The provider's own id. */
  readonly id: string;
}

/** Two providers may use the same id. */
export const isSameRef = (one: ProviderRef | undefined, other: ProviderRef): boolean =>
  one !== undefined && one.provider === other.provider && one.id === other.id;

export interface Checkout extends ProviderRef {
  readonly url: string;
  /** Unix ms. */
  readonly expiresAt: number;
}

/** `id`: the payment intent, which a refund names. */
export interface Payment extends ProviderRef {
  readonly amountCents: number;
  /** ISO 4217, upper case. The payer may have paid in a currency other than the approved one. */
  readonly currency: string;
  /** Whether it was paid with test money. Missing if the provider did not say. */
  readonly isTest?: boolean | undefined;
  /** The card, as a receipt shows it; we store no more. `brand`: the provider's name for it, `visa`. */
  readonly card?: { readonly brand: string; readonly last4: string } | undefined;
}

/** A payment, and the payer's email address, which is stored only if the payer wants emails. */
export interface Paid {
  readonly payment: Payment;
  /** The id of the payment page that was paid. */
  readonly checkoutId: string;
  readonly payerEmail?: string | undefined;
}

/** The refunded part of a payment; `undefined` if nothing was refunded, or all of it. */
export function refundedInPart({ refund, payment, refundedCents: cents = 0 }: Lifecycle) {
  const { amountCents = 0, currency } = payment ?? {};
  if (refund === 'issued' || cents === 0 || cents >= amountCents) return undefined;
  return currency === 'USD' || currency === 'CAD' ? ({ cents, currency } as const) : undefined;
}

/** A payment that its job does not need: see `isExtra` in `orders/pay/payment.ts`. */
export interface ExtraPayment extends Payment {
  readonly refund: Exclude<Refund, 'not_applicable'>;
  /** Unix ms. */
  readonly since: number;
  readonly tries: number;
  /** When its refund is tried again, Unix ms. */
  readonly dueAt?: number | undefined;
}
