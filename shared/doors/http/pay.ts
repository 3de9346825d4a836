/** The payment of a job by an agent: its credential comes in a header, and so does the proof of its payment. */
import type { AgentPaymentView } from '../../usecases/pay/pay-job.ts';
import type { EndpointOptions } from './endpoint.ts';

export const paying: EndpointOptions<AgentPaymentView> = {
  openToBrowsers: true,
  credentialIn: ({ headers }, { rail }) => rail?.credentialIn(headers),
  headersOf: async ({ payment_receipt: receipt }, { rail }) =>
    receipt === undefined ? {} : ((await rail?.headersOf(receipt)) ?? {}),
};
