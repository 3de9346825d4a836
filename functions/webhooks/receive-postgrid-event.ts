/** POST /v1/webhooks/postgrid */
import { partnerEvents } from '../../shared/app.ts';
import { partnerWebhook } from '../../shared/doors/http/webhook.ts';

export const handler = partnerWebhook('receive-postgrid-event', partnerEvents.postgrid);
