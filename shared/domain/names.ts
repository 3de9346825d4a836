/** The names of products, partners and payment providers. */

/** Every list shows the products in this order. */
export const productNames = ['letter', 'check', 'fax'] as const;

export type ProductName = (typeof productNames)[number];

export const partnerIdField = (product: ProductName) => `${product}_id` as const;

export const partnerNames = ['simulated', 'postgrid', 'telnyx'] as const;
export type PartnerName = (typeof partnerNames)[number];

export type PaymentProviderName = 'stripe' | 'mock';
