/** The payment of a job, its page, its refund, and payments that it does not need. */
import type { PaymentProviderName } from '../names.ts';

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
