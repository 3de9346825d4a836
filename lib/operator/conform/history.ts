/**
 * Whether the history of a job is a path of the table: its facts in their order, each with the state after it. A log does
 * not show all of an item, so every item that it may be of is followed at once. The same table is searched by
 * `test/model`, which proves that it keeps the promises and that the service has no other; what a holder of a claim may
 * conclude is repeated here by what it knew of earlier calls.
 */

import { type FactName, factNames, isBound } from './facts.ts';
import { F, type Item, itemNames, last, never, paid, states, submitting } from './fields.ts';
import { lifeTable } from './table.ts';

/** One line of a log. `at`: Unix ms. */
export interface LoggedFact {
  readonly fact: string;
  readonly state: string;
  readonly at: number;
}

/** The knowledge that the holder of the latest claim had of earlier calls; `none`: its claim is concluded, or nobody holds one. */
type Holder = 'none' | 'certain' | 'put_off' | 'refused_once' | 'in_doubt' | 'ending';

interface Possible {
  readonly item: Item;
  readonly holder: Holder;
}

const size = itemNames.length;

const copy = (item: Item): Item => {
  const next = new Uint8Array(size) as Item;
  next.set(item.subarray(0, size));
  return next;
};

const keyOf = ({ item, holder }: Possible): string => `${holder} ${item.join('')}`;

/** A job that is not paid for yet. */
export function newJob(): readonly Possible[] {
  const item = new Uint8Array(size) as Item;
  item[F.due] = 1;
  return [{ item, holder: 'none' }];
}

/** A log does not tell whether the partner has begun. */
const factsOf = (fact: string): readonly FactName[] => {
  if (fact === 'progressed') return ['progressed', 'begun'];
  return isFact(fact) ? [fact] : [];
};

const isFact = (name: string): name is FactName => (factNames as readonly string[]).includes(name);

/** They change nothing that a log shows, in these states. */
const silent: Readonly<Record<string, (state: string) => boolean>> = {
  checkout_opened: (state) => state === 'awaiting_payment',
  read_claimed: (state) => state === 'fulfilled',
  scheduled: (state) => state === 'paid',
  redriven: () => true,
};

/** Whether the holder may conclude so, by what it knew. An order may be found at any time. */
const mayConclude: Readonly<Partial<Record<FactName, readonly Holder[]>>> = {
  turned_away: ['certain'],
  absent: ['put_off'],
  put_off: ['certain', 'put_off'],
  refused_once: ['put_off', 'refused_once', 'in_doubt'],
  rejected: ['certain', 'refused_once'],
  unanswered: ['certain', 'put_off', 'refused_once', 'in_doubt', 'ending'],
  given_up: ['certain', 'put_off', 'refused_once', 'in_doubt'],
  partner_cancelled: ['ending'],
  partner_refused: ['ending'],
  undecided: ['ending'],
};

function holderAfter({ item, holder }: Possible, fact: FactName): Holder {
  if (fact === 'cancel_claimed') return 'ending';
  if (fact === 'claimed') {
    const state = item[F.state];
    if (state !== paid && state !== submitting) return 'ending';
    if (state === paid && !(item[F.resubmitted] && item[F.claimed])) return 'certain';
    if (item[F.last] === last.none) return 'in_doubt';
    return item[F.last] === last.putOff ? 'put_off' : 'refused_once';
  }
  return isBound(fact, false) || fact === 'released' ? 'none' : holder;
}

/** The item after a fact that counts, or `undefined`. Time passes as it must. */
function after(possible: Possible, fact: FactName): Possible | undefined {
  const needed = mayConclude[fact];
  if (needed !== undefined && !needed.includes(possible.holder)) return undefined;
  const item = copy(possible.item);
  if (item[F.due] !== never) item[F.due] = fact === 'released' ? 2 : 0;
  if (!lifeTable(item, fact, 1)) return undefined;
  if (item[F.due] !== never) item[F.due] = 1;
  // Nothing in the table asks for these.
  for (const unasked of [F.lastOld, F.failedRefund, F.undecided]) item[unasked] = 0;
  return { item, holder: holderAfter(possible, fact) };
}

/** Every item that the job may be of after this line; none if the table knows no such step. */
export function follow(possible: readonly Possible[], { fact, state }: LoggedFact): readonly Possible[] {
  const next = new Map<string, Possible>();
  const add = (one: Possible) => states[one.item[F.state]] === state && next.set(keyOf(one), one);
  const isSilent = silent[fact];
  for (const one of possible) {
    if (isSilent !== undefined) {
      if (isSilent(state)) add(one);
      continue;
    }
    for (const name of factsOf(fact)) {
      const following = after(one, name);
      if (following !== undefined) add(following);
    }
  }
  return [...next.values()];
}

/** Every item that a job can be of at any time, for logs that lack the beginning of a job. */
export function anyJob(): readonly Possible[] {
  const all = new Map<string, Possible>(newJob().map((one) => [keyOf(one), one]));
  for (const one of all.values())
    for (const fact of factNames) {
      const next = after(one, fact);
      if (next !== undefined && !all.has(keyOf(next))) all.set(keyOf(next), next);
    }
  return [...all.values()];
}
