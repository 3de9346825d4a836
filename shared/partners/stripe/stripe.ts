/** The real payment provider. It refuses events that Stripe has not signed. */
import { Agent } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import type Stripe from 'stripe';
import type { Payment } from '../../domain/job/lifecycle.ts';
import { validEmail } from '../../domain/job/notify.ts';
import { lazy } from '../../domain/lazy.ts';
import type { Log } from '../../domain/metrics.ts';
import { totalCents } from '../../domain/money.ts';
import type { Operator } from '../../domain/names.ts';
import { Refusal } from '../../domain/refusal.ts';
import { type Clock, timeoutsMs } from '../../domain/times.ts';
import type { Span } from '../../storage/table.ts';
import { accountProblemByStatus, alarmAccountProblem } from '../http/partner-client.ts';
import type { CheckoutStatus, PaidEvent, PaymentEvent, Payments, ProviderPayment } from '../payments.ts';
import { openOnce, requireExpanded, sessionParams } from './checkout.ts';
import { stripeEvent } from './event.ts';
import { stripe as descriptor } from './facts.ts';
import { codeOf, faultOf, StripeFault } from './fault.ts';
import { refundedCentsOf, refundOnce } from './refund.ts';

/** Lists the charges first, then the refunds. A cursor names its list: `charges ch_…`. */
async function paymentsMovedWithin(
  stripe: Stripe,
  { from, to }: Span,
  after = 'charges ',
): ReturnType<Payments['paymentsMovedWithin']> {
  const [list, last] = after.split(' ');
  const params = { created: { gte: from / 1_000, lt: to / 1_000 }, limit: 100, starting_after: last || undefined };
  if (list === 'charges') {
    const { data, has_more } = await stripe.charges.list({ ...params, expand: ['data.payment_intent'] });
    const next = has_more ? `charges ${data.at(-1)?.id}` : 'refunds ';
    return { payments: data.flatMap((charge) => toPayments(charge, charge.created)), next };
  }
  // Each refund shows its payment's current state.
  const { data, has_more } = await stripe.refunds.list({ ...params, expand: ['data.charge.payment_intent'] });
  const payments = data.flatMap(({ charge, created }) => {
    const payment = requireExpanded(charge);
    return payment === undefined ? [] : toPayments(payment, created);
  });
  return { payments, next: has_more ? `refunds ${data.at(-1)?.id}` : undefined };
}

/** Empty for a failed charge, or for another service's, which has no payment intent. */
function toPayments(
  charge: Stripe.Charge,
  movedAtSeconds: number,
  intent = requireExpanded(charge.payment_intent),
): ProviderPayment[] {
  if (charge.status !== 'succeeded' || intent === undefined) return [];
  return [
    {
      provider: descriptor.name,
      paymentId: intent.id,
      jobId: intent.metadata.job_id ?? charge.metadata.job_id,
      amountCents: charge.amount,
      currency: charge.currency.toUpperCase(),
      refundedCents: charge.amount_refunded,
      movedAt: movedAtSeconds * 1_000,
    },
  ];
}

async function findPayment(stripe: Stripe, paymentId: string): Promise<ProviderPayment | undefined> {
  const intent = await unlessMissing(stripe.paymentIntents.retrieve(paymentId, { expand: ['latest_charge'] }));
  const charge = requireExpanded(intent?.latest_charge);
  return charge === undefined ? undefined : toPayments(charge, charge.created, intent)[0];
}

/** `id`: `cs_…` is a payment page, `pi_…` a payment. */
async function jobIdOf(stripe: Stripe, id: string): Promise<string | undefined> {
  const retrieved: Promise<{ readonly metadata: Stripe.Metadata | null }> = id.startsWith('cs_')
    ? stripe.checkout.sessions.retrieve(id)
    : stripe.paymentIntents.retrieve(id);
  return (await unlessMissing(retrieved))?.metadata?.job_id;
}

const unlessMissing = <T>(call: Promise<T>): Promise<T | undefined> =>
  call.catch((error: unknown) => {
    if (codeOf(error) === 'resource_missing') return undefined;
    throw error;
  });

async function connectStripe({
  secretKey,
  baseUrl,
  timeoutMs = timeoutsMs.call,
  log,
}: StripeSettings): Promise<Stripe> {
  const { default: StripeClient } = await import('stripe');
  const { protocol, hostname, port } = new URL(baseUrl);
  const isPlain = protocol === 'http:';
  // An open connection breaks while the Lambda function is frozen.
  const agent = new (isPlain ? Agent : SecureAgent)({ keepAlive: false });
  const client = new StripeClient(secretKey, {
    protocol: isPlain ? 'http' : 'https',
    host: hostname,
    port: port || (isPlain ? 80 : 443),
    timeout: timeoutMs,
    maxNetworkRetries: 0,
    telemetry: false,
    httpClient: StripeClient.createNodeHttpClient(agent),
  });
  client.on('response', ({ status }: Stripe.ResponseEvent) => {
    // At Stripe, 402 means that the payer's payment failed.
    const problem = status === 402 ? undefined : accountProblemByStatus('Stripe', status);
    if (problem !== undefined) alarmAccountProblem(log, problem);
  });
  return client;
}

interface StripeSettings {
  readonly secretKey: string;
  /** The endpoint's signing secrets: two during a rotation. */
  readonly webhookSecrets: readonly string[];
  readonly baseUrl: string;
  readonly operator: Operator;
  readonly clock: Clock;
  /** Gets an alarm if Stripe refuses this service itself. */
  readonly log: Pick<Log, 'alarm'>;
  readonly timeoutMs?: number;
}

export function stripePayments(settings: StripeSettings): Payments {
  const { secretKey, webhookSecrets, operator, clock, timeoutMs = timeoutsMs.call } = settings;
  const connect = lazy(() => connectStripe(settings));

  /** Returns a function that says whether another call may begin. All calls must end before the job's claim does. */
  const startTimeLimit = () => {
    const startedAt = clock.now();
    return () => clock.now() - startedAt < timeoutMs;
  };

  /** The second and third keys change every `everyMs`, because a key that got a 5xx is spent for a day. */
  function* freshKeys(key: string, everyMs: number, hasTime: () => boolean): Generator<string> {
    const period = Math.floor(clock.now() / everyMs);
    for (const suffix of ['', `_${period}`, `_${period}_2`]) if (hasTime()) yield `${key}${suffix}`;
  }

  // `checkoutStatus` needs the payment object, not only its id.
  const withPayment = { expand: ['payment_intent.latest_charge'] };
  const retrieveSession = async (id: string) => (await connect()).checkout.sessions.retrieve(id, withPayment);

  return {
    async open(request) {
      const stripe = await connect();
      const hasTime = startTimeLimit();
      const pause = () => clock.sleep(500).then(hasTime);
      const keys = freshKeys(`checkout_${request.jobId}`, 60_000, hasTime);
      const params = sessionParams(request, operator, clock.now());
      const session = await openOnce(stripe, params, keys, pause).catch(throwFault('open'));
      const { id, url, expires_at, amount_total, currency } = session;
      if (amount_total === totalCents(request.price) && currency?.toUpperCase() === request.price.currency && url)
        return { provider: descriptor.name, id, url, expiresAt: Math.min(expires_at * 1_000, request.expiresAt) };
      await stripe.checkout.sessions.expire(id).catch(() => undefined);
      throw new Error('Stripe: the amount or currency of the session is not the approved one');
    },
    status: async (id) => checkoutStatus(await retrieveSession(id).catch(throwFault('status'))),
    async expire(id) {
      const expiring = (await connect()).checkout.sessions.expire(id, withPayment);
      const session = await expiring.catch((error: unknown) => {
        if (faultOf(error) === 'refused') return retrieveSession(id).catch(throwFault('status'));
        throw new StripeFault('expire', error);
      });
      if (session.status === 'open') throw new Error('Stripe: an expired session is still open');
      return checkoutStatus(session);
    },
    async refund(jobId, payment) {
      // A free session has no payment intent, and nothing to refund.
      if (payment.amountCents === 0) return 'refunded';
      const keys = freshKeys(`refund_${payment.id}`, 3_600_000, startTimeLimit());
      return refundOnce(await connect(), jobId, payment, keys);
    },
    paymentsMovedWithin: async (span, after) =>
      paymentsMovedWithin(await connect(), span, after).catch(throwFault('list')),
    findPayment: async (_, { id }) => findPayment(await connect(), id).catch(throwFault('payment')),
    jobIdOf: async (id) => jobIdOf(await connect(), id).catch(throwFault('look-up')),
    async readEvent(rawBody, headers) {
      const stripe = await connect();
      const signature = headers[descriptor.events.headers[0].toLowerCase()] ?? '';
      const now = clock.now();
      // One of the secrets must have signed the raw bytes, at most 300 seconds ago.
      const isSigned = webhookSecrets.some((secret) => {
        try {
          return stripe.webhooks.signature?.verifyHeader(rawBody, signature, secret, undefined, undefined, now);
        } catch {
          return false;
        }
      });
      if (!isSigned)
        throw new Refusal(
          'signature_invalid',
          'The Stripe-Signature header does not match the body. Only events that were signed in the last five minutes count.',
        );
      // With a live key, test-mode events are ignored, and vice versa.
      const event = stripeEvent(rawBody, descriptor.name, descriptor.keys.live.test(secretKey));
      return event.kind === 'paid' ? withCard(stripe, event) : withJob(stripe, event).catch(throwFault('event'));
    },
  };
}

const throwFault =
  (call: string) =>
  (error: unknown): never => {
    throw new StripeFault(call, error);
  };

/** Adds the card, which the event does not have. A receipt can do without it, so we don't wait long. */
async function withCard(stripe: Stripe, event: PaidEvent): Promise<PaidEvent> {
  const { payment } = event;
  if (!payment.id.startsWith('pi_')) return event;
  const card = await stripe.paymentIntents
    .retrieve(payment.id, { expand: ['latest_charge'] }, { timeout: 2_000 })
    .then(({ latest_charge }) => paymentCardOf(requireExpanded(latest_charge)))
    .catch(() => undefined);
  return { ...event, payment: { ...payment, card } };
}

/** Adds the job to an event that does not name it, and replaces news of a refund with its current state at Stripe. */
async function withJob(stripe: Stripe, event: PaymentEvent): Promise<PaymentEvent> {
  if (!('paymentId' in event)) return event;
  const { id, type, provider, kind, paymentId } = event;
  const isRefund = kind === 'refunded' || kind === 'refunded_in_part' || kind === 'refund_failed';
  if (paymentId === undefined || (event.jobId !== undefined && !isRefund)) return event;
  const intent = await unlessMissing(stripe.paymentIntents.retrieve(paymentId));
  const jobId = event.jobId ?? intent?.metadata.job_id;
  const why = 'The payment provider has no such payment or refund.';
  const ignored = { id, type, provider, kind: 'ignored', why } as const;
  if (intent === undefined) return ignored;
  if (jobId === undefined || !isRefund) return { ...event, jobId };
  const refundedCents = await refundedCentsOf(stripe, intent.id);
  const isFullyRefunded = refundedCents >= intent.amount_received;
  // After a refund that failed, another one may have refunded the payment before this event arrived.
  if (kind === 'refund_failed' && !isFullyRefunded) return { ...event, jobId, refundedCents };
  if (refundedCents === 0) return ignored;
  return { ...event, jobId, refundedCents, kind: isFullyRefunded ? 'refunded' : 'refunded_in_part' };
}

/**
 * A pending payment counts as open. A refunded payment counts as expired, and so does one that failed after its session was
 * complete, because the payer cannot try again.
 */
function checkoutStatus(session: Stripe.Checkout.Session): CheckoutStatus {
  const { id, status, payment_status, amount_total, currency, livemode } = session;
  if (status === 'open') return { status: 'open' };
  if (status === 'expired') return { status: 'expired' };
  const intent = requireExpanded(session.payment_intent);
  const hasFailed = intent?.status === 'requires_payment_method' || intent?.status === 'canceled';
  const charge = requireExpanded(intent?.latest_charge);
  if (status === 'complete' && payment_status === 'unpaid')
    return hasFailed ? { status: 'expired' } : { status: 'open', isProcessing: true };
  const isPaid = payment_status === 'paid' || payment_status === 'no_payment_required';
  if (status !== 'complete' || !isPaid || typeof amount_total !== 'number' || !currency)
    throw new Error('Stripe: a session of an unknown shape');
  if (charge?.refunded) return { status: 'expired' };
  return {
    status: 'paid',
    isDisputed: charge?.disputed || undefined,
    payment: {
      provider: descriptor.name,
      id: intent?.id ?? id,
      amountCents: amount_total,
      currency: currency.toUpperCase(),
      isTest: !livemode,
      card: paymentCardOf(charge),
    },
    checkoutId: id,
    payerEmail: validEmail(session.customer_details?.email),
  };
}

/** `undefined` if brand or digits have an unexpected form. */
function paymentCardOf(charge: Stripe.Charge | undefined): Payment['card'] {
  const { brand, last4 } = charge?.payment_method_details?.card ?? {};
  return /^[a-z_]{1,30}$/.test(brand ?? '') && /^\d{4}$/.test(last4 ?? '')
    ? { brand: `${brand}`, last4: `${last4}` }
    : undefined;
}
