/** The Sinch adapter keeps every partner's promises but one, against the double of Sinch: it cannot recall. */
import { sinchFaxes } from '../../shared/adapters/partners/sinch/sinch.ts';
import { faxOrder } from '../support/contracts/orders.ts';
import { partnerKeepsItsPromises, sampleRequest } from '../support/contracts/partner-promises.ts';
import { sinchDouble } from '../support/doubles/sinch.ts';
import { WoundClock } from '../support/fakes/clock.ts';
import type { Mood } from '../support/fakes/orders.ts';

partnerKeepsItsPromises({
  product: 'fax',
  moods: new Set<Mood>(['reject', 'outage', 'lost_reply']),
  hasKeys: false,
  canRecall: false,
  open: async () => {
    const clock = new WoundClock();
    const double = await sinchDouble({ clock });
    return {
      now: () => clock.now(),
      partner: sinchFaxes({
        now: () => clock.now(),
        ...double.settings,
        apiBase: double.base,
        log: { alarm: () => {} },
      }),
      living: () => double.faxes().length,
      proceed: async (to) => {
        for (const { id } of double.faxes()) double.move(id, to === 'left' ? 'COMPLETED' : 'IN_PROGRESS');
      },
      close: double.close,
    };
  },
  request: (mood, reference) => sampleRequest('fax', faxOrder(mood), reference),
});
