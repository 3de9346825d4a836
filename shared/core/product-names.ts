/** The names of the products. */

/** Every list shows the products in this order. */
export const productNames = ['letter', 'check', 'fax'] as const;

export type ProductName = (typeof productNames)[number];

/** Names the partner's own id of an order on the wire. */
export const partnerIdField = (product: ProductName) => `${product}_id` as const;
