/** Lob keeps every partner's promises for letters, through its adapter and against its double. */
import { lobLetters } from '../../shared/adapters/partners/lob/lob.ts';
import { letterOrder } from '../support/contracts/orders.ts';
import { partnerKeepsItsPromises, sampleRequest } from '../support/contracts/partner-promises.ts';
import { openLob } from '../support/doubles/lob.ts';
import type { Mood } from '../support/fakes/orders.ts';

describe('Lob for a letter', () => {
  partnerKeepsItsPromises({
    product: 'letter',
    moods: new Set<Mood>(['reject', 'outage', 'lost_reply', 'returned']),
    hasKeys: true,
    open: async () => {
      const double = await openLob();
      const { apiKey, baseUrl, now } = double;
      return {
        partner: lobLetters({ apiKey, baseUrl, now, log: { alarm: () => {} } }),
        living: () => double.living(),
        proceed: async (to) => double.proceed(...(to === 'left' ? ['Mailed', 'In Transit'] : [])),
        close: () => double.close(),
      };
    },
    request: (mood, reference) => sampleRequest('letter', letterOrder(mood), reference),
  });
});
