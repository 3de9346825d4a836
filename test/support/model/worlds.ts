/**
 * The sound worlds, each with one concern: one world of all concerns would be too large. `short` is searched by
 * `npm test`, with one fault; `deep` by `npm run test:all`.
 */
import { plain, type World } from './world.ts';

interface Sound {
  readonly short: World;
  readonly deep: World;
}

const of = (both: Partial<World>, deeper: Partial<World> = { faults: 3 }): Sound => ({
  short: { ...plain, ...both },
  deep: { ...plain, ...both, ...deeper },
});

const fax = { keys: false, life: 3 } as const;

export const worlds: Readonly<Record<string, Sound>> = {
  'a letter': of({ refusesRefunds: true, restarts: true }),
  'a letter that is cancelled twice': of({ cancels: 2 }),
  'a partner that hides orders and refuses repeats': of({ hidesOrders: true, refusesRepeats: true }),
  'a fax': of({ ...fax, hidesOrders: true, restarts: true }),
  'a fax to a busy line': of({ ...fax, bounces: true, acts: 1, cancels: 0 }, { faults: 2, cancels: 1 }),
  'a busy line, and a warning': of({ ...fax, bounces: true, warnings: true, acts: 2, cancels: 0 }, { faults: 2 }),
  'the payer’s bank': of(
    { disputes: true, acts: 2, cancels: 0, failsRefunds: true },
    { acts: 3, cancels: 1, faults: 2 },
  ),
  'a dispute while it is stopped': of({ disputes: true, warnings: true, acts: 3, cancels: 0 }, { faults: 2 }),
  'a thief, and a refund that is refused': of(
    { warnings: true, acts: 1, refusesRefunds: true },
    { acts: 2, faults: 2 },
  ),
  'an order that the partner gives up': of(
    { givesUp: true, warnings: true, acts: 2, cancels: 0 },
    { cancels: 1, faults: 2 },
  ),
  'a recall that is never decided': of({ silentRecall: true }, { givesUp: true, acts: 1, faults: 2 }),
  'a person': of({ people: true, acts: 3, cancels: 0, disputes: true }, { faults: 1, acts: 4 }),
  'a person, and a fax': of({ ...fax, people: true, acts: 1, cancels: 0 }, { acts: 2, faults: 2 }),
  'another sum': of({ otherSums: true, failsRefunds: true, cancels: 0 }, { faults: 2, cancels: 1 }),
  goodwill: of({ goodwill: true, failsRefunds: true, acts: 1 }, { people: true, acts: 2 }),
  'the queue and the events': of({ queue: true, events: true, cancels: 0 }, { faults: 2 }),
};
