/** The worlds of the model: what may happen in each, and which bug or broken assumption it has. */

/** The settings of a plain world, which allows one fault and one cancellation. */
const plain = {
  /** How often something goes wrong: a death, a lost response, a late call, a lost event. */
  faults: 1,
  /** How often the client cancels. */
  cancels: 1,
  /** How often an operator, a bank or the partner acts. */
  acts: 0,
  /** The partner has idempotency keys. Print partners do, fax partners don't. */
  keys: true,
  /** A process is killed after this many ticks. */
  lifeTicks: 2,
  /** The partner may respond "not now" although it made the order. */
  hidesOrders: false,
  /** A repeated call may be refused, whatever the first one did. */
  refusesRepeats: false,
  /** The payer disputes the payment, and the bank decides. */
  disputes: false,
  /** The provider warns of fraud. */
  warnings: false,
  /** The provider refuses a refund. */
  refusesRefunds: false,
  /** An issued refund fails at the bank. */
  failsRefunds: false,
  /** The partner gives up on an order. */
  givesUp: false,
  /** A fax to a busy line stops, and may be sent again. */
  busyLine: false,
  /** Everything runs on one machine, which restarts after its processes have died. */
  restarts: false,
  /** An operator stops a job once, resubmits it, or gives up on it. */
  operator: false,
  /** The partner never says whether it stops an order. */
  silentRecall: false,
  /** The payer may pay the wrong amount, fail to pay, or pay while the page is being closed. */
  paymentProblems: false,
};

type Setting = Readonly<typeof plain>;

export interface World extends Setting {
  readonly broken?: Assumption;
  /** A bug in the service. */
  readonly bug?: Bug;
}

const worldOf = (world: Partial<World>): World => ({ ...plain, ...world });

const unkeyed = { keys: false, lifeTicks: 3 } as const;
const faxWorld = { ...unkeyed, cancels: 0 } as const;

/** The world of a bug, and what the search finds there: the length of the shortest path, and the broken promise. */
type Planted = readonly [world: Partial<Setting>, found: string];

const designs = {
  'retries never stop, as if keys never expired': [{ cancels: 0, faults: 2 }, '10 steps: the order is sent twice'],
  'a refund without a key': [{}, '9 steps: the order is refunded twice'],
  'the claim is not checked before the call': [faxWorld, '11 steps: the order is sent twice'],
  'a fax is sent again without looking it up': [faxWorld, '8 steps: the order is sent twice'],
  'a rejected job owes no refund': [{ cancels: 0 }, '5 steps: the job is stuck'],
  'a "not now" hides an earlier call without a response': [{ faults: 2 }, '18 steps: the order is sent and refunded'],
  'an empty lookup proves at once that no order exists': [
    { hidesOrders: true },
    '12 steps: the order is sent and refunded',
  ],
  'an empty lookup is used under a new claim': [
    { hidesOrders: true, faults: 2 },
    '14 steps: the order is sent and refunded',
  ],
  'an operator decides while a call is in progress': [
    { operator: true, acts: 2, cancels: 0 },
    '8 steps: the order is sent and refunded',
  ],
  'a late response of an earlier round is applied': [
    { ...faxWorld, busyLine: true, acts: 1 },
    '16 steps: the job is stuck',
  ],
  'a "not now" is taken to mean that no order exists': [
    { hidesOrders: true },
    '8 steps: the order is sent and refunded',
  ],
  'a last "not now" ends the order': [{ hidesOrders: true, cancels: 0 }, '8 steps: the order is sent and refunded'],
} as const satisfies Readonly<Record<string, Planted>>;

/** A wrong design instead of the right one. */
type Bug = keyof typeof designs;

const assumptions = {
  'a 401, 402 or 403 means that no order was made': [{}, '8 steps: the order is sent and refunded'],
  'lists are complete after a minute': [{ hidesOrders: true }, '13 steps: the order is sent and refunded'],
  'keys live for a day': [{ cancels: 0 }, '8 steps: the order is sent twice'],
  'clocks agree': [faxWorld, '9 steps: the order is sent twice'],
  'refunds never exceed the payment': [{}, '9 steps: the order is refunded twice'],
  'partners stay configured': [{ acts: 1, cancels: 0 }, '6 steps: the job is stuck'],
  'a refused order is not made later': [{ cancels: 0 }, '20 steps: the order is sent and refunded'],
  'a refused refund stays refused': [{ refusesRefunds: true }, '13 steps: the order is sent and refunded'],
} as const satisfies Readonly<Record<string, Planted>>;

/** The assumptions about others in docs/promises.md. A world may break one. */
type Assumption = keyof typeof assumptions;

interface PlantedWorld {
  readonly name: string;
  readonly world: World;
  /** The broken promise that the search must find there, as in `Planted`. */
  readonly found: string;
}

const named = <Name extends string>(rows: Readonly<Record<Name, Planted>>) =>
  Object.entries<Planted>(rows).map(([name, [world, found]]) => ({ name: name as Name, world, found }));

/** Each wrong design, in a world where it does harm. */
export const bugs: readonly PlantedWorld[] = named(designs).map(({ name, world, found }) => ({
  name,
  found,
  world: worldOf({ ...world, bug: name }),
}));

/** Each assumption about others, in a world where it doesn't hold. */
export const hostile: readonly PlantedWorld[] = named(assumptions).map(({ name, world, found }) => ({
  name,
  found,
  world: worldOf({ ...world, broken: name }),
}));

export const worlds: Readonly<Record<string, World>> = {
  'a letter': worldOf({ refusesRefunds: true, restarts: true, faults: 3 }),
  'a letter that is canceled twice': worldOf({ cancels: 2, faults: 2 }),
  'a partner that hides orders and refuses repeats': worldOf({ hidesOrders: true, refusesRepeats: true, faults: 2 }),
  'a fax': worldOf({ ...unkeyed, hidesOrders: true, restarts: true, faults: 3 }),
  'a fax to a busy line': worldOf({ ...unkeyed, busyLine: true, acts: 1, faults: 2 }),
  'a busy line, and a warning': worldOf({ ...unkeyed, busyLine: true, warnings: true, acts: 2, cancels: 0, faults: 2 }),
  'the payer’s bank': worldOf({ disputes: true, failsRefunds: true, acts: 3 }),
  'a dispute, and a fraud warning': worldOf({ disputes: true, warnings: true, acts: 3, cancels: 0, faults: 2 }),
  'a fraud warning, and a refused refund': worldOf({ warnings: true, refusesRefunds: true, acts: 2, faults: 2 }),
  'an order that the partner gives up on': worldOf({ givesUp: true, warnings: true, acts: 2 }),
  'a recall that is never decided': worldOf({ silentRecall: true, givesUp: true, acts: 1, faults: 2 }),
  'an operator who intervenes': worldOf({ operator: true, disputes: true, acts: 4, cancels: 0 }),
  'an operator who intervenes in a fax': worldOf({ ...unkeyed, operator: true, acts: 2, cancels: 0, faults: 2 }),
  'a payment that goes wrong': worldOf({ paymentProblems: true, failsRefunds: true, faults: 2 }),
};
