/** The events of a job are written into the item whose change makes them true, so that no crash can lose or invent one. */

import { type EventStatuses, eventsAfter } from '../domain/job/event.ts';
import type { Job } from '../domain/job/job.ts';
import { publicStatus } from '../domain/job/lifecycle.ts';
import { paymentStatus } from '../domain/job/standing.ts';
import { productNamed } from '../products/index.ts';
import type { Deps } from './deps.ts';

/** The job with the events of this change. A job that no listener wants to hear of stays as it is. */
export function withEventsOf({ listeners }: Deps, before: Job, after: Job, now: number): Job {
  if (!listeners.some((listener) => listener.wants?.(after))) return after;
  const { name: product, leftAs } = productNamed(after.product);
  const tell = () => ({ product, leftAs, statuses: statusesOf(after) });
  const events = eventsAfter(after.events, before, after, now, tell);
  return events === undefined ? after : { ...after, events };
}

function statusesOf(job: Job): EventStatuses {
  const { fulfillment_status: fulfillment, delivery_status: delivery } = productNamed(job.product).statusFields(job);
  return { status: publicStatus(job), payment: paymentStatus(job), fulfillment, delivery };
}
