/** The mock payment provider: takes nothing, in test mode. It sends the events of the real one to the real one's address. */
import type { PaymentProviderDescriptor } from './descriptor.ts';

export const mock = {
  name: 'mock',
  title: 'Mock',
  paymentMode: 'mock',
  variables: {},
} as const satisfies PaymentProviderDescriptor;
