/** POST /v1/webhooks/postgrid */
import { partnerWebhook } from '../../shared/web/http/webhook.ts';

export const handler = partnerWebhook('receive-postgrid-event', 'postgrid');
