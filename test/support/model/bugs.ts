/** Designs that are wrong, and assumptions that do not hold, each in a world where the search finds the harm. */
import { plain, type Setting, type World } from './world.ts';

const of = (world: Partial<World>): World => ({ ...plain, ...world });

const fax = { keys: false, life: 3, cancels: 0 } as const;

/** The world of a bug, and what the search finds there: the steps of the shortest way, and the promise that breaks. */
type Planted = readonly [
  world: Partial<Setting> & { readonly broken?: 'a refused refund stays refused' },
  found: string,
];

const designs = {
  'no key at the partner': [{}, '8 steps: it is carried out twice'],
  'a claim without condition': [{ faults: 0 }, '9 steps: it is carried out and refunded'],
  'a cancellation without condition': [{ faults: 0 }, '10 steps: it is carried out and refunded'],
  'no sweep': [{ queue: true, cancels: 0 }, '2 steps: it can never come to rest'],
  'creating never ends, and keys are believed for ever': [
    { cancels: 0, faults: 2 },
    '10 steps: it is carried out twice',
  ],
  'a refund without a key': [{}, '9 steps: it is refunded twice'],
  'an event is forgotten before the outbox has it': [
    { queue: true, events: true, cancels: 0 },
    '6 steps: it can never come to rest',
  ],
  'a recall is believed without an answer': [{}, '9 steps: it is carried out and refunded'],
  'a payment after the cancellation is ignored': [{ otherSums: true }, '3 steps: it can never come to rest'],
  'the claim is not looked at before the call': [fax, '11 steps: it is carried out twice'],
  'a fax is repeated without a look': [fax, '8 steps: it is carried out twice'],
  'a rejected job owes no refund': [{ cancels: 0 }, '5 steps: it can never come to rest'],
  'put off is noted over an open doubt': [{ faults: 2 }, '18 steps: it is carried out and refunded'],
  'absence is believed at once': [{ hidesOrders: true }, '12 steps: it is carried out and refunded'],
  'absence is not bound to its claim': [{ hidesOrders: true, faults: 2 }, '14 steps: it is carried out and refunded'],
  'a person decides while a call is under way': [
    { people: true, acts: 2, cancels: 0 },
    '8 steps: it is carried out and refunded',
  ],
  'a person resubmits without a look': [{ ...fax, people: true, acts: 2 }, '10 steps: it is carried out and refunded'],
  'news of an earlier round counts': [{ ...fax, bounces: true, acts: 1 }, '16 steps: it can never come to rest'],
  'a late answer hides a failed refund': [
    { failsRefunds: true, cancels: 1, faults: 2 },
    '9 steps: it says refunded after the refund has failed',
  ],
  'only the event tells of a payment': [{ cancels: 0 }, '2 steps: it can never come to rest'],
  'an unavailable partner is believed': [{ hidesOrders: true }, '8 steps: it is carried out and refunded'],
  'the last hour ends without a pause': [{ hidesOrders: true, cancels: 0 }, '8 steps: it is carried out and refunded'],
  'a dispute ends no refund that was disputed before': [
    { disputes: true, givesUp: true, acts: 3, cancels: 0, faults: 0 },
    '9 steps: it can never come to rest',
  ],
  'a refusal of a repeated call is believed': [
    { refusesRepeats: true, cancels: 0 },
    '11 steps: it is carried out and refunded',
  ],
  'late news of an earlier attempt counts': [{ ...fax, faults: 2 }, '15 steps: it is carried out twice'],
  'a recall hears no news and calls nobody': [{ silentRecall: true }, '6 steps: it can never come to rest'],
  'a warning is dropped while a job is being cancelled': [
    { warnings: true, acts: 1, refusesRefunds: true },
    '5 steps: a warning of a thief is taken and forgotten',
  ],
  'a cancellation goes on after its claim': [
    { ...{ refusesRefunds: true, prompt: true, broken: 'a refused refund stays refused' } },
    '12 steps: it is carried out and refunded',
  ],
  'a dispute ends the asking': [{ disputes: true, acts: 2, cancels: 0 }, '4 steps: it can never come to rest'],
} as const satisfies Readonly<Record<string, Planted>>;

/** Wrong designs, each in place of the right one. */
export type Bug = keyof typeof designs;

const assumptions = {
  'what is turned away was not taken': [{}, '8 steps: it is carried out and refunded'],
  'lists are complete after a minute': [{ hidesOrders: true }, '13 steps: it is carried out and refunded'],
  'keys live for a day': [{ cancels: 0 }, '8 steps: it is carried out twice'],
  'clocks agree': [{ ...fax }, '9 steps: it is carried out twice'],
  'nobody refunds more than was paid': [{}, '9 steps: it is refunded twice'],
  'partners stay configured': [{ acts: 1, cancels: 0 }, '6 steps: it can never come to rest'],
  'a refusal stays': [{ cancels: 0, faults: 1 }, '20 steps: it is carried out and refunded'],
  'a refused refund stays refused': [{ refusesRefunds: true }, '14 steps: it is carried out and refunded'],
} as const satisfies Readonly<Record<string, Planted>>;

/** The assumptions about others that `docs/promises.md` lists. A world may break one. */
export type Assumption = keyof typeof assumptions;

/** The same wrong design may do harm in another way, too. */
export const otherHarm: Readonly<Record<string, readonly [world: World, promise: string]>> = {
  'absence is believed at once, after a refusal of a repeated call': [
    of({ bug: 'absence is believed at once', refusesRepeats: true, cancels: 0 }),
    'it is carried out and refunded',
  ],
  'an unavailable partner is believed, and the fax is repeated': [
    of({ bug: 'an unavailable partner is believed', ...fax, hidesOrders: true, faults: 2 }),
    'it is carried out twice',
  ],
};

interface Found {
  readonly name: string;
  readonly world: World;
  readonly found: string;
}

const named = <Name extends string>(rows: Readonly<Record<Name, Planted>>) =>
  Object.entries<Planted>(rows).map(([name, [world, found]]) => ({ name: name as Name, world, found }));

/** Each wrong design, and where it shows. */
export const bugs: readonly Found[] = named(designs).map(({ name, world, found }) => ({
  name,
  found,
  world: of({ ...world, bug: name }),
}));

/** Each assumption about others, in a world where it does not hold. */
export const hostile: readonly Found[] = named(assumptions).map(({ name, world, found }) => ({
  name,
  found,
  world: of({ ...world, broken: name }),
}));
