/** An account at Stripe's double as the operator sees it: its balance and its webhook endpoints. */
import { randomBytes } from 'node:crypto';
import { type Form, invalidRequest } from './stripe-wire.ts';

export interface DoubleEndpoint {
  readonly id: string;
  readonly object: 'webhook_endpoint';
  readonly api_version: string | null;
  readonly livemode: boolean;
  readonly url: string;
  enabled_events: string[];
  status: 'enabled' | 'disabled';
}

const eventsIn = (form: Form): string[] => Object.values(form.enabled_events ?? {});

export function stripeAccount(livemode: boolean) {
  const endpoints = new Map<string, DoubleEndpoint>();
  /** The ways to pay that are switched on. */
  const ways = new Set(['card', 'link', 'apple_pay']);
  const configurations = (): object => ({
    object: 'list',
    url: '/v1/payment_method_configurations',
    has_more: false,
    data: [
      { id: 'pmc_platform', application: 'ca_1', is_default: true, klarna: { available: true } },
      {
        id: 'pmc_1',
        application: null,
        is_default: true,
        active: true,
        name: 'Default',
        livemode,
        us_bank_account: { available: false },
        ...Object.fromEntries([...ways].map((way) => [way, { available: true }])),
      },
    ],
  });

  /** The secret is told now and never again. */
  function register(form: Form): object {
    const { url, api_version = null } = form;
    if (!URL.canParse(url ?? '') || eventsIn(form).length === 0)
      throw invalidRequest('parameter_missing', 'Missing required param: url and enabled_events.');
    const endpoint: DoubleEndpoint = {
      ...{ id: `we_${randomBytes(8).toString('hex')}`, object: 'webhook_endpoint', api_version, livemode, url },
      ...{ enabled_events: eventsIn(form), status: 'enabled' },
    };
    endpoints.set(endpoint.id, endpoint);
    return { ...endpoint, secret: `whsec_${randomBytes(16).toString('hex')}` };
  }

  function update(form: Form, id: string): object {
    const endpoint = endpoints.get(id);
    if (endpoint === undefined) throw invalidRequest('resource_missing', `No such webhook endpoint: '${id}'`, 404);
    if (form.enabled_events !== undefined) endpoint.enabled_events = eventsIn(form);
    if (form.disabled !== undefined) endpoint.status = form.disabled === 'true' ? 'disabled' : 'enabled';
    return { ...endpoint };
  }

  const list = (): object => ({
    ...{ object: 'list', url: '/v1/webhook_endpoints', has_more: false },
    data: [...endpoints.values()].reverse(),
  });

  const routes: readonly (readonly [RegExp, (form: Form, id: string) => object])[] = [
    [/^GET \/v1\/balance$/, () => ({ object: 'balance', available: [], pending: [], livemode })],
    [/^GET \/v1\/payment_method_configurations$/, configurations],
    [/^GET \/v1\/webhook_endpoints$/, list],
    [/^POST \/v1\/webhook_endpoints$/, register],
    [/^POST \/v1\/webhook_endpoints\/([^/]+)$/, update],
  ];
  return { endpoints, ways, routes };
}
