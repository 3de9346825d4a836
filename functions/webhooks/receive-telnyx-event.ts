/** POST /v1/webhooks/telnyx */
import { partnerWebhook } from '../../shared/doors/http/webhook.ts';

export const handler = partnerWebhook('receive-telnyx-event', 'telnyx');
