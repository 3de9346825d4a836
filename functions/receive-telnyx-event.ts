/** POST /v1/webhooks/telnyx */
import { partnerEvents } from '../shared/app.ts';
import { partnerWebhook } from '../shared/doors/webhook.ts';

export const handler = partnerWebhook('receive-telnyx-event', partnerEvents.telnyx);
