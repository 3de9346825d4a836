/** The mock payment provider of test mode: takes no money. It sends the real provider's events to the same URL. */
import type { PaymentProviderDescriptor } from '../descriptor.ts';

export const mock = {
  name: 'mock',
  title: 'Mock',
  paymentMode: 'mock',
  idPattern: /\b(?:cs|pi)_test_\w{4,}/,
  isTestCheckout: () => true,
  variables: {},
} as const satisfies PaymentProviderDescriptor;
