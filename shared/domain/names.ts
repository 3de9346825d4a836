/** The closed lists of names: the partners who make the products, the providers who take the money. */
export const partnerNames = ['simulated', 'postgrid', 'telnyx'] as const;
export type PartnerName = (typeof partnerNames)[number];

export type PaymentProviderName = 'stripe' | 'mock';
