/** How the doubles deliver webhooks: in one attempt, or until one succeeds; and Stripe's signature. */
import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

interface Posted {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** JSON formatted as we never write it: indented, with a non-ASCII character and a final line feed. */
export const partnerJson = (event: object): string => `${JSON.stringify({ ...event, note: 'é' }, null, 2)}\n`;

/** The response's status; undefined if there was none in time. */
export async function deliver(url: string, { body, headers }: Posted, timeoutMs = 20_000): Promise<number | undefined> {
  const signal = AbortSignal.timeout(timeoutMs);
  const answer = await fetch(url, { method: 'POST', headers, body, signal }).catch(() => undefined);
  await answer?.arrayBuffer().catch(() => undefined);
  return answer?.status;
}

/** Attempts once right away, then again after each delay until a result `isEnough`. Returns the last result. */
export async function attemptUntil<T>(
  isEnough: (last: T) => boolean,
  delaysMs: readonly number[],
  attempt: () => Promise<T>,
): Promise<T> {
  let last = await attempt();
  for (const delayMs of delaysMs) {
    if (isEnough(last)) break;
    await pause(delayMs, undefined, { ref: false });
    last = await attempt();
  }
  return last;
}

/** `Stripe-Signature` for these bytes; `at` in Unix ms. During a rotation, several secrets sign. */
export function stripeSignature(rawBody: string | Uint8Array, secrets: readonly string[], at: number): string {
  const t = Math.floor(at / 1_000);
  const signed = secrets.map((secret) => createHmac('sha256', secret).update(`${t}.`).update(rawBody).digest('hex'));
  return [`t=${t}`, ...signed.map((v1) => `v1=${v1}`), `v0=${'0'.repeat(64)}`].join(',');
}
