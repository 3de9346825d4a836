/** The sound worlds, each with one concern: one world with all concerns would be too large to search. */
import { plain, type World } from './world.ts';

const of = (world: Partial<World>): World => ({ ...plain, ...world });

const fax = { keys: false, life: 3 } as const;

export const worlds: Readonly<Record<string, World>> = {
  'a letter': of({ refusesRefunds: true, restarts: true, faults: 3 }),
  'a letter that is cancelled twice': of({ cancels: 2, faults: 3 }),
  'a partner that hides orders and refuses repeats': of({ hidesOrders: true, refusesRepeats: true, faults: 3 }),
  'a fax': of({ ...fax, hidesOrders: true, restarts: true, faults: 3 }),
  'a fax to a busy line': of({ ...fax, bounces: true, acts: 1, faults: 2 }),
  'a busy line, and a warning': of({ ...fax, bounces: true, warnings: true, acts: 2, cancels: 0, faults: 2 }),
  'the payer’s bank': of({ disputes: true, failsRefunds: true, acts: 3, faults: 2 }),
  'a dispute while it is stopped': of({ disputes: true, warnings: true, acts: 3, cancels: 0, faults: 2 }),
  'a thief, and a refund that is refused': of({ warnings: true, refusesRefunds: true, acts: 2, faults: 2 }),
  'an order that the partner gives up': of({ givesUp: true, warnings: true, acts: 2, faults: 2 }),
  'a recall that is never decided': of({ silentRecall: true, givesUp: true, acts: 1, faults: 2 }),
  'a person': of({ people: true, disputes: true, acts: 4, cancels: 0 }),
  'a person, and a fax': of({ ...fax, people: true, acts: 2, cancels: 0, faults: 2 }),
  'another sum': of({ otherSums: true, failsRefunds: true, faults: 2 }),
  goodwill: of({ goodwill: true, failsRefunds: true, people: true, acts: 2 }),
  'the queue and the events': of({ queue: true, events: true, cancels: 0, faults: 2 }),
};
