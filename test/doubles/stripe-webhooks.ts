/** Stripe's deliveries: signed over the raw bytes, and sent again until somebody answers with 2xx. */
import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

export interface StripeEvent {
  readonly id: string;
  readonly object: 'event';
  readonly type: string;
  readonly livemode: boolean;
  readonly created: number;
  readonly data: { readonly object: object };
}

/** `Stripe-Signature` for these bytes; `at` in Unix ms. Several secrets sign while one is being rotated. */
export function signatureOf(rawBody: string | Uint8Array, secrets: readonly string[], at: number): string {
  const t = Math.floor(at / 1_000);
  const signed = secrets.map((secret) => createHmac('sha256', secret).update(`${t}.`).update(rawBody).digest('hex'));
  return [`t=${t}`, ...signed.map((v1) => `v1=${v1}`), `v0=${'0'.repeat(64)}`].join(',');
}

/** Stripe's schedule goes on for three days; here the same idea in moments. */
export const retryDelaysMs: readonly number[] = [50, 100, 200, 400, 800, 1_600, 3_200];

export interface Delivery {
  readonly event: StripeEvent;
  readonly status: number | 'no answer';
}

/** One attempt; each signs anew, as Stripe does. */
export async function deliverOnce(
  event: StripeEvent,
  url: string,
  secrets: readonly string[],
  at: number,
): Promise<Delivery> {
  const body = JSON.stringify(event, null, 2);
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'stripe-signature': signatureOf(body, secrets, at),
  };
  const answer = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(20_000) }).catch(
    () => undefined,
  );
  await answer?.arrayBuffer().catch(() => undefined);
  return { event, status: answer?.status ?? 'no answer' };
}

/** Until 2xx, the schedule is over, or `isOver`. */
export async function deliverUntilTaken(
  attempt: () => Promise<Delivery>,
  isOver: () => boolean,
  delaysMs: readonly number[] = retryDelaysMs,
): Promise<Delivery> {
  let last = await attempt();
  for (const delayMs of delaysMs) {
    if (isOver() || (typeof last.status === 'number' && last.status < 300)) break;
    await pause(delayMs, undefined, { ref: false });
    last = await attempt();
  }
  return last;
}
