/** POST /v1/webhooks/telnyx */
import { partnerWebhook } from '../../shared/web/http/webhook.ts';

export const handler = partnerWebhook('receive-telnyx-event', 'telnyx');
