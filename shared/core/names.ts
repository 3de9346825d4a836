/** The closed lists of names: the products, the partners who make them, the providers who take the money. */

export const partnerNames = ['simulated', 'postgrid', 'lob', 'telnyx', 'sinch'] as const;
export type PartnerName = (typeof partnerNames)[number];

export type PaymentProviderName = 'stripe' | 'mock';
