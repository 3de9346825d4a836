/** The names of the products. */

/** Every list shows the products in this order. */
export const productNames = ['letter', 'check', 'fax'] as const;

export type ProductName = (typeof productNames)[number];

export const plurals = { letter: 'letters', check: 'checks', fax: 'faxes' } as const satisfies Record<
  ProductName,
  string
>;

export const partnerIdField = (product: ProductName) => `${product}_id` as const;
