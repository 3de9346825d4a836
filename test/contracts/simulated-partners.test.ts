/** The simulated partners keep every partner's promises. */
import { productNames } from '../../shared/domain/names.ts';
import { simulatedProduct } from '../../shared/partners/simulated/products.ts';
import { type SimulatedKey, type SimulatedOrder, simulatedPartner } from '../../shared/partners/simulated/simulated.ts';
import { grant, grantInAdvance } from '../../shared/partners/simulated/wishes.ts';
import { productNamed } from '../../shared/products/index.ts';
import { acceptedOrder } from '../support/contracts/orders.ts';
import { partnerKeepsItsPromises, sampleRequest } from '../support/contracts/partner-promises.ts';
import { memoryDeps } from '../support/fakes/deps.ts';
import { datedCollection, memoryCollection } from '../support/fakes/memory.ts';
import type { Mood } from '../support/fakes/orders.ts';

const readyMs = 60_000;
const stations = { mailed: { in_progress: readyMs, left: 2 * readyMs }, sent: { in_progress: 1_000, left: 2_000 } };

describe.each(productNames)('the simulated partner for a %s', (product) => {
  const isMail = productNamed(product).leftAs === 'mailed';
  partnerKeepsItsPromises({
    product,
    moods: new Set<Mood>(['reject', 'outage', 'lost_reply', ...(isMail ? (['returned'] as const) : [])]),
    hasKeys: true,
    open: async () => {
      const deps = memoryDeps({ readyMs });
      return {
        now: () => deps.clock.now(),
        partner: deps.partners[product],
        living: () => deps.orders.all().filter(({ cancelledAt }) => cancelledAt === undefined).length,
        proceed: (to) => deps.clock.wind(stations[productNamed(product).leftAs][to]),
        close: async () => undefined,
      };
    },
    request: (mood, reference) => sampleRequest(product, acceptedOrder(product, mood), reference),
  });

  test('an answer that a developer lets be lost is lost once, and the next one arrives', async () => {
    const { clock, documents } = memoryDeps({ readyMs });
    const orders = datedCollection<SimulatedOrder>(({ kind, createdAt }) => ({ kind, at: createdAt }));
    const keys = memoryCollection<SimulatedKey>();
    const trade = simulatedProduct(product, { id: () => 'order_1' }, readyMs);
    const partner = simulatedPartner(trade, { clock, orders, keys, documents });
    const request = sampleRequest(product, acceptedOrder(product, 'none'), 'job_1');
    const twice = async (call: () => Promise<{ readonly kind: string }>) => [(await call()).kind, (await call()).kind];
    await grantInAdvance({ clock, keys }, trade, 'job_1', 'lose_answer');
    expect(await twice(() => partner.submit(request))).toEqual(['unknown', 'accepted']);
    await grant({ clock, orders }, trade, 'order_1', 'lose_answer');
    expect(await twice(() => partner.read('order_1'))).toEqual(['unknown', 'progress']);
    await grant({ clock, orders }, trade, 'order_1', 'lose_answer');
    expect(await twice(() => partner.find('job_1', request.order))).toEqual(['unknown', 'found']);
  });

  test('a repeated call and a look find a cancelled order cancelled, however late', async () => {
    const deps = memoryDeps({ readyMs });
    const partner = deps.partners[product];
    const request = sampleRequest(product, acceptedOrder(product, 'none'), 'job_1');
    await partner.submit(request);
    for (const { id } of deps.orders.all()) await partner.recall(id);
    await deps.clock.wind(10 * readyMs);
    const [order] = deps.orders.all();
    const waiting = { id: order?.id, stage: 'accepted', newsAt: 0 };
    expect(await partner.submit(request)).toEqual({ kind: 'accepted', order: waiting });
    expect(await partner.find('job_1', request.order)).toEqual({ kind: 'found', order: waiting });
    expect(await partner.read(`${order?.id}`)).toEqual({
      kind: 'stopped',
      reason: expect.stringContaining('cancelled'),
    });
  });
});
