/** The Telnyx adapter keeps every partner's promises, against the double of Telnyx. */
import { telnyxFaxes } from '../../shared/partners/telnyx/telnyx.ts';
import { faxOrder } from '../support/contracts/orders.ts';
import { partnerKeepsItsPromises, sampleRequest } from '../support/contracts/partner-promises.ts';
import { telnyxDouble } from '../support/doubles/telnyx.ts';
import { WoundClock } from '../support/fakes/clock.ts';
import type { Mood } from '../support/fakes/orders.ts';

partnerKeepsItsPromises({
  product: 'fax',
  moods: new Set<Mood>(['reject', 'outage', 'lost_reply']),
  hasKeys: false,
  open: async () => {
    const clock = new WoundClock();
    const double = await telnyxDouble({ clock });
    return {
      now: () => clock.now(),
      partner: telnyxFaxes({ ...double.settings, apiBase: double.base, clock, log: { alarm: () => {} } }),
      living: () => double.living().length,
      proceed: async (to) => {
        for (const { id } of double.living()) double.move(id, to === 'left' ? 'delivered' : 'sending');
      },
      close: double.close,
    };
  },
  request: (mood, reference) => sampleRequest('fax', faxOrder(mood), reference),
});
