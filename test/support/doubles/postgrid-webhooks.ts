/** PostGrid's webhooks, signed as PostGrid signs them. Events are not retried. */
import { createHmac } from 'node:crypto';
import { newId } from './postgrid-orders.ts';
import { deliver, partnerJson } from './webhook-delivery.ts';
import type { Fields } from './wire.ts';

interface Hook {
  url: string;
  secret: string;
  enabledEvents: string[];
  payloadFormat: 'json' | 'jwt';
  enabled: boolean;
}

/** The value of the header `PostGrid-Signature`; `now` in Unix ms. */
export function signature(
  secret: string,
  rawBody: string,
  now: number,
  unit: 'seconds' | 'milliseconds' = 'milliseconds',
): string {
  const timestamp = unit === 'seconds' ? Math.floor(now / 1_000) : now;
  return `t=${timestamp},v1=${createHmac('sha256', secret).update(`${timestamp}.${rawBody}`).digest('hex')}`;
}

export class Webhooks {
  readonly hooks = new Map<string, Hook>();

  register(hook: Omit<Hook, 'enabled'>): void {
    const id = newId('webhook');
    this.hooks.set(id, Object.assign({ id, object: 'webhook' }, hook, { enabled: true }));
  }

  emit(type: string, data: Fields, now: number): void {
    for (const { enabled, enabledEvents, url, secret } of this.hooks.values()) {
      if (!enabled || !enabledEvents.includes(type)) continue;
      const createdAt = new Date(now).toISOString();
      const body = partnerJson({ id: newId('event'), object: 'event', type, live: false, createdAt, data });
      const headers = { 'content-type': 'application/json', 'postgrid-signature': signature(secret, body, now) };
      void deliver(url, { body, headers });
    }
  }
}
