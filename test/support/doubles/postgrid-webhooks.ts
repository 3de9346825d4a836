/** PostGrid's webhooks: JWT unless JSON was asked for, retried after 1, 2 and 4 hours of a clock that tests may wind. */
import { createHmac } from 'node:crypto';
import { newId, Refused } from './postgrid-orders.ts';
import { deliver, partnerJson } from './webhook-delivery.ts';
import type { Fields } from './wire.ts';

export interface Hook extends Fields {
  readonly id: string;
  url: string;
  secret: string;
  enabledEvents: string[];
  payloadFormat: 'json' | 'jwt';
  enabled: boolean;
}

export interface Invocation {
  readonly hookId: string;
  readonly eventType: string;
  readonly attempt: number;
  readonly statusCode: number | undefined;
}

interface Delivery {
  readonly hook: Hook;
  readonly event: Fields;
  /** When the event was made, and each of its attempts. */
  readonly stampedAt: number;
  attempt: number;
  dueAt: number;
}

const hours = 3_600_000;
const retriesAfter = [1 * hours, 2 * hours, 4 * hours];

export function signature(
  secret: string,
  rawBody: string,
  now: number,
  unit: 'seconds' | 'milliseconds' = 'milliseconds',
): string {
  const stamp = unit === 'seconds' ? Math.floor(now / 1_000) : now;
  return `t=${stamp},v1=${createHmac('sha256', secret).update(`${stamp}.${rawBody}`).digest('hex')}`;
}

function token(secret: string, payload: string): string {
  const coded = [JSON.stringify({ alg: 'HS256', typ: 'JWT' }), payload]
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');
  return `${coded}.${createHmac('sha256', secret).update(coded).digest('base64url')}`;
}

export class Webhooks {
  readonly hooks = new Map<string, Hook>();
  #due: Delivery[] = [];
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  register(fields: Fields): Hook {
    const { url, enabledEvents, payloadFormat = 'jwt', secret = newId('whsec'), ...rest } = fields;
    if (typeof url !== 'string' || !/^https:|^http:\/\/127\.0\.0\.1[:/]/.test(url))
      throw new Refused(400, 'validation_error', 'url must be https');
    if (!Array.isArray(enabledEvents) || enabledEvents.length === 0)
      throw new Refused(400, 'validation_error', 'enabledEvents');
    if (!/^\S{20,}$/.test(`${secret}`)) throw new Refused(400, 'validation_error', 'secret');
    const id = newId('webhook');
    const given = { ...rest, url, enabledEvents, payloadFormat, secret };
    const hook = { ...given, id, object: 'webhook', enabled: true } as unknown as Hook;
    this.hooks.set(id, hook);
    return hook;
  }

  emit(type: string, data: Fields): void {
    const now = this.#now();
    for (const hook of this.hooks.values()) {
      if (!hook.enabled || !hook.enabledEvents.includes(type)) continue;
      const createdAt = new Date(now).toISOString();
      const event = { id: newId('event'), object: 'event', type, live: false, createdAt, data };
      this.#due.push({ hook, event, stampedAt: now, attempt: 0, dueAt: now });
    }
  }

  /** Sends all that is due by now, and puts off what was not answered with 200. */
  async deliver(): Promise<Invocation[]> {
    const now = this.#now();
    const due = this.#due.filter(({ dueAt }) => dueAt <= now);
    this.#due = this.#due.filter((delivery) => !due.includes(delivery));
    const sent: Invocation[] = [];
    for (const delivery of due) {
      const statusCode = await this.#send(delivery);
      const { hook, event, attempt } = delivery;
      sent.push({ hookId: hook.id, eventType: `${event.type}`, attempt, statusCode });
      const retryAfter = retriesAfter[delivery.attempt];
      if (statusCode === 200 || retryAfter === undefined) continue;
      this.#due.push({ ...delivery, attempt: delivery.attempt + 1, dueAt: now + retryAfter });
    }
    return sent;
  }

  async #send({ hook, event, stampedAt }: Delivery): Promise<number | undefined> {
    const body = partnerJson(event);
    if (hook.payloadFormat === 'jwt')
      return deliver(hook.url, { body: token(hook.secret, body), headers: { 'content-type': 'text/plain' } });
    const signed = { 'postgrid-signature': signature(hook.secret, body, stampedAt) };
    return deliver(hook.url, { body, headers: { 'content-type': 'application/json', ...signed } });
  }
}
