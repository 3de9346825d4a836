/** The promises as rules of every state, and where a job must be able to come to rest. */

import { F, type Row } from './fields.ts';
import {
  awaiting,
  fulfilled,
  hasEnded,
  needsReview,
  never,
  paid,
  recalling,
  refundCode,
  submitting,
} from './life/fields.ts';
import { living, word } from './partner.ts';

type Rule = (s: Row) => boolean;

const isPaidFor: Rule = (s) => s[F.page] === 1;

const goesOn: Rule = (s) => (s[F.state] === paid || s[F.state] === submitting) && !s[F.known];

/** Each is true where a promise is broken. */
const rules: Readonly<Record<string, Rule>> = {
  'it is ordered before it is paid': (s) => s[F.orders] > 0 && !isPaidFor(s),
  'it is carried out twice': (s) => living(s) > 1,
  'it is carried out and refunded': (s) => living(s) > 0 && s[F.refunds] > 0 && !s[F.goodwill],
  'it is refunded twice': (s) => s[F.refunds] > 1,
  'what was not paid is refunded': (s) => s[F.refunds] > 0 && s[F.page] !== 1 && s[F.page] !== 3,
  'the job goes on, and is not paid': (s) =>
    s[F.state] !== awaiting && !hasEnded(s[F.state]) && !(s[F.payment] && isPaidFor(s)),
  'an event tells what did not happen': (s) => s[F.told] === 1 && s[F.pending] === 1 && !s[F.payment],
  'work is owed, and nothing is due': (s) =>
    s[F.due] === never && s[F.state] !== fulfilled && !(hasEnded(s[F.state]) && s[F.refund] !== refundCode.pending),
  'it says refunded, and is not': (s) => s[F.refund] === refundCode.issued && s[F.refunds] === 0,
  'it says refunded after the refund has failed': (s) => s[F.refund] === refundCode.issued && s[F.bankFailed] === 1,
  'a warning of a thief is taken and forgotten': (s) => s[F.theft] === 2 && !s[F.warned],
  'it goes on in spite of a warning': (s) => goesOn(s) && s[F.warned] === 1 && !s[F.resubmitted],
  'it goes on while the bank holds the money': (s) =>
    goesOn(s) && s[F.disputed] === 1 && s[F.won] + s[F.lost] === 0 && !s[F.resubmitted],
  'it goes on after a person has stopped it': (s) => goesOn(s) && (s[F.held] === 1 || s[F.held] === 3),
};

/** The invariants that carry the promises: where one is broken, nobody has come to harm yet. */
const carrying: Readonly<Record<string, Rule>> = {
  'it says that nobody has it, and a partner may': (s) =>
    s[F.state] === paid &&
    !s[F.known] &&
    !s[F.resubmitted] &&
    // A refusal stays: a late call is refused as well.
    (living(s) > 0 || (s[F.late] > 0 && s[F.word] !== word.no)),
};

const harms = Object.entries(rules);
const all = [...harms, ...Object.entries(carrying)];

/** Which rules a search watches: all, the promises alone, or one of them by its words. */
export type Watched = 'all' | 'harm' | { readonly only: string };

/** The first rule that the state breaks, in words. */
export function broken(s: Row, watched: Watched = 'all'): string | undefined {
  const isWatched = (words: string) => typeof watched === 'string' || words === watched.only;
  for (const [words, rule] of watched === 'all' ? all : harms) if (rule(s) && isWatched(words)) return words;
  return undefined;
}

/** Nothing is owed to the payer or the caller any more, or a person was called. */
export function isAtRest(s: Row): boolean {
  const money = s[F.refund];
  if (s[F.page] === 0) return false;
  if (s[F.page] === 2) return hasEnded(s[F.state]) && money === refundCode.none;
  if (s[F.goodwill] && hasEnded(s[F.state])) return money !== refundCode.pending;
  if (s[F.told] === 0) return false;
  if (s[F.state] === needsReview || (s[F.state] === recalling && s[F.undecided])) return true;
  if (s[F.state] === fulfilled) return living(s) === 1 && s[F.stage] === 1;
  return hasEnded(s[F.state]) && (money === refundCode.issued || money === refundCode.support) && living(s) === 0;
}
