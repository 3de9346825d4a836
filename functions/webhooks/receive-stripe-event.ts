/** POST /v1/webhooks/stripe */
import { paymentWebhook } from '../../shared/web/http/webhook.ts';

export const handler = paymentWebhook('receive-stripe-event', 'stripe');
