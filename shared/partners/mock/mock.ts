/** The payment provider of test mode. It charges nothing, stores its sessions in our table, and sends Stripe's events. */
import { createHash } from 'node:crypto';
import { isId, newId } from '../../domain/ids.ts';
import type { Payment } from '../../domain/job/lifecycle.ts';
import { totalCents } from '../../domain/money.ts';
import { type Stored, update } from '../../domain/stored.ts';
import { type Clock, lifetimesMs, type Random, timeoutsMs } from '../../domain/times.ts';
import type { Collection, Dated } from '../../storage/table.ts';
import type { CheckoutRequest, CheckoutStatus, Payments, ProviderPayment } from '../payments.ts';
import { stripeEvent } from '../stripe/event.ts';
import { stripe } from '../stripe/facts.ts';
import { mock } from './facts.ts';

export interface MockSession extends Stored {
  readonly request: CheckoutRequest;
  readonly status: 'open' | 'paid' | 'expired';
  readonly payment: Payment;
  readonly payerEmail?: string | undefined;
  readonly paidAt?: number;
  readonly refundedAt?: number;
  /** A developer has put the session's event on hold. */
  readonly isEventHeld?: boolean;
}

/** How a session is listed: as a payment, when it was paid or refunded; or else as a payment page, when it was made. */
export const kindAndTimeOf = ({ status, createdAt, paidAt, refundedAt }: MockSession) =>
  status === 'paid'
    ? { kind: 'payment', at: refundedAt ?? paidAt ?? createdAt }
    : { kind: 'payment page', at: createdAt };

/** The id is as hard to guess as the job's, and the same each time a job's session is opened. */
const sessionIdOf = (jobId: string): string =>
  newId('cs_test', createHash('sha256').update(jobId).digest().subarray(0, 16));

const newSession = (request: CheckoutRequest, paymentId: string, now: number): MockSession => ({
  id: sessionIdOf(request.jobId),
  version: 0,
  createdAt: now,
  keepUntil: now + lifetimesMs.job,
  request,
  status: 'open',
  payment: {
    provider: mock.name,
    id: paymentId,
    amountCents: totalCents(request.price),
    currency: request.price.currency,
    isTest: true,
    // The first of Stripe's test cards.
    card: { brand: 'visa', last4: '4242' },
  },
});

/** There is no index by payment id, so the test payments of the last 24 hours are searched. */
async function findByPayment(sessions: Dated<MockSession>, id: string, now: number): Promise<MockSession | undefined> {
  let after: string | undefined;
  do {
    const { items, next } = await sessions.between('payment', now - 24 * 3_600_000, now + 1, after);
    const match = items.find(({ payment }) => payment.id === id);
    if (match !== undefined) return match;
    after = next;
  } while (after !== undefined);
  return undefined;
}

interface MockSettings {
  readonly clock: Clock;
  readonly random: Random;
  readonly sessions: Collection<MockSession> & Dated<MockSession>;
}

export function mockPayments({ clock, random, sessions }: MockSettings) {
  const isOpen = ({ status, request }: MockSession) => status === 'open' && clock.now() < request.expiresAt;
  /** A session counts as expired once its time is over, even if the table does not say so yet. */
  const withExpiry = (session: MockSession | undefined): MockSession | undefined =>
    session === undefined || session.status === 'paid' || isOpen(session) ? session : { ...session, status: 'expired' };
  const get = async (id: string) => withExpiry(await sessions.get(id));
  const change = async (id: string, edit: (session: MockSession) => MockSession) =>
    withExpiry(await update(sessions, id, (session) => session && edit(session)));
  /** Pays or expires an open session. A session that has ended stays as it is. */
  const end = (id: string, status: 'paid' | 'expired', payerEmail?: string) => {
    const paidAt = status === 'paid' ? clock.now() : undefined;
    return change(id, (session) => (isOpen(session) ? { ...session, status, paidAt, payerEmail } : session));
  };
  const sessionOf = async (jobId: string, { id }: Payment) => {
    const session = await get(sessionIdOf(jobId));
    return session?.payment.id === id ? session : undefined;
  };
  const payments: Payments = {
    async open(request) {
      const created = newSession(request, random.id('pi_test'), clock.now());
      // A second request for the same job finds the session of the first.
      const isFirst = (await sessions.create(created)) === 'saved';
      const session = isFirst ? created : requireSession(await sessions.get(created.id));
      const { baseUrl, expiresAt } = session.request;
      return { provider: mock.name, id: session.id, url: `${baseUrl}/checkout/${session.id}`, expiresAt };
    },
    status: async (id) => statusOf(requireSession(await get(id))),
    expire: async (id) => statusOf(requireSession(await end(id, 'expired'))),
    async refund(jobId, payment) {
      // The payment of an event that a developer wrote by hand has no session.
      const paid = await sessionOf(jobId, payment);
      if (paid !== undefined)
        await change(paid.id, (session) => ({ ...session, refundedAt: session.refundedAt ?? clock.now() }));
      return 'refunded';
    },
    async paymentsMovedWithin({ from, to }, after) {
      const { items, next } = await sessions.between('payment', from, to, after);
      return { payments: items.map(providerPayment), next };
    },
    async findPayment(jobId, payment) {
      const session = await sessionOf(jobId, payment);
      return session?.status === 'paid' ? providerPayment(session) : undefined;
    },
    jobIdOf: async (id) =>
      (await (id.startsWith('cs_') ? get(id) : findByPayment(sessions, id, clock.now())))?.request.jobId,
    async readEvent(rawBody) {
      const event = stripeEvent(rawBody, mock.name);
      if (!('checkoutId' in event) || event.jobId === undefined) return event;
      const { checkoutId, jobId } = event;
      const session = isId('cs_test', checkoutId) ? await sessions.get(checkoutId) : undefined;
      // An event that a developer wrote may name a session that doesn't exist. It counts for the job's only session.
      if (session === undefined) return { ...event, checkoutId: sessionIdOf(jobId) };
      return event.kind === 'paid' ? { ...event, payment: { ...event.payment, card: session.payment.card } } : event;
    },
  };
  return {
    ...payments,
    session: get,
    end,
    /** Sends the event of a session that has ended, over HTTP. False if the event is on hold or was refused. */
    async announce(session: MockSession, baseUrl: string): Promise<boolean> {
      if (session.isEventHeld) return false;
      // The response may take a while, because the service waits until the job has settled.
      const { ok } = await fetch(`${baseUrl}/webhooks/${stripe.name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(mockEvent(session, random.id('evt_test'), clock.now())),
        signal: AbortSignal.timeout(2 * timeoutsMs.call),
      });
      return ok;
    },
    /** Puts the session's event on hold, or ends the hold without sending the event. */
    holdEvent: (id: string, isEventHeld: boolean) => change(id, (session) => ({ ...session, isEventHeld })),
  };
}

const statusOf = ({ id, status, payment, payerEmail = testPayer }: MockSession): CheckoutStatus =>
  status === 'paid' ? { status, payment, checkoutId: id, payerEmail } : { status };

function requireSession(session: MockSession | undefined): MockSession {
  if (session === undefined) throw new Error('the mock payment provider does not know this session');
  return session;
}

const providerPayment = (session: MockSession): ProviderPayment => ({
  provider: mock.name,
  paymentId: session.payment.id,
  jobId: session.request.jobId,
  amountCents: session.payment.amountCents,
  currency: session.payment.currency,
  refundedCents: session.refundedAt === undefined ? 0 : session.payment.amountCents,
  movedAt: kindAndTimeOf(session).at,
});

/** The payer's email if the test page was submitted without one. */
export const testPayer = 'payer@example.com';

/** The event that the provider would send for a session that has ended, in Stripe's shape. */
export function mockEvent(
  session: Pick<MockSession, 'id' | 'status' | 'payment' | 'request' | 'payerEmail'>,
  eventId: string,
  now: number,
): object {
  const { id, payment, request, payerEmail = testPayer } = session;
  const isPaid = session.status === 'paid';
  return {
    id: eventId,
    object: 'event',
    livemode: false,
    created: Math.floor(now / 1_000),
    type: isPaid ? 'checkout.session.completed' : 'checkout.session.expired',
    data: {
      object: {
        id,
        object: 'checkout.session',
        status: isPaid ? 'complete' : 'expired',
        payment_status: isPaid ? 'paid' : 'unpaid',
        amount_total: payment.amountCents,
        currency: payment.currency.toLowerCase(),
        client_reference_id: request.jobId,
        metadata: { job_id: request.jobId },
        payment_intent: isPaid ? payment.id : null,
        customer_details: isPaid ? { email: payerEmail } : null,
      },
    },
  };
}
