/** POST /v1/webhooks/postgrid */
import { partnerEvents } from '../shared/app.ts';
import { partnerWebhook } from '../shared/doors/webhook.ts';

export const handler = partnerWebhook('receive-postgrid-event', partnerEvents.postgrid);
