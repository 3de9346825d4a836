/**
 * The official client with our settings: loaded on first use, no connection kept, no answered call repeated. If a
 * connection breaks, it repeats the call once despite all settings (RequestSender._shouldRetry). This is safe: a GET
 * changes nothing, and every POST carries an idempotency key, ours or the client's, that is the same both times.
 */
import { Agent } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import type Stripe from 'stripe';
import type { Log } from '../../domain/log.ts';
import { alarmAccountProblem } from '../http/account-problem.ts';
import { accountProblemIn } from '../http/answers.ts';

export interface StripeConnection {
  readonly secretKey: string;
  readonly apiBase: string;
  /** The time that a call may take without an answer. */
  readonly timeoutMs: number;
  /** Gets an alarm if Stripe refuses this service itself. */
  readonly log: Pick<Log, 'alarm'>;
}

export async function connectStripe({ secretKey, apiBase, timeoutMs, log }: StripeConnection): Promise<Stripe> {
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
export const isSigned = (
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
