/** POST /v1/webhooks/telnyx */
import { partnerEvents } from '../../shared/app.ts';
import { partnerWebhook } from '../../shared/doors/http/webhook.ts';

export const handler = partnerWebhook('receive-telnyx-event', partnerEvents.telnyx);
