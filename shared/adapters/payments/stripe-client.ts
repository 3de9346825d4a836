/** The official client, as this house uses it: loaded on first use, one try a call, no connection kept. */
import { Agent } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import type Stripe from 'stripe';

/** `timeoutMs`: how long a call may stay silent. */
export async function connectStripe(secretKey: string, apiBase: string, timeoutMs: number): Promise<Stripe> {
  const { default: StripeClient } = await import('stripe');
  const { protocol, hostname, port } = new URL(apiBase);
  const isPlain = protocol === 'http:';
  // A connection that slept with its Lambda is broken when it is used again.
  const agent = new (isPlain ? Agent : SecureAgent)({ keepAlive: false });
  return new StripeClient(secretKey, {
    protocol: isPlain ? 'http' : 'https',
    host: hostname,
    port: port || (isPlain ? 80 : 443),
    timeout: timeoutMs,
    maxNetworkRetries: 0,
    telemetry: false,
    httpClient: StripeClient.createNodeHttpClient(agent),
  });
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
