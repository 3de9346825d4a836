/** Stripe's list of webhook endpoints. */
import { stripeEventTypes } from '../../../shared/partners/stripe/event.ts';
import { lacking, type Registry } from './webhook-registry.ts';

export const stripeRegistry: Registry = {
  partner: 'stripe',
  variable: 'STRIPE_WEBHOOK_SECRET',
  list: '/v1/webhook_endpoints?limit=100',
  wants: `the events ${stripeEventTypes.join(', ')}`,
  read: ({ url, status, enabled_events, api_version }) => ({
    url: `${url}`,
    lacks: [...(status === 'enabled' ? [] : ['being switched on']), ...lacking(stripeEventTypes, enabled_events)],
    note: /^[\w.-]{1,40}$/.test(`${api_version ?? ''}`) ? `API version ${api_version}` : 'API version of the account',
  }),
};
