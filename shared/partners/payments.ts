/** The interface of a payment provider. */
import type { Checkout, Paid, Payment } from '../domain/job/lifecycle.ts';
import type { Price } from '../domain/money.ts';
import type { PaymentProviderName } from '../domain/names.ts';
import type { Span } from '../storage/table.ts';

export interface CheckoutRequest {
  readonly jobId: string;
  readonly title: string;
  readonly price: Price;
  readonly expiresAt: number;
  readonly baseUrl: string;
  /** For people. It gives no access to the order. */
  readonly orderNumber: string;
  /** The page for a payer who has not paid. */
  readonly returnUrl: string;
  readonly paidUrl: string;
  /** For an order as good as cash: requires 3-D Secure, and excludes payment methods reversible weeks later. */
  readonly isStrict?: boolean;
}

/**
 * `isProcessing`: the payer has paid, but the money may take days to arrive. `isDisputed`: the payer's bank is holding the
 * money or has taken it back, or did so earlier.
 */
export type CheckoutStatus =
  | { readonly status: 'open'; readonly isProcessing?: boolean }
  | { readonly status: 'expired' }
  | ({ readonly status: 'paid'; readonly isDisputed?: boolean | undefined } & Paid);

/** `disputed`: the payer's bank decides. `not_now`: refused for a temporary reason, such as an empty balance. */
export type RefundOutcome = 'refunded' | 'refused' | 'disputed' | 'not_now' | 'unknown';

/** A payment as the provider's records show it now. */
export interface ProviderPayment {
  readonly provider: PaymentProviderName;
  readonly paymentId: string;
  /** Missing for a payment of another service. */
  readonly jobId: string | undefined;
  readonly amountCents: number;
  readonly currency: string;
  /** The amount refunded so far, including refunds in progress, in cents. */
  readonly refundedCents: number;
  /** When the money last moved, Unix ms. */
  readonly movedAt: number;
}

/**
 * The provider's event in our words. `isJobIdTrusted`: the job's id is in a field that only this service can write. A buyer
 * can write the other fields.
 */
export type PaymentEvent = { readonly id: string; readonly type: string; readonly provider: PaymentProviderName } & (
  | ({ readonly kind: 'paid'; readonly jobId: string | undefined; readonly isJobIdTrusted: boolean } & Paid)
  | {
      readonly kind: 'payment_failed' | 'expired';
      readonly jobId: string | undefined;
      readonly isJobIdTrusted: boolean;
      readonly checkoutId: string;
    }
  | {
      readonly kind: 'disputed' | 'dispute_won' | 'dispute_lost' | 'refunded' | 'refund_failed' | 'fraud_warned';
      /** The provider's id of the dispute, if the event is about one. */
      readonly disputeId?: string | undefined;
      readonly jobId: string | undefined;
      /** The payment, if the event names it. It leads to the job if the event has no `jobId`. */
      readonly paymentId: string | undefined;
      /** The total amount refunded so far, in cents, if the event is about a refund. */
      readonly refundedCents?: number | undefined;
    }
  | {
      readonly kind: 'refunded_in_part';
      readonly jobId: string | undefined;
      readonly paymentId: string | undefined;
      readonly refundedCents?: number | undefined;
    }
  | { readonly kind: 'ignored'; readonly why: string }
);

export type PaidEvent = Extract<PaymentEvent, { readonly kind: 'paid' }>;

/** An event's headers by lower-case name. All of them, because some partners' signatures use more than one. */
export type EventHeaders = Readonly<Record<string, string | undefined>>;

export interface Payments {
  /** One job always gets the same session. */
  open(request: CheckoutRequest): Promise<Checkout>;
  status(checkoutId: string): Promise<CheckoutStatus>;
  /** Ends the session unless it is already paid, and returns its status. */
  expire(checkoutId: string): Promise<CheckoutStatus>;
  /** Makes at most one refund per payment, however often it is called. */
  refund(jobId: string, payment: Payment): Promise<RefundOutcome>;
  /**
   * One page of the payments taken or refunded in `span` (whole seconds). A payment may be on two pages. Throws if the
   * provider returns no list.
   */
  paymentsMovedWithin(
    span: Span,
    after?: string,
  ): Promise<{ readonly payments: readonly ProviderPayment[]; readonly next?: string }>;
  /** One payment of a job, as the provider shows it; `undefined` if the provider has no such payment. */
  findPayment(jobId: string, payment: Payment): Promise<ProviderPayment | undefined>;
  /** The job's id, by the provider's id of a payment page or a payment; `undefined` if the provider does not know it. */
  jobIdOf(id: string): Promise<string | undefined>;
  /** Checks the signature over the raw bytes first; throws a Refusal if the event is not from the provider. */
  readEvent(rawBody: string, headers: EventHeaders): Promise<PaymentEvent>;
}
