/** The types of events that a product can have, in the order of a life. */
import * as z from 'zod/mini';
import { type EventName, type EventType, eventNames } from '../core/notify/job-event.ts';
import type { Product } from '../core/product.ts';

/** Nothing is said of a product that its views could not say: a fax is never delivered, and never comes back. */
export function eventTypesOf({ name, leftAs, wire }: Product): readonly EventType[] {
  const { status } = wire();
  const never: Partial<Record<EventName, boolean>> = {
    delivered: !('delivery_status' in status && z.safeParse(status.delivery_status, 'delivered').success),
    returned: !('returned_at' in status),
  };
  return eventNames(leftAs).flatMap((event) => (never[event] ? [] : [`${name}.${event}` as const]));
}
