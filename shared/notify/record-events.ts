/** Writes the events of a job into the very item whose change makes them true, so that no crash can lose or invent one. */

import { type EventStatuses, eventsAfter } from '../domain/job/event.ts';
import type { Job } from '../domain/job/job.ts';
import { publicStatus } from '../domain/job/lifecycle.ts';
import { paymentStatus } from '../domain/job/standing.ts';
import { productNamed } from '../products/index.ts';

/** The job with the events of this change. A job that nobody wants to hear of stays as it is. */
export function withEventsOf(before: Job, after: Job, now: number): Job {
  if (after.notify === undefined && after.drawing?.ownerEmail === undefined) return after;
  const { name: product, leftAs } = productNamed(after.product);
  const tell = () => ({ product, leftAs, statuses: statusesOf(after) });
  const events = eventsAfter(after.events, before, after, now, tell);
  return events === undefined ? after : { ...after, events };
}

function statusesOf(job: Job): EventStatuses {
  const { fulfillment_status: fulfillment, delivery_status: delivery } = productNamed(job.product).statusFields(job);
  return { status: publicStatus(job), payment: paymentStatus(job), fulfillment, delivery };
}
