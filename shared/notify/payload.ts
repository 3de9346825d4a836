/** The body of a webhook: statuses and ids, no names and no addresses. */
import { eventIdOf, orderNumberOf, spokenOrderNumber } from '../domain/ids.ts';
import type { JobEvent } from '../domain/job/event.ts';
import type { Outbox } from './outbox.ts';

/** `receiver` and `job_id` are signed with the rest, so that nobody can pass the event on as meant for another. */
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

export const messageIdOf = ({ jobId }: Pick<Outbox, 'jobId'>, event: JobEvent): string => eventIdOf(jobId, event);
