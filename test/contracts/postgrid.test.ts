/** PostGrid keeps every partner's promises, through its adapter and against its double. */
import { type PostgridSettings, postgridCheques, postgridLetters } from '../../shared/partners/postgrid/postgrid.ts';
import { checkOrder, letterOrder } from '../support/contracts/orders.ts';
import { partnerKeepsItsPromises, sampleRequest } from '../support/contracts/partner-promises.ts';
import { openPostgrid } from '../support/doubles/postgrid.ts';
import type { Mood } from '../support/fakes/orders.ts';

const products = [
  { product: 'letter', order: letterOrder, adapter: postgridLetters },
  { product: 'check', order: checkOrder, adapter: postgridCheques },
] as const;

describe.each(products)('PostGrid for a $product', ({ product, order, adapter }) => {
  partnerKeepsItsPromises({
    product,
    moods: new Set<Mood>(['reject', 'outage', 'lost_reply', 'returned']),
    hasKeys: true,
    open: async () => {
      const double = await openPostgrid();
      const settings: PostgridSettings = { apiKey: double.apiKey, baseUrl: double.baseUrl, log: { alarm: () => {} } };
      return {
        partner: adapter(settings),
        living: () => double.living(),
        proceed: async (to) => double.proceed(to === 'left' ? 'processed_for_delivery' : 'printing'),
        close: () => double.close(),
      };
    },
    request: (mood, reference) => sampleRequest(product, order(mood), reference),
  });
});
