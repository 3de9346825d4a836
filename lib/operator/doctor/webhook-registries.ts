/** What Stripe and PostGrid each say and want to hear of the endpoints that their events go to. Nothing is called here. */

import { type Fields, formBody, jsonBody } from '../../../shared/adapters/http/body.ts';
import type { Call } from '../../../shared/adapters/http/partner-client.ts';
import { stripeEventTypes } from '../../../shared/adapters/payments/stripe/event.ts';

export interface Endpoint {
  readonly id: string;
  readonly url: string;
  /** What it lacks, in words; empty where it is as it must be. */
  readonly lacks: readonly string[];
  /** What else is to be known of it. */
  readonly note?: string;
  /** Where its secret is not the configured one, as far as the partner tells. */
  readonly isForeign?: boolean;
}

/** What is different from partner to partner. */
export interface Registry {
  readonly partner: 'stripe' | 'postgrid';
  readonly variable: 'STRIPE_WEBHOOK_SECRET' | 'POSTGRID_WEBHOOK_SECRET';
  readonly list: string;
  read(fields: Fields, configured: readonly string[]): Endpoint;
  /** `secret`: which is to be used, where the partner lets us say so. */
  register(url: string, secret: string): Promise<Call> | Call;
  mend(endpoint: Endpoint, fields: Fields): Call;
  /** What the endpoint's secret is after all. */
  secretIn(body: Fields, asked: string): string | undefined;
}

const textsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

const lacking = (wanted: readonly string[], enabled: readonly string[]) =>
  enabled.includes('*') ? [] : wanted.filter((type) => !enabled.includes(type)).map((type) => `the event ${type}`);

const pairs = (name: string, values: Iterable<string>): [string, string][] =>
  [...values].map((value, at) => [`${name}[${at}]`, value]);

export const stripeRegistry: Registry = {
  partner: 'stripe',
  variable: 'STRIPE_WEBHOOK_SECRET',
  list: '/v1/webhook_endpoints?limit=100',
  read: ({ id, url, status, enabled_events, api_version }) => ({
    ...{ id: `${id}`, url: `${url}` },
    lacks: [
      ...(status === 'enabled' ? [] : ['being switched on']),
      ...lacking(stripeEventTypes, textsIn(enabled_events)),
    ],
    note: /^[\w.-]{1,40}$/.test(`${api_version ?? ''}`) ? `API version ${api_version}` : 'API version of the account',
  }),
  async register(url) {
    const { default: Stripe } = await import('stripe');
    const fields: [string, string][] = [
      ['url', url],
      ['api_version', Stripe.API_VERSION],
      ['description', 'print-and-mail'],
      ...pairs('enabled_events', stripeEventTypes),
    ];
    return { method: 'POST', path: '/v1/webhook_endpoints', body: formBody(new URLSearchParams(fields)) };
  },
  mend({ id }, { enabled_events }) {
    const enabled = textsIn(enabled_events);
    const events = enabled.includes('*') ? enabled : new Set([...enabled, ...stripeEventTypes]);
    const body = formBody(new URLSearchParams([['disabled', 'false'], ...pairs('enabled_events', events)]));
    return { method: 'POST', path: `/v1/webhook_endpoints/${encodeURIComponent(id)}`, body };
  },
  secretIn: ({ secret }) => (typeof secret === 'string' ? secret : undefined),
};

const postgridEventTypes = ['letter.created', 'letter.updated', 'cheque.created', 'cheque.updated'];

export const postgridRegistry: Registry = {
  partner: 'postgrid',
  variable: 'POSTGRID_WEBHOOK_SECRET',
  list: '/webhooks?limit=100',
  read: ({ id, url, enabled, enabledEvents, payloadFormat, secret }, configured) => ({
    ...{ id: `${id}`, url: `${url}` },
    lacks: [
      ...(enabled === false ? ['being switched on'] : []),
      ...(payloadFormat === 'json' ? [] : ['payloadFormat json']),
      ...lacking(postgridEventTypes, textsIn(enabledEvents)),
    ],
    // Whether the partner shows the secret again is unverified; where it does not, nothing can be said.
    isForeign: typeof secret === 'string' && configured.length > 0 && !configured.includes(secret),
  }),
  register: (url, secret) => ({
    method: 'POST',
    path: '/webhooks',
    body: jsonBody({
      ...{ url, enabledEvents: postgridEventTypes, payloadFormat: 'json' },
      ...{ secret, description: 'print-and-mail' },
    }),
  }),
  mend: ({ id }, { enabledEvents }) => ({
    method: 'POST',
    path: `/webhooks/${encodeURIComponent(id)}`,
    body: jsonBody({
      enabledEvents: [...new Set([...textsIn(enabledEvents), ...postgridEventTypes])],
      payloadFormat: 'json',
      enabled: true,
    }),
  }),
  secretIn: ({ secret }, asked) => (typeof secret === 'string' ? secret : asked),
};
