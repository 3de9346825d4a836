/** Tells receivers of the events of jobs. Nothing else of the service waits for them. */
import { tellingLeaseMs } from '../../shared/domain/retry.ts';
import { drain } from '../../shared/notify/drain.ts';
import { tellWebhook } from '../../shared/notify/tell-webhook.ts';
import { worker } from '../../shared/web/queue.ts';

export const handler = worker(
  'send-webhooks',
  (deps, id, until) => drain(deps, id, (...given) => tellWebhook(deps, ...given), until),
  tellingLeaseMs,
);
