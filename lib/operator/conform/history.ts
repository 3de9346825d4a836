/**
 * Whether the history of a job is a path of the table: its facts in their order, each with the state after it. A log does
 * not show all of an item, so every item that it may be of is followed at once. The same table is searched by
 * `test/model`, which proves that it keeps the promises and that the service has no other; what a holder of a claim may
 * conclude is repeated here by what it knew of earlier calls.
 */

import { type FactName, factNames, isBound } from './facts.ts';
import { awaiting, F, hasEnded, type Item, itemNames, last, never, paid, states, submitting } from './fields.ts';
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

/** Every item that the job may be of after its next line; none if the table knows no such step. */
export type NextItems = (line: Pick<LoggedFact, 'fact' | 'state'>) => readonly Possible[];

/** A fact is tried here, for most that are tried do not count. */
const draft = new Uint8Array(itemNames.length) as Item;

const keyOf = ({ item, holder }: Possible): string => `${holder} ${String.fromCharCode(...item)}`;

function freshJob(): Possible {
  const item = new Uint8Array(itemNames.length) as Item;
  item[F.due] = 1;
  return { item, holder: 'none' };
}

export const newJob: NextItems = (line) => follow([freshJob()], line);

/** A log tells neither whether the partner has begun, nor whether a key is spent, nor whether money was only reserved. */
const factsOf = (fact: string): readonly FactName[] => {
  if (fact === 'progressed') return ['progressed', 'begun'];
  if (fact === 'pay_released') return ['pay_released', 'pay_spent'];
  if (fact === 'paid') return ['paid', 'paid_held'];
  if (fact === 'refunded') return ['refunded', 'let_go'];
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
  pay_released: ['ending'],
  pay_spent: ['ending'],
};

function holderAfter({ item, holder }: Possible, fact: FactName): Holder {
  if (fact === 'cancel_claimed' || fact === 'pay_claimed') return 'ending';
  if (fact === 'claimed') {
    const state = item[F.state];
    if (state !== paid && state !== submitting) return 'ending';
    if (state === paid && !(item[F.resubmitted] && item[F.claimed])) return 'certain';
    if (item[F.last] === last.none) return 'in_doubt';
    return item[F.last] === last.putOff ? 'put_off' : 'refused_once';
  }
  return isBound(fact, false) || fact === 'released' ? 'none' : holder;
}

const unaskedEver = [F.lastOld, F.failedRefund, F.undecided, F.holdDue, F.routed];

/** A job that has ended is about money alone. */
const unaskedAtEnd = [
  ...unaskedEver,
  ...[F.claimed, F.known, F.stage, F.last, F.warned, F.held, F.resubmitted, F.bounced, F.cancelStopped],
];

/** The item after a fact that counts, or `undefined`. Time passes as it must. */
function after(possible: Possible, fact: FactName): Possible | undefined {
  const needed = mayConclude[fact];
  if (needed !== undefined && !needed.includes(possible.holder)) return undefined;
  draft.set(possible.item);
  if (draft[F.due] !== never) draft[F.due] = fact === 'released' ? 2 : 0;
  if (!lifeTable(draft, fact, 1)) return undefined;
  if (draft[F.due] !== never) draft[F.due] = 1;
  // Nothing in the table asks for these.
  draft[F.attempt] %= draft[F.state] === awaiting ? 2 : 1;
  for (const unasked of hasEnded(draft[F.state]) ? unaskedAtEnd : unaskedEver) draft[unasked] = 0;
  return { item: draft.slice() as Item, holder: holderAfter(possible, fact) };
}

/** Every item that a job of these may be of after this line. */
export function follow(
  possible: Iterable<Possible>,
  { fact, state }: Pick<LoggedFact, 'fact' | 'state'>,
): readonly Possible[] {
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

/** For logs that lack the beginning of a job, which may then be any. They begin in few ways, each of which is asked once. */
export function anyJob(): NextItems {
  const fresh = freshJob();
  const all = new Map<string, Possible>([[keyOf(fresh), fresh]]);
  for (const one of all.values())
    for (const fact of factNames) {
      const next = after(one, fact);
      if (next !== undefined) all.set(keyOf(next), next);
    }
  const known = new Map<string, readonly Possible[]>();
  return (line) => {
    const asked = `${line.fact} ${line.state}`;
    const next = known.get(asked) ?? follow(all.values(), line);
    known.set(asked, next);
    return next;
  };
}
