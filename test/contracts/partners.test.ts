/** Real and simulated partners and payment providers keep the same promises. */
import { applyBeforeOrder, applyToOrder } from '../../lib/local/mailbox/actions.ts';
import { productNames } from '../../shared/domain/names.ts';
import { kindAndTimeOf, type MockSession, mockEvent, mockPayments } from '../../shared/partners/mock/mock.ts';
import { postgridCheques, postgridLetters } from '../../shared/partners/postgrid/postgrid.ts';
import { simulatedProduct } from '../../shared/partners/simulated/products.ts';
import { type SimulatedKey, type SimulatedOrder, simulatedPartner } from '../../shared/partners/simulated/simulated.ts';
import { stripePayments } from '../../shared/partners/stripe/stripe.ts';
import { telnyxFaxes } from '../../shared/partners/telnyx/telnyx.ts';
import { productNamed } from '../../shared/products/index.ts';
import { partnerKeepsItsPromises, sampleRequest } from '../support/contracts/partner-promises.ts';
import { type OpenedPayments, paymentsKeepTheirPromises } from '../support/contracts/payment-promises.ts';
import { openPostgrid } from '../support/doubles/postgrid.ts';
import { startStripe } from '../support/doubles/stripe.ts';
import { telnyxDouble } from '../support/doubles/telnyx.ts';
import { TestClock } from '../support/fakes/clock.ts';
import { memoryDeps } from '../support/fakes/deps.ts';
import { datedCollection, memoryCollection } from '../support/fakes/memory.ts';
import type { Behavior } from '../support/fakes/orders.ts';

const readyMs = 60_000;
/** When an order reaches each stage. */
const stageTimesMs = { mailed: { in_progress: readyMs, left: 2 * readyMs }, sent: { in_progress: 1_000, left: 2_000 } };

describe.each(productNames)('the simulated partner for a %s', (product) => {
  const isMail = productNamed(product).leftAs === 'mailed';
  partnerKeepsItsPromises({
    product,
    behaviors: new Set<Behavior>(['reject', 'outage', 'lost_reply', ...(isMail ? (['returned'] as const) : [])]),
    hasKeys: true,
    open: async () => {
      const deps = memoryDeps({ readyMs });
      return {
        now: () => deps.clock.now(),
        partner: deps.partners[product],
        activeOrders: () => deps.orders.all().filter(({ cancelledAt }) => cancelledAt === undefined).length,
        proceed: (to) => deps.clock.advance(stageTimesMs[productNamed(product).leftAs][to]),
        close: async () => undefined,
      };
    },
  });

  test('a response that a developer drops in the mailbox is lost once, and the next response arrives', async () => {
    const { clock, documents } = memoryDeps({ readyMs });
    const orders = datedCollection<SimulatedOrder>(({ kind, createdAt }) => ({ kind, at: createdAt }));
    const keys = memoryCollection<SimulatedKey>();
    const trade = simulatedProduct(product, { id: () => 'order_1' }, readyMs);
    const partner = simulatedPartner(trade, { clock, orders, keys, documents });
    const request = sampleRequest(product);
    const kindsOfTwo = async (call: () => Promise<{ kind: string }>) => [(await call()).kind, (await call()).kind];
    await applyBeforeOrder({ clock, keys }, trade, 'job_1', 'lose_answer');
    expect(await kindsOfTwo(() => partner.submit(request))).toEqual(['unknown', 'accepted']);
    await applyToOrder({ clock, orders }, trade, 'order_1', 'lose_answer');
    expect(await kindsOfTwo(() => partner.read('order_1'))).toEqual(['unknown', 'progress']);
    await applyToOrder({ clock, orders }, trade, 'order_1', 'lose_answer');
    expect(await kindsOfTwo(() => partner.find('job_1', request.order))).toEqual(['unknown', 'found']);
  });

  test('a process whose clock is behind sees a new order as accepted, not finished', async () => {
    const { orders, partners } = memoryDeps({ readyMs });
    await partners[product].submit(sampleRequest(product));
    const { view } = simulatedProduct(product, { id: () => 'order_1' }, readyMs);
    for (const order of orders.all())
      expect(view(order, order.createdAt - 1)).toMatchObject({ progress: { stage: 'accepted' } });
  });

  test('a repeated call and a lookup still find an order that was canceled, and it stays canceled', async () => {
    const deps = memoryDeps({ readyMs });
    const partner = deps.partners[product];
    const request = sampleRequest(product);
    await partner.submit(request);
    for (const { id } of deps.orders.all()) await partner.recall(id);
    await deps.clock.advance(10 * readyMs);
    const [order] = deps.orders.all();
    const waiting = { id: order?.id, stage: 'accepted', newsAt: 0 };
    expect(await partner.submit(request)).toEqual({ kind: 'accepted', order: waiting });
    expect(await partner.find('job_1', request.order)).toEqual({ kind: 'found', order: waiting });
    const stopped = { kind: 'stopped', reason: expect.stringContaining('canceled'), cause: 'stopped' };
    expect(await partner.read(`${order?.id}`)).toEqual(stopped);
  });
});

describe.each([
  { product: 'letter', adapter: postgridLetters },
  { product: 'check', adapter: postgridCheques },
] as const)('PostGrid for a $product', ({ product, adapter }) => {
  partnerKeepsItsPromises({
    product,
    behaviors: new Set<Behavior>(['reject', 'outage', 'lost_reply', 'returned']),
    hasKeys: true,
    open: async () => {
      const double = await openPostgrid();
      const settings: Parameters<typeof postgridLetters>[0] = {
        apiKey: double.apiKey,
        baseUrl: double.baseUrl,
        log: { alarm: () => {} },
      };
      return {
        partner: adapter(settings),
        activeOrders: () => double.activeOrders(),
        proceed: async (to) => double.proceed(to === 'left' ? 'processed_for_delivery' : 'printing'),
        close: () => double.close(),
      };
    },
  });
});

partnerKeepsItsPromises({
  product: 'fax',
  behaviors: new Set<Behavior>(['reject', 'outage', 'lost_reply']),
  hasKeys: false,
  open: async () => {
    const clock = new TestClock();
    const double = await telnyxDouble({ clock });
    return {
      now: () => clock.now(),
      partner: telnyxFaxes({ ...double.settings, baseUrl: double.base, clock, log: { alarm: () => {} } }),
      activeOrders: () => double.activeFaxes().length,
      proceed: async (to) => {
        for (const { id } of double.activeFaxes()) double.move(id, to === 'left' ? 'delivered' : 'sending');
      },
      close: double.close,
    };
  },
});

describe('the mock payment provider', () => {
  const clock = new TestClock();

  async function open(): Promise<OpenedPayments> {
    const sessions = datedCollection<MockSession>(kindAndTimeOf);
    const payments = mockPayments({ clock, random: memoryDeps().random, sessions });
    const end = async (id: string, status: 'paid' | 'expired') => {
      const session = await payments.end(id, status);
      if (session === undefined) throw new Error(`no session ${id}`);
      return { body: JSON.stringify(mockEvent(session, 'evt_test_1', clock.now())), signature: undefined };
    };
    return {
      payments,
      sessions: () => sessions.all().length,
      pay: (id) => end(id, 'paid'),
      lapse: (id) => end(id, 'expired'),
      refundedCents: () =>
        sessions
          .all()
          .filter(({ refundedAt }) => refundedAt !== undefined)
          .reduce((sum, { payment }) => sum + payment.amountCents, 0),
      close: async () => undefined,
    };
  }

  paymentsKeepTheirPromises('mock', open, () => clock.now());
});

describe('Stripe', () => {
  async function open(): Promise<OpenedPayments> {
    // A delay, so that twenty calls at the same time overlap.
    const stripe = await startStripe({ delayMs: 20 });
    const clock = { now: Date.now, sleep: () => new Promise<void>((wake) => setTimeout(wake, 10)) };
    const { secretKey, webhookSecret, url: baseUrl } = stripe;
    return {
      payments: stripePayments({
        secretKey,
        webhookSecrets: [webhookSecret],
        baseUrl,
        operator: { name: 'Acme Letters', support: 'mailto:help@example.com' },
        clock,
        log: { alarm: () => {} },
        timeoutMs: 3_000,
      }),
      sessions: () => stripe.sessions.size,
      async pay(id) {
        const event = stripe.pay(id);
        if (event === undefined) throw new Error(`${id} is not open`);
        return stripe.signed(event);
      },
      async lapse(id) {
        stripe.expire(id);
        return stripe.signed(stripe.events.at(-1) ?? {});
      },
      refundedCents: () => stripe.refundedCents(),
      close: () => stripe.close(),
    };
  }

  paymentsKeepTheirPromises('stripe', open, Date.now);
});
