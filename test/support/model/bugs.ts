/** Designs that are wrong, and worlds in which an assumption does not hold: the search must find each. */
import { type Assumption, type Bug, plain, type World } from './world.ts';

const of = (world: Partial<World>): World => ({ ...plain, ...world });

const fax = { keys: false, life: 3, cancels: 0 } as const;

const designs: Readonly<Record<Bug, Partial<World>>> = {
  'no key at the partner': {},
  'a claim without condition': { faults: 0 },
  'a cancellation without condition': { faults: 0 },
  'no sweep': { queue: true, cancels: 0 },
  'creating never ends, and keys are believed for ever': { cancels: 0, faults: 2 },
  'a refund without a key': {},
  'an event is forgotten before the outbox has it': { queue: true, events: true, cancels: 0 },
  'a recall is believed without an answer': {},
  'a payment after the cancellation is ignored': { otherSums: true },
  'the claim is not looked at before the call': fax,
  'a fax is repeated without a look': fax,
  'a rejected job owes no refund': { cancels: 0 },
  'put off is noted over an open doubt': { faults: 2 },
  'absence is believed at once': { hidesOrders: true },
  'absence is not bound to its claim': { hidesOrders: true, faults: 2 },
  'a person decides while a call is under way': { people: true, acts: 2, cancels: 0 },
  'a person resubmits without a look': { ...fax, people: true, acts: 2 },
  'news of an earlier round counts': { ...fax, bounces: true, acts: 1 },
  'a late answer hides a failed refund': { failsRefunds: true, cancels: 1, faults: 2 },
  'only the event tells of a payment': { cancels: 0 },
  'an unavailable partner is believed': { hidesOrders: true },
  'the last hour ends without a pause': { hidesOrders: true, cancels: 0 },
  'a dispute ends no refund that was disputed before': {
    disputes: true,
    givesUp: true,
    acts: 3,
    cancels: 0,
    faults: 0,
  },
  'a refusal of a repeated call is believed': { refusesRepeats: true, cancels: 0 },
  'late news of an earlier attempt counts': { ...fax, faults: 2 },
  'a recall hears no news and calls nobody': { silentRecall: true },
  'a warning is dropped while a job is being cancelled': { warnings: true, acts: 1, refusesRefunds: true },
  'a cancellation goes on after its claim': {
    ...{ refusesRefunds: true, prompt: true, broken: 'a refused refund stays refused' },
  },
  'a dispute ends the asking': { disputes: true, acts: 2, cancels: 0 },
};

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

const assumptions: Readonly<Record<Assumption, Partial<World>>> = {
  'what is turned away was not taken': {},
  'lists are complete after a minute': { hidesOrders: true },
  'keys live for a day': { cancels: 0 },
  'clocks agree': { ...fax },
  'nobody refunds more than was paid': {},
  'partners stay configured': { acts: 1, cancels: 0 },
  'a refusal stays': { cancels: 0, faults: 1 },
  'a refused refund stays refused': { refusesRefunds: true },
};

const planted = Object.entries(designs) as [Bug, Partial<World>][];
const unfounded = Object.entries(assumptions) as [Assumption, Partial<World>][];

/** Each wrong design by its name, and where it shows. */
export const bugs: Readonly<Record<string, World>> = {
  ...Object.fromEntries(planted.map(([bug, world]) => [bug, of({ ...world, bug })])),
};

/** Each assumption about others by its name, in a world where it does not hold. */
export const hostile: Readonly<Record<string, World>> = Object.fromEntries(
  unfounded.map(([broken, world]) => [broken, of({ ...world, broken })]),
);
