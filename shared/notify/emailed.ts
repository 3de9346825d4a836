/** The events of which people are written to: each ends a wait, or tells where money went. */
import type { EventName, JobEvent } from '../domain/job/event.ts';

const forPeople = [
  'paid',
  'mailed',
  'sent',
  'pickup_available',
  'delivered',
  'returned',
  'failed',
  'cancelled',
  'refund_issued',
  'refund_needs_support',
] as const satisfies readonly EventName[];

type Emailed = (typeof forPeople)[number];

const nameOf = ({ type }: Pick<JobEvent, 'type'>) => type.slice(type.indexOf('.') + 1) as EventName;

const isEmailed = (name: EventName): name is Emailed => (forPeople as readonly EventName[]).includes(name);

/** Throws for an event of which nobody is written to: no outbox of e-mails takes one. */
export function emailedNameOf(event: JobEvent): Emailed {
  const name = nameOf(event);
  if (!isEmailed(name)) throw new Error(`nobody is written to about ${event.type}`);
  return name;
}

/** An order that was never paid for has cost nobody anything, so its end is no news. */
const isForPeople = (event: JobEvent): boolean => event.statuses.payment !== 'pending' && isEmailed(nameOf(event));

const ends: ReadonlySet<EventName> = new Set<EventName>(['failed', 'cancelled']);
const moneyNews: ReadonlySet<EventName> = new Set<EventName>(['refund_issued', 'refund_needs_support']);

/** The news of these events for people. An end and its money at the same moment are one e-mail. */
export const eventsForPeople = (events: readonly JobEvent[]): readonly JobEvent[] =>
  events.filter((event, at) => {
    const next = events[at + 1];
    const isToldByNext = ends.has(nameOf(event)) && next?.at === event.at + 1 && moneyNews.has(nameOf(next));
    return isForPeople(event) && !isToldByNext;
  });
