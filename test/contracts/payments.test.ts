/** The mock payment provider and Stripe, by its double, keep every payment provider's promises. */
import { type MockSession, mockEvent, mockPayments, movement } from '../../shared/partners/mock/mock.ts';
import { stripePayments } from '../../shared/partners/stripe/stripe.ts';
import { type OpenedPayments, paymentsKeepTheirPromises } from '../support/contracts/payment-promises.ts';
import { startStripe } from '../support/doubles/stripe.ts';
import { WoundClock } from '../support/fakes/clock.ts';
import { memoryDeps } from '../support/fakes/deps.ts';
import { datedCollection } from '../support/fakes/memory.ts';

describe('the mock payment provider', () => {
  const clock = new WoundClock();

  async function open(): Promise<OpenedPayments> {
    const sessions = datedCollection<MockSession>(movement);
    const payments = mockPayments({ clock, random: memoryDeps().random, sessions });
    const ended = async (id: string, status: 'paid' | 'expired') => {
      const session = await payments.end(id, status);
      if (session === undefined) throw new Error(`no session ${id}`);
      return { body: JSON.stringify(mockEvent(session, 'evt_test_1', clock.now())), signature: undefined };
    };
    return {
      payments,
      sessions: () => sessions.all().length,
      pay: (id) => ended(id, 'paid'),
      lapse: (id) => ended(id, 'expired'),
      givenBackCents: () =>
        sessions
          .all()
          .filter(({ refundedAt }) => refundedAt !== undefined)
          .reduce((sum, { payment }) => sum + payment.amountCents, 0),
      close: async () => undefined,
    };
  }

  paymentsKeepTheirPromises('mock', open, () => clock.now());
});

describe.each([
  ['that answers at once', 0],
  ['that takes its time', 20],
])('Stripe %s', (_, delayMs) => {
  async function open(): Promise<OpenedPayments> {
    const stripe = await startStripe({ delayMs });
    const clock = { now: Date.now, sleep: () => new Promise<void>((wake) => setTimeout(wake, 10)) };
    const { secretKey, webhookSecret, url: apiBase } = stripe;
    return {
      payments: stripePayments({
        secretKey,
        webhookSecrets: [webhookSecret],
        apiBase,
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
      givenBackCents: stripe.givenBackCents,
      close: stripe.close,
    };
  }

  paymentsKeepTheirPromises('stripe', open, Date.now);
});
