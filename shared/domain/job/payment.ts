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

/** No more of a card is kept than a receipt shows. */
export interface PaymentCard {
  /** As the provider names it: `visa`. */
  readonly brand: string;
  readonly last4: string;
}

/** `id`: the payment intent, which a refund names. */
export interface Payment extends JobHold {
  readonly amountCents: number;
  /** ISO 4217, upper case: the payer may have paid in another currency than the approved one. */
  readonly currency: string;
  /** Whether it was paid with test money. Missing if the provider did not say. */
  readonly isTest?: boolean | undefined;
  readonly card?: PaymentCard | undefined;
}

/** A payment, and the e-mail address that the payer gave for it: it is kept only if the payer has asked for e-mails. */
export interface Paid {
  readonly payment: Payment;
  /** The payment page that was paid. */
  readonly checkoutId: string;
  readonly payerEmail?: string | undefined;
}

interface PartlyRefunded {
  readonly refund: Refund;
  readonly payment?: Payment;
  readonly refundedCents?: number | undefined;
}

/** The money that has gone back while the rest of the payment has not; `undefined` if nothing or all has. */
export function refundedInPart({ refund, payment, refundedCents: cents = 0 }: PartlyRefunded) {
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
