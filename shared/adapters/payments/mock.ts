/** The payment provider of test mode: sessions in this service's own table, no card, no charge, Stripe's events. */
import { createHash } from 'node:crypto';
import { base32 } from '../../core/ids.ts';
import type { Payment } from '../../core/job.ts';
import { jobKeptMs } from '../../core/lifetimes.ts';
import { type Stored, totalCents } from '../../core/product.ts';
import { update } from '../../core/update.ts';
import { mock } from '../../partners/mock.ts';
import type {
  CheckoutStatus,
  Clock,
  Collection,
  Dated,
  MoneyTaken,
  PaymentEvent,
  Payments,
  Random,
  TestCheckouts,
  TestSession,
} from '../../ports.ts';
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

/**
 * The key by which sessions are listed: a paid one stands among the payments, at the time of its payment or refund, any
 * other among the payment pages.
 */
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

/** As unguessable as the job's own id, and the same each time that the session is opened. */
const sessionIdOf = (jobId: string): string =>
  `cs_test_${base32(createHash('sha256').update(jobId).digest().subarray(0, 16))}`;

const sessionForm = /^cs_test_[a-z0-9]{26}$/;

export function mockPayments({ clock, random, sessions }: MockPremises): MockPayments {
  const statusOf = (session: MockSession): CheckoutStatus => {
    if (session.status === 'paid')
      return { status: 'paid', payment: session.payment, checkoutId: session.id, payerEmail: testPayer };
    return { status: session.status === 'open' && clock.now() < session.request.expiresAt ? 'open' : 'expired' };
  };

  const end = (id: string, status: 'paid' | 'expired') =>
    update(sessions, id, (session) =>
      session && statusOf(session).status === 'open' ? ended(session, status) : session,
    );

  const ended = (session: MockSession, status: 'paid' | 'expired'): MockSession => ({
    ...session,
    status,
    paidAt: status === 'paid' ? clock.now() : undefined,
  });

  /** A session past its time has expired, even if the table does not say so yet. */
  const asItStands = (session: MockSession | undefined) => session && { ...session, status: statusOf(session).status };

  /** Payments have no index of their own; the latest page of test payments is enough. */
  const sessionPaidBy = async (paymentId: string): Promise<MockSession | undefined> => {
    const { items } = await sessions.between('payment', clock.now() - dayMs, clock.now() + 1);
    return items.find(({ payment }) => payment.id === paymentId);
  };

  /**
   * Developers write events by hand, and then name a session of their own. It stands for the session of the job, which is
   * the only one that a job has.
   */
  const ofKnownSession = async (event: PaymentEvent): Promise<PaymentEvent> => {
    if (!('checkoutId' in event) || event.jobId === undefined || event.checkoutId === undefined) return event;
    const { checkoutId, jobId } = event;
    const isKnown = sessionForm.test(checkoutId) && (await sessions.get(checkoutId)) !== undefined;
    return isKnown ? event : { ...event, checkoutId: sessionIdOf(jobId) };
  };

  const known = <T>(session: T | undefined): T => {
    if (session === undefined) throw new Error('the mock payment provider does not know this session');
    return session;
  };

  return {
    async open(request) {
      const now = clock.now();
      const { currency } = request.price;
      const payment: Payment = {
        provider,
        id: random.id('pi_test'),
        by: 'checkout',
        amountCents: totalCents(request.price),
        currency,
        isTest: true,
      };
      const fresh: MockSession = {
        ...{
          id: sessionIdOf(request.jobId),
          version: 0,
          createdAt: now,
          keepUntil: now + jobKeptMs,
        },
        ...{ request, status: 'open', payment },
      };
      const session = (await sessions.create(fresh)) === 'saved' ? fresh : known(await sessions.get(fresh.id));
      const { baseUrl, expiresAt } = session.request;
      return { provider, id: session.id, url: `${baseUrl}/checkout/${session.id}`, expiresAt };
    },
    status: async (id) => statusOf(known(await sessions.get(id))),
    expire: async (id) => statusOf(known(await end(id, 'expired'))),
    async refund(jobId, payment) {
      // A payment of an event that somebody wrote by hand stands in no session.
      await update(sessions, sessionIdOf(jobId), (session) =>
        session?.payment.id === payment.id && session.refundedAt === undefined
          ? { ...session, refundedAt: clock.now() }
          : session,
      );
      return 'refunded';
    },
    async movedWithin({ from, to }, after) {
      const { items, next } = await sessions.between('payment', from, to, after);
      return { payments: items.map(moneyOf), next };
    },
    async taken(jobId, payment) {
      const session = await sessions.get(sessionIdOf(jobId));
      return session?.status === 'paid' && session.payment.id === payment.id ? moneyOf(session) : undefined;
    },
    async jobOf(id) {
      const session = id.startsWith('cs_') ? await sessions.get(id) : await sessionPaidBy(id);
      return session?.request.jobId;
    },
    readEvent: async (rawBody) => ofKnownSession(stripeEvent(rawBody, provider)),
    session: async (id) => asItStands(await sessions.get(id)),
    end: async (id, status) => asItStands(await end(id, status)),
    announce: async (session, baseUrl) =>
      !session.isEventLate && deliver(mockEvent(session, random.id('evt_test'), clock.now()), baseUrl),
    holdEvent: async (id, isEventLate) =>
      asItStands(await update(sessions, id, (session) => session && { ...session, isEventLate })),
  };
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
