/** PostGrid's list of webhook endpoints. */
import { lacking, type Registry } from './webhook-registry.ts';

const postgridEventTypes = ['letter.created', 'letter.updated', 'cheque.created', 'cheque.updated'];

export const postgridRegistry: Registry = {
  partner: 'postgrid',
  variable: 'POSTGRID_WEBHOOK_SECRET',
  list: '/webhooks?limit=100',
  wants: `payloadFormat json and the events ${postgridEventTypes.join(', ')}`,
  read: ({ url, enabled, enabledEvents, payloadFormat, secret }, configured) => ({
    url: `${url}`,
    lacks: [
      ...(enabled === false ? ['being switched on'] : []),
      ...(payloadFormat === 'json' ? [] : ['payloadFormat json']),
      ...lacking(postgridEventTypes, enabledEvents),
    ],
    // It is unverified whether PostGrid shows the secret again. If it does not, this stays false.
    isForeign: typeof secret === 'string' && configured.length > 0 && !configured.includes(secret),
  }),
};
