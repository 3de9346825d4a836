/** One attempt to post an event to its receiver. */
import { eventIdOf, orderNumberOf, spokenOrderNumber } from '../domain/ids.ts';
import type { JobEvent } from '../domain/job/job.ts';
import { countFor } from '../orders/count-request.ts';
import type { NotifyDeps } from './deps.ts';
import type { Attempt, Delivery, Outbox } from './outbox.ts';

/** The limit for events sent to one host in a minute. Without it, anyone could flood any host. */
export const maxPerHostPerMinute = 3_000;

export async function sendWebhook(deps: NotifyDeps, outbox: Outbox, { event }: Delivery): Promise<Omit<Attempt, 'at'>> {
  const { clock, jobs, receivers, eventSigner } = deps;
  const limit = { name: 'events to a host', max: maxPerHostPerMinute, windowSeconds: 60 };
  const quota = await countFor(deps, limit, new URL(outbox.to).host);
  if (quota?.isFull)
    return { outcome: 'unreachable', code: 'host_limit', notBefore: clock.now() + quota.resetSeconds * 1_000 };
  const job = await jobs.get(outbox.jobId);
  const id = eventIdOf(outbox.jobId, event);
  const body = JSON.stringify(payloadOf(outbox, event));
  const headers = eventSigner.headersOf({ id, at: clock.now(), body }, job?.notify?.webhook?.secret);
  const { retryAfterMs, ...posted } = await receivers.post(outbox.to, body, headers);
  return { ...posted, notBefore: retryAfterMs === undefined ? undefined : clock.now() + retryAfterMs };
}

/** The body of an event. It includes `receiver`, so that no one can replay the signed event to a different receiver. */
export function payloadOf({ jobId, to }: Pick<Outbox, 'jobId' | 'to'>, { type, at, statuses }: JobEvent) {
  return {
    type,
    timestamp: new Date(at).toISOString(),
    receiver: new URL(to).origin,
    data: {
      job_id: jobId,
      order_number: spokenOrderNumber(orderNumberOf(jobId)),
      status: statuses.status,
      payment_status: statuses.payment,
      fulfillment_status: statuses.fulfillment,
      delivery_status: statuses.delivery,
    },
  };
}
