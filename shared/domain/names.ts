/** The names of products, partners, payment providers and the operator. */

/** In the order in which every list shows them. */
export const productNames = ['letter', 'check', 'fax'] as const;
export type ProductName = (typeof productNames)[number];

export const partnerIdField = (product: ProductName) => `${product}_id` as const;

export const partnerNames = ['simulated', 'postgrid', 'telnyx'] as const;
export type PartnerName = (typeof partnerNames)[number];

export type PaymentProviderName = 'stripe' | 'mock';

export interface Operator {
  readonly name?: string | undefined;
  /** A URL, or an email address after `mailto:`. */
  readonly support?: string | undefined;
  readonly termsUrl?: string | undefined;
  readonly privacyUrl?: string | undefined;
  readonly refundPolicyUrl?: string | undefined;
  /** One line. */
  readonly postalAddress?: string | undefined;
  /** The GST/HST number, which Canadian receipts must show. */
  readonly taxRegistration?: string | undefined;
  readonly logoUrl?: string | undefined;
}
