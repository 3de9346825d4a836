/** The payment provider of test mode: sessions in this service's own table, no card, no charge, Stripe's events. */
import { createHash } from 'node:crypto';
import type { Clock, Random } from '../../domain/clock.ts';
import { base32, isId } from '../../domain/ids.ts';
import type { Payment } from '../../domain/job/payment.ts';
import { jobKeptMs } from '../../domain/lifetimes.ts';
import { totalCents } from '../../domain/money/money.ts';
import { callTimeoutMs } from '../../domain/retry.ts';
import { type Stored, update } from '../../domain/stored.ts';
import type { Collection, Dated } from '../../storage/table.ts';
import type { CheckoutStatus, MoneyTaken, PaymentEvent, Payments, TestCheckouts, TestSession } from '../payments.ts';
import { stripeEvent } from '../stripe/event.ts';
import { stripe } from '../stripe/facts.ts';
import { mock } from './facts.ts';

export interface MockSession extends Stored, TestSession {
  readonly id: string;
  readonly payment: Payment;
  readonly paidAt?: number;
  readonly refundedAt?: number;
  /** A developer holds its event back. */
  readonly isEventLate?: boolean;
}

/** The key by which sessions are listed: paid ones by their payment or refund, others as payment pages. */
export const movement = ({ status, createdAt, paidAt, refundedAt }: MockSession) =>
  status === 'paid'
    ? { kind: 'payment', at: refundedAt ?? paidAt ?? createdAt }
    : { kind: 'payment page', at: createdAt };

export interface MockPremises {
  readonly clock: Clock;
  readonly random: Random;
  readonly sessions: Collection<MockSession> & Dated<MockSession>;
}

export interface MockPayments extends Payments, TestCheckouts {
  session(id: string): Promise<MockSession | undefined>;
  end(id: string, status: 'paid' | 'expired', payerEmail?: string): Promise<MockSession | undefined>;
  /** False at once while the event is held back. */
  announce(session: MockSession, baseUrl: string): Promise<boolean>;
  /** Holds the session's event back, or lets it go; sending it is left to the caller. */
  holdEvent(id: string, isEventLate: boolean): Promise<MockSession | undefined>;
}

const provider = mock.name;

/** Everybody in test mode pays with the first of Stripe's test cards. */
const testCard = { brand: 'visa', last4: '4242' } as const;

const dayMs = 24 * 60 * 60 * 1_000;

/** The id is as hard to guess as the job's own, and the same each time that the session is opened. */
const sessionIdOf = (jobId: string): string =>
  `cs_test_${base32(createHash('sha256').update(jobId).digest().subarray(0, 16))}`;

const paymentOf = ({ price }: MockSession['request'], id: string): Payment => ({
  provider,
  id,
  amountCents: totalCents(price),
  currency: price.currency,
  isTest: true,
  card: testCard,
});

/** The sessions of payment pages. One past its time has expired, even if the table does not say so yet. */
class Sessions {
  readonly #premises: MockPremises;

  constructor(premises: MockPremises) {
    this.#premises = premises;
  }

  /** The session of the request's job; a second request finds the first one's. */
  async opened(request: MockSession['request']): Promise<MockSession> {
    const { clock, random, sessions } = this.#premises;
    const now = clock.now();
    const fresh: MockSession = {
      id: sessionIdOf(request.jobId),
      version: 0,
      createdAt: now,
      keepUntil: now + jobKeptMs,
      request,
      status: 'open',
      payment: paymentOf(request, random.id('pi_test')),
    };
    return (await sessions.create(fresh)) === 'saved' ? fresh : known(await sessions.get(fresh.id));
  }

  /** The session of a job's payment. */
  async ofPayment(jobId: string, { id }: Payment): Promise<MockSession | undefined> {
    const session = await this.get(sessionIdOf(jobId));
    return session?.payment.id === id ? session : undefined;
  }

  async get(id: string): Promise<MockSession | undefined> {
    return this.#asItStands(await this.#premises.sessions.get(id));
  }

  /** Ends it with this status unless it has ended already. */
  end(id: string, status: 'paid' | 'expired', payerEmail?: string): Promise<MockSession | undefined> {
    const paidAt = status === 'paid' ? this.#premises.clock.now() : undefined;
    return this.update(id, (session) => (this.#isOpen(session) ? { ...session, status, paidAt, payerEmail } : session));
  }

  async update(id: string, change: (session: MockSession) => MockSession): Promise<MockSession | undefined> {
    return this.#asItStands(await update(this.#premises.sessions, id, (session) => session && change(session)));
  }

  /** Payments have no index of their own; the latest page of test payments is enough. */
  async paidBy(paymentId: string): Promise<MockSession | undefined> {
    const { clock, sessions } = this.#premises;
    const { items } = await sessions.between('payment', clock.now() - dayMs, clock.now() + 1);
    return items.find(({ payment }) => payment.id === paymentId);
  }

  /** An event that a developer writes names a session of its own; it stands for the only one of its job. */
  async ofKnown(event: PaymentEvent): Promise<PaymentEvent> {
    if (!('checkoutId' in event) || event.jobId === undefined) return event;
    const { checkoutId, jobId } = event;
    const known = isId('cs_test', checkoutId) ? await this.#premises.sessions.get(checkoutId) : undefined;
    if (known === undefined) return { ...event, checkoutId: sessionIdOf(jobId) };
    const { card } = known.payment;
    return event.kind === 'paid' ? { ...event, payment: { ...event.payment, card } } : event;
  }

  #isOpen({ status, request }: MockSession): boolean {
    return status === 'open' && this.#premises.clock.now() < request.expiresAt;
  }

  #asItStands(session: MockSession | undefined): MockSession | undefined {
    if (session === undefined || session.status === 'paid' || this.#isOpen(session)) return session;
    return { ...session, status: 'expired' };
  }
}

export function mockPayments(premises: MockPremises): MockPayments {
  const { clock, random } = premises;
  const sessions = new Sessions(premises);
  return {
    async open(request) {
      const session = await sessions.opened(request);
      const { baseUrl, expiresAt } = session.request;
      return { provider, id: session.id, url: `${baseUrl}/checkout/${session.id}`, expiresAt };
    },
    status: async (id) => statusOf(known(await sessions.get(id))),
    expire: async (id) => statusOf(known(await sessions.end(id, 'expired'))),
    async refund(jobId, payment) {
      // A payment of an event that somebody wrote by hand stands in no session.
      const paid = await sessions.ofPayment(jobId, payment);
      if (paid !== undefined)
        await sessions.update(paid.id, (session) => ({ ...session, refundedAt: session.refundedAt ?? clock.now() }));
      return 'refunded';
    },
    async movedWithin({ from, to }, after) {
      const { items, next } = await premises.sessions.between('payment', from, to, after);
      return { payments: items.map(moneyOf), next };
    },
    async taken(jobId, payment) {
      const session = await sessions.ofPayment(jobId, payment);
      return session?.status === 'paid' ? moneyOf(session) : undefined;
    },
    async jobOf(id) {
      const session = id.startsWith('cs_') ? await sessions.get(id) : await sessions.paidBy(id);
      return session?.request.jobId;
    },
    readEvent: async (rawBody) => sessions.ofKnown(stripeEvent(rawBody, provider)),
    session: (id) => sessions.get(id),
    end: (id, status, payerEmail) => sessions.end(id, status, payerEmail),
    announce: async (session, baseUrl) =>
      !session.isEventLate && deliver(mockEvent(session, random.id('evt_test'), clock.now()), baseUrl),
    holdEvent: (id, isEventLate) => sessions.update(id, (session) => ({ ...session, isEventLate })),
  };
}

const statusOf = ({ id, status, payment, payerEmail = testPayer }: MockSession): CheckoutStatus =>
  status === 'paid' ? { status, payment, checkoutId: id, payerEmail } : { status };

function known(session: MockSession | undefined): MockSession {
  if (session === undefined) throw new Error('the mock payment provider does not know this session');
  return session;
}

const moneyOf = (session: MockSession): MoneyTaken => ({
  provider,
  paymentId: session.payment.id,
  jobId: session.request.jobId,
  amountCents: session.payment.amountCents,
  currency: session.payment.currency,
  refundedCents: session.refundedAt === undefined ? 0 : session.payment.amountCents,
  movedAt: movement(session).at,
});

type Announced = TestSession & { readonly payment: Payment };

/** The payer of the test mode, where no other address is typed. */
export const testPayer = 'payer@example.com';

/** The event that the provider would send for a session that has ended, in Stripe's shape. */
export const mockEvent = (
  { id, status, payment, request, payerEmail = testPayer }: Announced,
  eventId: string,
  now: number,
): object => ({
  id: eventId,
  object: 'event',
  livemode: false,
  created: Math.floor(now / 1_000),
  type: status === 'paid' ? 'checkout.session.completed' : 'checkout.session.expired',
  data: {
    object: {
      id,
      object: 'checkout.session',
      status: status === 'paid' ? 'complete' : 'expired',
      payment_status: status === 'paid' ? 'paid' : 'unpaid',
      amount_total: payment.amountCents,
      currency: payment.currency.toLowerCase(),
      client_reference_id: request.jobId,
      metadata: { job_id: request.jobId },
      payment_intent: status === 'paid' ? payment.id : null,
      customer_details: status === 'paid' ? { email: payerEmail } : null,
    },
  },
});

/** Whether the service has confirmed it. It may take long, because it answers when the job has settled. */
async function deliver(event: object, baseUrl: string): Promise<boolean> {
  const answer = await fetch(`${baseUrl}/webhooks/${stripe.name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(event),
    signal: AbortSignal.timeout(2 * callTimeoutMs),
  });
  return answer.ok;
}
