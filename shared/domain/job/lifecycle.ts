/** The part of a job that changes: its state, payment, refund and order at the partner, and the facts that change them. */
import type { PartnerName, PaymentProviderName } from '../names.ts';
import type { CarrierScan, PartnerOrder, Progress } from './progress.ts';

/**
 * Something that happened to a job. `apply` decides whether it counts and what it changes. `dueAt` (Unix ms): when the job
 * is due next; if undefined, never, unless the transition has its own `due`. `round`: the job's `failedRounds` when we called
 * the partner. `claim`: the number of the claim under which we learned the fact. A later round or claim ignores the fact.
 */
export type Fact = {
  readonly dueAt?: number | undefined;
  readonly round?: number;
  readonly claim?: number | undefined;
} & (
  | { readonly kind: 'checkout_opened'; readonly checkout: Checkout }
  /** `cancelled`: someone canceled it before it was paid. */
  | { readonly kind: 'checkout_expired' | 'cancelled' }
  /**
   * The payment page is still open. `unansweredRequests`: as in `Lifecycle`. `isProcessing`: the payer has paid, but the
   * money may take days to arrive.
   */
  | { readonly kind: 'still_open'; readonly unansweredRequests?: number; readonly isProcessing?: boolean | undefined }
  /** `notBefore`: when the work starts, Unix ms; if undefined, now. */
  | ({ readonly kind: 'paid'; readonly notBefore?: number | undefined } & Omit<Paid, 'checkoutId'>)
  /** The amount or currency of the payment isn't what was approved. */
  | ({ readonly kind: 'wrong_amount'; readonly error: string } & Omit<Paid, 'checkoutId'>)
  | {
      readonly kind:
        | 'payment_failed'
        /** Too late to create the order, and an earlier call may have created it: a person finds out. */
        | 'given_up'
        /** Stopped by a person or the stop list before a partner had it. */
        | 'held';
      readonly error: string;
    }
  /** The partner refused the order at submission, the partner couldn't make it, or a person gave it up. */
  | { readonly kind: 'rejected' | 'partner_failed' | 'abandoned'; readonly error: string; readonly cause: FailureCause }
  | {
      /** `cancel_claimed`: someone cancels a paid job. The cancellation now holds its claim. */
      readonly kind:
        | 'cancel_claimed'
        /** A process is about to read the status from the partner. */
        | 'read_claimed'
        /** Its send date is still ahead. Its document was stored again, and it waits. */
        | 'scheduled'
        /** The partner doesn't have it: it says so, or its complete lists don't show the order. */
        | 'turned_away'
        /** A call to the partner got no response, so we don't know what it did. */
        | 'unanswered'
        /** For an hour the partner hasn't said whether it stops the order: a person must ask. */
        | 'undecided'
        /** A person was reminded of a parked job. */
        | 'reminded'
        /** The partner couldn't fulfill it but may get it again, such as a fax to a busy line. */
        | 'round_failed'
        /** A person sends a parked job to the partner again. */
        | 'resubmitted'
        /** A person makes the job due now. */
        | 'redriven';
    }
  /** The process that held the claim is dead. Only the startup on a single machine can know: see `release-claims.ts`. */
  | { readonly kind: 'released' }
  | { readonly kind: 'claimed'; readonly routedTo?: PartnerName | undefined }
  | { readonly kind: 'accepted'; readonly order: PartnerOrder }
  /** The partner responded, but an earlier call may still have created the order. `answeredAt`: Unix ms. */
  | { readonly kind: 'put_off'; readonly answeredAt: number }
  | {
      /** `partner_refused`: the partner does not stop the order. */
      readonly kind: 'progressed' | 'partner_refused';
      readonly progress: Progress;
      /** Whether our status request failed; `progress` is then unchanged. Undefined for a recall, or if a read is postponed. */
      readonly isReadFailure?: boolean;
      /** The partner sends events, but this news came only from a status request. */
      readonly hasMissedEvent?: boolean;
    }
  /** `refund_unknown`: the provider's response was lost, so the refund is tried again. */
  | { readonly kind: 'partner_cancelled' | 'refunded' | 'refund_refused' | 'refund_unknown' }
  /** `disputeId`: the provider's id. A payer can dispute a payment again after losing the first dispute. */
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
  /** We may be calling a partner, and don't know the result yet. */
  | 'submitting'
  /** The partner has the order. */
  | 'fulfilled'
  /** Paid, and not at a partner. Its refund is in progress; then it becomes `cancelled`. */
  | 'cancelling'
  /** The partner has the order, and has been asked to stop it. */
  | 'recalling'
  /** Parked: a person decides, because the service can't find out what happened or must not continue. */
  | 'needs_review'
  | 'cancelled'
  | 'failed';

/** The status in the API. Once a partner has had the order, it never goes back to `paid`, even between two rounds. */
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
  /** When the duty of its state is due (see `dueDuty`), Unix ms; if undefined, never. */
  readonly dueAt?: number;
  /**
   * When the work starts, Unix ms, if later than the payment. Alarms, the end of retries, status requests and the retention
   * of the document count from this time.
   */
  readonly notBefore?: number | undefined;
  /** The number of tries since `triesSince` (Unix ms), when this kind of work began. */
  readonly tries: number;
  readonly triesSince: number;
  /** The number of failed rounds. After each, we call the partner again under a new reference. */
  readonly failedRounds: number;
  /** The number of claims so far. It distinguishes the current holder of the claim from earlier ones. */
  readonly claims: number;
  /** The partner that we call, recorded before the call, so it may have the order. */
  readonly routedTo?: PartnerName;
  /** Every call of this round got a response, the last one at this time, Unix ms. A claim clears it. */
  readonly answeredAt?: number | undefined;
  readonly checkout?: Checkout;
  /** The number of consecutive requests about the checkout that got no response. */
  readonly unansweredRequests?: number | undefined;
  /** The payer has paid, and the money may take days to arrive. */
  readonly isPaymentProcessing?: boolean | undefined;
  readonly payment?: Payment;
  /** How many cents of the payment a person refunded at the payment provider. */
  readonly refundedCents?: number | undefined;
  /** Payments that the job doesn't need. They are refunded and change nothing else. */
  readonly extraPayments?: readonly ExtraPayment[];
  /** All reported scans, each once, by time. */
  readonly scans?: readonly CarrierScan[] | undefined;
  readonly partner?: PartnerOrder & {
    /** When its status was read, Unix ms. */
    readonly readAt: number;
    /** The number of consecutive status requests that failed. */
    readonly failedReads?: number | undefined;
    /** A status request brought news that should have come as an event, so the status is now read often. */
    readonly hasMissedEvent?: boolean | undefined;
  };
  /** A person resubmitted it after a call to the partner, and that call may still have created the order. */
  readonly mayBeAtPartner?: boolean | undefined;
  /** The id of the last fraud warning. */
  readonly warningId?: string | undefined;
  /** A person resubmitted it after the last fraud warning. */
  readonly isSentDespiteWarning?: boolean | undefined;
  /** A person or the stop list stopped it, and no one has resubmitted it since. */
  readonly isHeld?: boolean | undefined;
  /** Each dispute of the payment by its id, open or as the payer's bank decided it: see `disputesAfter`. */
  readonly disputes?: Readonly<Record<string, 'open' | 'won' | 'lost'>> | undefined;
  /** A dispute stopped a cancellation, which continues once the dispute is won: its refund may still be in progress. */
  readonly isCancelStopped?: boolean | undefined;
  /** Why the job is stuck or failed. */
  readonly error?: string | undefined;
  /** Missing if the payment is why the job failed. */
  readonly failureCause?: FailureCause | undefined;
  /** When we first learned each fact, Unix ms, as evidence for the receipt. `begun`: the partner started its work. */
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

/** When the work on the job starts or started, Unix ms: at the payment, unless it is scheduled for later. */
export const workStartsAt = ({ notBefore, firstSeenAt, triesSince }: Lifecycle): number =>
  notBefore ?? firstSeenAt.paid ?? triesSince;

/** Whether the work starts later: on the send date, or after the wait for an unproven bank account. */
export const isScheduled = ({ notBefore }: Lifecycle, now: number): boolean =>
  notBefore !== undefined && notBefore > now;

/** Whether the payer's bank holds the money or took it back. */
export const isDisputed = ({ disputes = {} }: Pick<Lifecycle, 'disputes'>): boolean =>
  Object.values(disputes).some((decision) => decision !== 'won');

/** Whether the payer's bank took the money back for good. */
export const isDisputeLost = ({ disputes = {} }: Pick<Lifecycle, 'disputes'>): boolean =>
  Object.values(disputes).includes('lost');

export const stoppedBeforeSending = 'It was stopped before it was sent; a person is looking into it.';

/** `failed`: the payment failed, or its amount wasn't the approved one, so it is refunded. */
export function paymentStatus({ firstSeenAt, payment }: Lifecycle): 'pending' | 'paid' | 'failed' {
  if (firstSeenAt.wrong_amount !== undefined || firstSeenAt.payment_failed !== undefined) return 'failed';
  return payment === undefined ? 'pending' : 'paid';
}

/** Whether the job is canceled or failed. */
export const hasEnded = ({ state }: Lifecycle): boolean => state === 'cancelled' || state === 'failed';

/** Whether the order was mailed or sent. */
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

/** Whether nothing will change within seconds, so a payer doesn't have to wait. A scheduled or parked job is settled. */
export const isSettled = ({ state, firstSeenAt }: Lifecycle): boolean =>
  state === 'paid' ? firstSeenAt.scheduled !== undefined : state !== 'submitting' && state !== 'cancelling';

export type Refund = 'not_applicable' | 'pending' | 'issued' | 'contact_support';

/** Identifies a payment or checkout. It stays at its provider even if we switch to another provider. */
export interface ProviderRef {
  readonly provider: PaymentProviderName;
  /** The provider's own id. */
  readonly id: string;
}

/** Compares the providers as well, because two providers may use the same id. */
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
  /** The card as a receipt shows it. We store nothing else of it. `brand`: the provider's word, `visa`. */
  readonly card?: { readonly brand: string; readonly last4: string } | undefined;
}

/** A payment, and the payer's email address, which is stored only if the payer wants emails. */
export interface Paid {
  readonly payment: Payment;
  /** The id of the payment page that was paid. */
  readonly checkoutId: string;
  readonly payerEmail?: string | undefined;
}

/** The refunded part of a payment; `undefined` if none or all of it was refunded. */
export function refundedInPart({ refund, payment, refundedCents: cents = 0 }: Lifecycle) {
  const { amountCents = 0, currency } = payment ?? {};
  if (refund === 'issued' || cents === 0 || cents >= amountCents) return undefined;
  return currency === 'USD' || currency === 'CAD' ? ({ cents, currency } as const) : undefined;
}

/** A payment that its job doesn't need: see `isExtra` in `orders/pay/payment.ts`. */
export interface ExtraPayment extends Payment {
  readonly refund: Exclude<Refund, 'not_applicable'>;
  /** Unix ms. */
  readonly since: number;
  readonly tries: number;
  /** When its refund is tried again, Unix ms. */
  readonly dueAt?: number | undefined;
}
