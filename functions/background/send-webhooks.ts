/** Sends the events of jobs to receivers. No other work of the service waits for a receiver. */
import { outboxLeaseMs } from '../../shared/domain/times.ts';
import { drain } from '../../shared/notify/drain.ts';
import { sendWebhook } from '../../shared/notify/send-webhook.ts';
import { worker } from '../../shared/web/queue.ts';

export const handler = worker(
  'send-webhooks',
  (deps, id, until) => drain(deps, id, (...delivery) => sendWebhook(deps, ...delivery), until),
  outboxLeaseMs,
);
