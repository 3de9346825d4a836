/** Events of the partners that print, mail and fax. */
import { partnerWebhook } from '../../shared/web/http/webhook.ts';
import { dispatchAmong } from './dispatch-among.ts';

export const handlers = {
  /** POST /v1/webhooks/postgrid */
  'receive-postgrid-event': partnerWebhook('receive-postgrid-event', 'postgrid'),
  /** POST /v1/webhooks/telnyx */
  'receive-telnyx-event': partnerWebhook('receive-telnyx-event', 'telnyx'),
};

export const handler = dispatchAmong(handlers);
