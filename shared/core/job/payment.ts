/** The payment of a job, its page, its refund, and payments that it does not need. */
import type { PaymentProviderName } from '../names.ts';

export type Refund = 'not_applicable' | 'pending' | 'issued' | 'contact_support';

/** Names the provider that holds it: a job stays with its provider when another comes into use. */
export interface JobHold {
  readonly provider: PaymentProviderName;
  /** The provider's own id. */
  readonly id: string;
}

/** Two providers may use the same id. */
export const isSame = (one: JobHold | undefined, other: JobHold): boolean =>
  one !== undefined && one.provider === other.provider && one.id === other.id;

export interface Checkout extends JobHold {
  readonly url: string;
  /** Unix ms. */
  readonly expiresAt: number;
}

/** How a payment came: on a payment page, or by the token of an agent, which this service charges for one job. */
type PaidBy = 'checkout' | 'token';

/** The charge of an agent's token for one job; one at a time. */
export interface ChargeAttempt {
  /** Names the provider's key; raised only once its charge has definitely failed. */
  readonly number: number;
  /** Since when a charge may have been made whose outcome is not known, Unix ms. */
  readonly since?: number | undefined;
  /** The end of the claim of whoever charges, Unix ms. */
  readonly until?: number | undefined;
  /** The first claim of all, Unix ms: no charge of the job is older. */
  readonly firstAt?: number | undefined;
}

/** The provider's key names the job and the attempt: no token, however new, is charged twice under one. */
export const chargeKey = (jobId: string, number: number): string => `pay_${jobId}_${number}`;

/** No more of a card is kept than a receipt shows, and the provider's own name for it, which tells nothing elsewhere. */
export interface PaymentCard {
  /** As the provider names it: `visa`. */
  readonly brand: string;
  readonly last4: string;
  readonly fingerprint?: string | undefined;
}

/** `id`: the payment intent, which a refund or a capture names. */
export interface Payment extends JobHold {
  readonly by: PaidBy;
  readonly amountCents: number;
  /** ISO 4217, upper case: the payer may have paid in another currency than the approved one. */
  readonly currency: string;
  /** Whether it was paid with test money. Missing if the provider did not say. */
  readonly isTest?: boolean | undefined;
  readonly card?: PaymentCard | undefined;
  /** The money is only reserved, and the provider lets it go at this time, Unix ms. Missing: it was taken at once. */
  readonly captureBefore?: number | undefined;
}

/** The reservation of a payment that is taken once the order is beyond recall. */
export interface Reserve {
  /** `released`: nothing was taken, and nothing is owed. `lost`: the order goes on, and its money has gone back. */
  readonly state: 'held' | 'captured' | 'released' | 'lost';
  /** The provider lets the money go at this time, Unix ms. */
  readonly captureBefore: number;
  /** The news that puts the order beyond recall: mail is printed, a fax has arrived. */
  readonly takenOnce: 'begun' | 'dispatched';
  /** The number of calls that did not take it. */
  readonly tries: number;
  /** After such a call, Unix ms. */
  readonly retryAt?: number | undefined;
}

/** A payment, and the e-mail address that the payer gave for it: it is kept only if the payer has asked for e-mails. */
export interface Paid {
  readonly payment: Payment;
  /** The payment page that was paid. Missing if the payment did not come by a page. */
  readonly checkoutId: string | undefined;
  readonly payerEmail?: string | undefined;
}

/** A payment that its job does not need, by `isSurplus` in `fulfilment/payment.ts`. */
export interface SurplusPayment extends Payment {
  readonly refund: Exclude<Refund, 'not_applicable'>;
  /** Unix ms. */
  readonly since: number;
  readonly tries: number;
  /** When its refund is tried again, Unix ms. */
  readonly dueAt?: number | undefined;
}
