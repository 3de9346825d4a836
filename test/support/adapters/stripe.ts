/** Stripe's double and the adapter that calls it, for the tests of the adapter. */
import { setTimeout as pause } from 'node:timers/promises';
import type { LogFields } from '../../../shared/domain/metrics.ts';
import type { Operator } from '../../../shared/domain/names.ts';
import { stripePayments } from '../../../shared/partners/stripe/stripe.ts';
import { checkoutFor } from '../contracts/payment-promises.ts';
import { type StripeDouble, startStripe } from '../doubles/stripe.ts';
import { silenceMs } from './silence.ts';

/** The total of `request`, in cents. */
export const total = 695;

export const startedAt = Date.now();

/** A job's request, which is the same on every call. */
export const request = (jobId = 'job_1', now = startedAt) => checkoutFor(jobId, now);

interface StripeOptions {
  readonly secretKey?: string;
  /** The key that Stripe accepts, if it isn't `secretKey`. */
  readonly acceptedKey?: string;
  readonly webhookSecrets?: readonly string[];
  readonly timeoutMs?: number;
  readonly operator?: Operator;
  /** A running double to use instead of a new one. */
  readonly double?: StripeDouble;
  /** Unix ms. */
  readonly now?: () => number;
}

const open: StripeDouble[] = [];

export async function setUpStripe({
  secretKey = 'sk_test_double',
  acceptedKey = secretKey,
  webhookSecrets,
  timeoutMs = silenceMs,
  operator = {},
  double,
  now = Date.now,
}: StripeOptions = {}) {
  const stripe = double ?? (await startStripe({ secretKey: acceptedKey, now }));
  if (double === undefined) open.push(stripe);
  const alarms: LogFields[] = [];
  const payments = stripePayments({
    secretKey,
    baseUrl: stripe.url,
    timeoutMs,
    operator,
    webhookSecrets: webhookSecrets ?? [stripe.webhookSecret],
    clock: { now, sleep: () => pause(10) },
    log: { alarm: (_, fields = {}) => void alarms.push(fields) },
  });
  /** A session that was paid, and the payment as the adapter reports it. */
  const paid = async (jobId = 'job_1') => {
    const { id } = await payments.open(request(jobId, now()));
    stripe.pay(id);
    const status = await payments.status(id);
    if (status.status !== 'paid') throw new Error(`the session is ${status.status}, not paid`);
    return { id, payment: status.payment };
  };
  return { stripe, payments, alarms, paid };
}

/** For `afterEach`. */
export const closeStripes = () => Promise.all(open.splice(0).map((stripe) => stripe.close()));
