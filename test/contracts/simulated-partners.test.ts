/** The simulated partners keep every partner's promises. */
import type { ProductName } from '../../shared/core/product.ts';
import { checkOrder, faxOrder, letterOrder } from '../support/contracts/orders.ts';
import { partnerKeepsItsPromises, sampleRequest } from '../support/contracts/partner-promises.ts';
import type { Mood } from '../support/fakes/world.ts';
import { memoryWorld } from '../support/fakes/world.ts';

const orders = { letter: letterOrder, check: checkOrder, fax: faxOrder };
const readyMs = 60_000;
const stations: Readonly<Record<ProductName, { in_progress: number; left: number }>> = {
  letter: { in_progress: readyMs, left: 2 * readyMs },
  check: { in_progress: readyMs, left: 2 * readyMs },
  fax: { in_progress: 1_000, left: 2_000 },
};

describe.each(['letter', 'check', 'fax'] as const)('the simulated partner for a %s', (product) => {
  partnerKeepsItsPromises({
    product,
    moods: new Set<Mood>(['reject', 'outage', 'lost_reply']),
    hasKeys: true,
    open: async () => {
      const world = memoryWorld({ readyMs });
      return {
        now: () => world.clock.now(),
        partner: world.partners[product],
        living: () => world.orders.all().filter(({ cancelledAt }) => cancelledAt === undefined).length,
        proceed: (to) => world.clock.wind(stations[product][to]),
        close: async () => undefined,
      };
    },
    request: (mood, reference) => sampleRequest(product, orders[product](mood), reference),
  });
});
