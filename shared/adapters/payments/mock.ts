/** The payment provider of test mode: sessions in this service's own table, no card, no charge, Stripe's events. */
import { createHash } from 'node:crypto';
import { base32, cellIn, isId } from '../../core/ids.ts';
import type { Payment } from '../../core/job/payment.ts';
import { jobKeptMs } from '../../core/lifetimes.ts';
import { totalCents } from '../../core/money/price.ts';
import type { Stored } from '../../core/stored.ts';
import { update } from '../../core/update.ts';
import { mock } from '../../partners/mock.ts';
import type { Clock, Random } from '../../ports/clock.ts';
import type {
  CheckoutStatus,
  MoneyTaken,
  PaymentEvent,
  Payments,
  TestCheckouts,
  TestSession,
} from '../../ports/payments.ts';
import type { Collection, Dated } from '../../ports/table.ts';
import { deliver, mockEvent, testPayer } from './mock-event.ts';
import { stripeEvent } from './stripe/event.ts';

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
  end(id: string, status: 'paid' | 'expired'): Promise<MockSession | undefined>;
  /** False at once while the event is held back. */
  announce(session: MockSession, baseUrl: string): Promise<boolean>;
  /** Holds the session's event back, or lets it go; sending it is left to the caller. */
  holdEvent(id: string, isEventLate: boolean): Promise<MockSession | undefined>;
}

const provider = mock.name;

const dayMs = 24 * 60 * 60 * 1_000;

/** The id is as hard to guess as the job's own, and the same each time that the session is opened. */
const sessionIdOf = (jobId: string): string =>
  `cs_test_${cellIn(jobId)}${base32(createHash('sha256').update(jobId).digest().subarray(0, 16))}`;

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
    const { currency } = request.price;
    const fresh: MockSession = {
      id: sessionIdOf(request.jobId),
      version: 0,
      createdAt: now,
      keepUntil: now + jobKeptMs,
      request,
      status: 'open',
      payment: {
        provider,
        id: random.id('pi_test'),
        by: 'checkout',
        amountCents: totalCents(request.price),
        currency,
        isTest: true,
      },
    };
    return (await sessions.create(fresh)) === 'saved' ? fresh : known(await sessions.get(fresh.id));
  }

  async get(id: string): Promise<MockSession | undefined> {
    return this.#asItStands(await this.#premises.sessions.get(id));
  }

  /** Ends it with this status unless it has ended already. */
  end(id: string, status: 'paid' | 'expired'): Promise<MockSession | undefined> {
    const paidAt = status === 'paid' ? this.#premises.clock.now() : undefined;
    return this.update(id, (session) => (this.#isOpen(session) ? { ...session, status, paidAt } : session));
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
    if (!('checkoutId' in event) || event.jobId === undefined || event.checkoutId === undefined) return event;
    const { checkoutId, jobId } = event;
    const isKnown = isId('cs_test', checkoutId) && (await this.#premises.sessions.get(checkoutId)) !== undefined;
    return isKnown ? event : { ...event, checkoutId: sessionIdOf(jobId) };
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
      await sessions.update(sessionIdOf(jobId), (session) =>
        session.payment.id === payment.id && session.refundedAt === undefined
          ? { ...session, refundedAt: clock.now() }
          : session,
      );
      return 'refunded';
    },
    async movedWithin({ from, to }, after) {
      const { items, next } = await premises.sessions.between('payment', from, to, after);
      return { payments: items.map(moneyOf), next };
    },
    async taken(jobId, payment) {
      const session = await sessions.get(sessionIdOf(jobId));
      return session?.status === 'paid' && session.payment.id === payment.id ? moneyOf(session) : undefined;
    },
    async jobOf(id) {
      const session = id.startsWith('cs_') ? await sessions.get(id) : await sessions.paidBy(id);
      return session?.request.jobId;
    },
    readEvent: async (rawBody) => sessions.ofKnown(stripeEvent(rawBody, provider)),
    session: (id) => sessions.get(id),
    end: (id, status) => sessions.end(id, status),
    announce: async (session, baseUrl) =>
      !session.isEventLate && deliver(mockEvent(session, random.id('evt_test'), clock.now()), baseUrl),
    holdEvent: (id, isEventLate) => sessions.update(id, (session) => ({ ...session, isEventLate })),
  };
}

const statusOf = ({ id, status, payment }: MockSession): CheckoutStatus =>
  status === 'paid' ? { status, payment, checkoutId: id, payerEmail: testPayer } : { status };

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
