/** Stripe's list of webhook endpoints. */
import { formBody } from '../../../shared/adapters/http/body.ts';
import { stripeEventTypes } from '../../../shared/adapters/payments/stripe/event.ts';
import { lacking, type Registry, textsIn } from './webhook-registry.ts';

const pairs = (name: string, values: Iterable<string>): [string, string][] =>
  [...values].map((value, at) => [`${name}[${at}]`, value]);

export const stripeRegistry: Registry = {
  partner: 'stripe',
  variable: 'STRIPE_WEBHOOK_SECRET',
  list: '/v1/webhook_endpoints?limit=100',
  read: ({ id, url, status, enabled_events, api_version }) => ({
    id: `${id}`,
    url: `${url}`,
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
