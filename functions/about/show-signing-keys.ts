/** GET /v1/.well-known/jwks.json and /v1/.well-known/webhook-keys.json: the keys of receipts, and those of webhooks. */
import type { Context } from 'aws-lambda';
import { endpoint } from '../../shared/web/http/endpoint.ts';
import type { HttpEvent } from '../../shared/web/http/http-event.ts';
import { showSigningKeys, showWebhookKeys } from '../../shared/web/show-signing-keys.ts';

const ofReceipts = endpoint(showSigningKeys, 'path');
const ofWebhooks = endpoint(showWebhookKeys, 'path');

export const handler = (event: HttpEvent, context: Context) =>
  event.rawPath.endsWith('/webhook-keys.json') ? ofWebhooks(event, context) : ofReceipts(event, context);
