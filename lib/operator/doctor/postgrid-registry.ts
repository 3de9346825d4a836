/** PostGrid's list of webhook endpoints. */
import { jsonBody } from '../../../shared/adapters/http/body.ts';
import { lacking, type Registry, textsIn } from './webhook-registry.ts';

const postgridEventTypes = ['letter.created', 'letter.updated', 'cheque.created', 'cheque.updated'];

export const postgridRegistry: Registry = {
  partner: 'postgrid',
  variable: 'POSTGRID_WEBHOOK_SECRET',
  list: '/webhooks?limit=100',
  read: ({ id, url, enabled, enabledEvents, payloadFormat, secret }, configured) => ({
    id: `${id}`,
    url: `${url}`,
    lacks: [
      ...(enabled === false ? ['being switched on'] : []),
      ...(payloadFormat === 'json' ? [] : ['payloadFormat json']),
      ...lacking(postgridEventTypes, textsIn(enabledEvents)),
    ],
    // It is unverified whether PostGrid shows the secret again. If it does not, this stays false.
    isForeign: typeof secret === 'string' && configured.length > 0 && !configured.includes(secret),
  }),
  register: (url, secret) => ({
    method: 'POST',
    path: '/webhooks',
    body: jsonBody({
      url,
      enabledEvents: postgridEventTypes,
      payloadFormat: 'json',
      secret,
      description: 'print-and-mail',
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
