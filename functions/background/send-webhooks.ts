/** Tells receivers of the events of jobs. Nothing else of the service waits for them. */
import { tellingLeaseMs } from '../../shared/core/retry.ts';
import { worker } from '../../shared/doors/queue.ts';
import { drain } from '../../shared/notifications/drain.ts';
import { tellWebhook } from '../../shared/notifications/tell-webhook.ts';

export const handler = worker(
  'send-webhooks',
  (deps, id, until) => drain(deps, id, (...given) => tellWebhook(deps, ...given), until),
  tellingLeaseMs,
);
