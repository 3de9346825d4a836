/** The real payment provider: Stripe's sessions, refunds and events. It refuses events that Stripe has not signed. */

import { Agent } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import type Stripe from 'stripe';
import type { Clock } from '../../domain/clock.ts';
import type { Log } from '../../domain/metrics.ts';
import type { Operator } from '../../domain/operator.ts';
import { Refusal } from '../../domain/refusal.ts';
import { callTimeoutMs } from '../../domain/retry.ts';
import type { Span } from '../../storage/table.ts';
import { accountProblemIn, alarmAccountProblem } from '../http/partner-client.ts';
import type { MoneyTaken, PaymentEvent, Payments } from '../payments.ts';
import { asksFor, checkoutStatus, expanded, openOnce, paymentCardOf, sessionParams, withMoney } from './checkout.ts';
import { stripeEvent } from './event.ts';
import { stripe as descriptor } from './facts.ts';
import { codeOf, faultOf, StripeFault } from './fault.ts';
import { refundedCentsOf, refundOnce } from './refund.ts';

type StripePage = Awaited<ReturnType<Payments['movedWithin']>>;

/** Lists the charges first, then the refunds. A cursor names its list: `charges ch_…`. */
async function movedWithin(stripe: Stripe, { from, to }: Span, after = 'charges '): Promise<StripePage> {
  const [list, last] = after.split(' ');
  const params = { created: { gte: from / 1_000, lt: to / 1_000 }, limit: 100, starting_after: last || undefined };
  return list === 'charges' ? chargesOf(stripe, params) : refundsOf(stripe, params);
}

async function chargesOf(stripe: Stripe, params: Stripe.ChargeListParams): Promise<StripePage> {
  const { data, has_more } = await stripe.charges.list({ ...params, expand: ['data.payment_intent'] });
  const next = has_more ? `charges ${data.at(-1)?.id}` : 'refunds ';
  return { payments: data.flatMap((charge) => moneyOf(charge, charge.created)), next };
}

/** The payment behind each refund, in its present state. */
async function refundsOf(stripe: Stripe, params: Stripe.RefundListParams): Promise<StripePage> {
  const { data, has_more } = await stripe.refunds.list({ ...params, expand: ['data.charge.payment_intent'] });
  const payments = data.flatMap(({ charge, created }) => {
    const taken = expanded(charge);
    return taken === undefined ? [] : moneyOf(taken, created);
  });
  return { payments, next: has_more ? `refunds ${data.at(-1)?.id}` : undefined };
}

/** Empty for a charge that failed, and for a charge without an intent, which belongs to another service. */
function moneyOf(charge: Stripe.Charge, movedAt: number, intent = expanded(charge.payment_intent)): MoneyTaken[] {
  if (charge.status !== 'succeeded' || intent === undefined) return [];
  return [
    {
      provider: descriptor.name,
      paymentId: intent.id,
      jobId: intent.metadata.job_id ?? charge.metadata.job_id,
      amountCents: charge.amount,
      currency: charge.currency.toUpperCase(),
      refundedCents: charge.amount_refunded,
      movedAt: movedAt * 1_000,
    },
  ];
}

async function taken(stripe: Stripe, paymentId: string): Promise<MoneyTaken | undefined> {
  const intent = await unlessMissing(stripe.paymentIntents.retrieve(paymentId, { expand: ['latest_charge'] }));
  const charge = expanded(intent?.latest_charge);
  return charge === undefined ? undefined : moneyOf(charge, charge.created, intent)[0];
}

/** `cs_…` is a payment page, `pi_…` a payment. */
async function jobIdOfPayment(stripe: Stripe, id: string): Promise<string | undefined> {
  const match = await unlessMissing<{ readonly metadata: Stripe.Metadata | null }>(
    id.startsWith('cs_') ? stripe.checkout.sessions.retrieve(id) : stripe.paymentIntents.retrieve(id),
  );
  return match?.metadata?.job_id;
}

const unlessMissing = <T>(asking: Promise<T>): Promise<T | undefined> =>
  asking.catch((error: unknown) => {
    if (codeOf(error) === 'resource_missing') return undefined;
    throw error;
  });

interface StripeConnection {
  readonly secretKey: string;
  readonly apiBase: string;
  /** The time that a call may take without an answer. */
  readonly timeoutMs: number;
  /** Gets an alarm if Stripe refuses this service itself. */
  readonly log: Pick<Log, 'alarm'>;
}

async function connectStripe({ secretKey, apiBase, timeoutMs, log }: StripeConnection): Promise<Stripe> {
  const { default: StripeClient } = await import('stripe');
  const { protocol, hostname, port } = new URL(apiBase);
  const isPlain = protocol === 'http:';
  // A kept connection is broken after its Lambda has slept.
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
    const problem = status === 402 ? undefined : accountProblemIn('Stripe', status);
    if (problem !== undefined) alarmAccountProblem(log, problem);
  });
  return client;
}

/** Checks the signature over the raw bytes at `now` (Unix ms); any secret may match, within 300 seconds. */
const isSigned = (
  stripe: Stripe,
  rawBody: string,
  signature: string | undefined,
  secrets: readonly string[],
  now: number,
): boolean =>
  secrets.some((secret) => {
    try {
      return stripe.webhooks.signature?.verifyHeader(rawBody, signature ?? '', secret, undefined, undefined, now);
    } catch {
      return false;
    }
  });

export interface StripeSettings {
  readonly secretKey: string;
  /** The endpoint's signing secrets: two during a rotation. */
  readonly webhookSecrets: readonly string[];
  /** An address to use instead of Stripe's own: a double's. */
  readonly apiBase?: string | undefined;
  /** Named to the payer. */
  readonly operator: Operator;
  readonly clock: Clock;
  readonly log: Pick<Log, 'alarm'>;
  /** The time that one call may take without an answer. */
  readonly timeoutMs?: number;
}

const provider = descriptor.name;

export function stripePayments(settings: StripeSettings): Payments {
  const { secretKey, webhookSecrets, apiBase = descriptor.api.base, operator, clock, log } = settings;
  const { timeoutMs = callTimeoutMs } = settings;

  let connecting: Promise<Stripe> | undefined;
  const connected = (): Promise<Stripe> => {
    connecting ??= connectStripe({ secretKey, apiBase, timeoutMs, log });
    return connecting;
  };

  /** True while another call may begin: all calls must end before the job's claim does. */
  const patience = () => {
    const startedAt = clock.now();
    return () => clock.now() - startedAt < timeoutMs;
  };

  /** Keys of this hour, because those of an earlier hour may be spoilt. */
  function* hourlyKeys(key: string, hasTime: () => boolean): Generator<string> {
    const hour = Math.floor(clock.now() / 3_600_000);
    for (const suffix of ['', `_${hour}`, `_${hour}_2`]) if (hasTime()) yield `${key}${suffix}`;
  }

  function* keysFrom(key: string, hasTime: () => boolean): Generator<string> {
    // Even a bad day does not spoil three keys in a row.
    for (let number = 1; number <= 3 && hasTime(); number += 1) yield number === 1 ? key : `${key}_${number}`;
  }

  const retrieved = async (id: string) => (await connected()).checkout.sessions.retrieve(id, withMoney);

  return {
    async open(request) {
      const stripe = await connected();
      const hasTime = patience();
      const pause = () => clock.sleep(500).then(hasTime);
      const keys = keysFrom(`checkout_${request.jobId}`, hasTime);
      const params = sessionParams(request, operator, clock.now());
      const session = await openOnce(stripe, params, keys, pause).catch(sealed('open'));
      const { id, url, expires_at } = session;
      if (asksFor(session, request) && url)
        return { provider, id, url, expiresAt: Math.min(expires_at * 1_000, request.expiresAt) };
      await stripe.checkout.sessions.expire(id).catch(() => undefined);
      throw new Error('Stripe: a session that asks for something else than was approved');
    },
    status: async (id) => checkoutStatus(await retrieved(id).catch(sealed('status'))),
    async expire(id) {
      const ending = (await connected()).checkout.sessions.expire(id, withMoney);
      const session = await ending.catch((error: unknown) => {
        if (faultOf(error) === 'refused') return retrieved(id).catch(sealed('status'));
        throw new StripeFault('expire', error);
      });
      if (session.status === 'open') throw new Error('Stripe: a session that was to be expired, and is open');
      return checkoutStatus(session);
    },
    async refund(jobId, payment) {
      // A session without a price has no payment intent, and nothing to refund.
      if (payment.amountCents === 0) return 'refunded';
      return refundOnce(await connected(), jobId, payment, hourlyKeys(`refund_${payment.id}`, patience()));
    },
    movedWithin: async (span, after) => movedWithin(await connected(), span, after).catch(sealed('list')),
    taken: async (_, { id }) => taken(await connected(), id).catch(sealed('payment')),
    jobOf: async (id) => jobIdOfPayment(await connected(), id).catch(sealed('look-up')),
    async readEvent(rawBody, headers) {
      const stripe = await connected();
      const signature = headers[descriptor.events.headers[0].toLowerCase()];
      if (!isSigned(stripe, rawBody, signature, webhookSecrets, clock.now()))
        throw new Refusal(
          'signature_invalid',
          'The Stripe-Signature header does not fit the body: only what the payment provider has signed in the last five minutes counts.',
        );
      // Live keys see no test money, and test keys see no live money.
      const event = stripeEvent(rawBody, provider, descriptor.keys.live.test(secretKey));
      return event.kind === 'paid' ? withCard(stripe, event) : traced(stripe, event).catch(sealed('event'));
    },
  };
}

const sealed =
  (act: string) =>
  (error: unknown): never => {
    throw new StripeFault(act, error);
  };

type PaidEvent = Extract<PaymentEvent, { readonly kind: 'paid' }>;

/** The event names no card. A receipt can do without it, so nobody waits long for it. */
async function withCard(stripe: Stripe, event: PaidEvent): Promise<PaidEvent> {
  const { payment } = event;
  if (!payment.id.startsWith('pi_')) return event;
  const patience = { timeout: 2_000, maxNetworkRetries: 0 };
  const card = await stripe.paymentIntents
    .retrieve(payment.id, { expand: ['latest_charge'] }, patience)
    .then(({ latest_charge }) => paymentCardOf(expanded(latest_charge)))
    .catch(() => undefined);
  return { ...event, payment: { ...payment, card } };
}

const refundKinds: readonly PaymentEvent['kind'][] = ['refunded', 'refunded_in_part', 'refund_failed'];

/** Finds the job of an event that does not name it. A refund counts as Stripe shows it now. */
async function traced(stripe: Stripe, event: PaymentEvent): Promise<PaymentEvent> {
  if (!('paymentId' in event)) return event;
  const { id, type, provider: held, kind, paymentId } = event;
  const isRefund = refundKinds.includes(kind);
  if (paymentId === undefined || (event.jobId !== undefined && !isRefund)) return event;
  const intent = await stripe.paymentIntents.retrieve(paymentId).catch((error: unknown) => {
    if (codeOf(error) === 'resource_missing') return undefined;
    throw error;
  });
  const jobId = event.jobId ?? intent?.metadata.job_id;
  const none = {
    id,
    type,
    provider: held,
    kind: 'ignored',
    why: 'At the payment provider, this does not stand.',
  } as const;
  if (intent === undefined) return none;
  if (jobId === undefined || !isRefund) return { ...event, jobId };
  const refundedCents = await refundedCentsOf(stripe, intent.id);
  if (kind === 'refund_failed') return { ...event, jobId, refundedCents };
  if (refundedCents === 0) return none;
  const isWhole = refundedCents >= intent.amount_received;
  return { ...event, jobId, refundedCents, kind: isWhole ? 'refunded' : 'refunded_in_part' };
}
