/** POST /v1/webhooks/stripe */
import { paymentWebhook } from '../../shared/doors/http/webhook.ts';

export const handler = paymentWebhook('receive-stripe-event', 'stripe');
