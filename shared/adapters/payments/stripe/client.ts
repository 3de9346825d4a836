/**
 * The official client, as this house uses it: loaded on first use, no connection kept, nothing repeated that was
 * answered. Where a connection breaks, it repeats the call once whatever it is told (RequestSender._shouldRetry): a
 * question does no harm, and every POST carries a key, ours or one of the client's, that is the same both times.
 */
import { Agent } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import type Stripe from 'stripe';
import type { Log } from '../../../ports.ts';
import { raiseAccountProblem } from '../../http/account-problem.ts';
import { accountProblemIn } from '../../http/answers.ts';

export interface StripeLine {
  readonly secretKey: string;
  readonly apiBase: string;
  /** How long a call may stay silent. */
  readonly timeoutMs: number;
  /** Alarms when Stripe refuses this service itself. */
  readonly log: Pick<Log, 'alarm'>;
}

export async function connectStripe({ secretKey, apiBase, timeoutMs, log }: StripeLine): Promise<Stripe> {
  const { default: StripeClient } = await import('stripe');
  const { protocol, hostname, port } = new URL(apiBase);
  const isPlain = protocol === 'http:';
  // A connection that slept with its Lambda is broken when it is used again.
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
    // At Stripe, 402 says that a payer's money could not be had.
    const problem = status === 402 ? undefined : accountProblemIn('Stripe', status);
    if (problem !== undefined) raiseAccountProblem(log, problem);
  });
  return client;
}

/**
 * Over the very bytes that came, at `now` in Unix ms; any of the secrets will do. The tolerance is left to Stripe, 300
 * seconds: a 0 would switch the check of the age off.
 */
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
