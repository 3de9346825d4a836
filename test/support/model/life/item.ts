/** Questions about a job's item, and the ways in which it changes. */
import { F, type Item, never, refundCode } from './fields.ts';

export function go(s: Item, state: number, due: number, money = s[F.refund]): true {
  // Submission is one kind of work, even after a partner has turned the job away.
  if (state !== s[F.state] || money !== s[F.refund]) s[F.age] = 0;
  s[F.state] = state;
  s[F.refund] = money;
  s[F.due] = due;
  return true;
}

export function goOn(s: Item, state: number, due: number): true {
  s[F.state] = state;
  s[F.due] = due;
  return true;
}

/** Money that has gone back, or that a person handles, is not owed again. */
export const owe = (s: Item, state: number): true =>
  s[F.refund] === refundCode.issued || s[F.refund] === refundCode.support
    ? go(s, state, never)
    : go(s, state, 0, refundCode.pending);

/** The bank holds the money, and has not decided for us since the provider last said so. */
export const isItemDisputed = (s: Item): boolean =>
  s[F.won] ? s[F.answered] === 2 : s[F.disputed] + s[F.answered] > 0;

/** 2: a person has let it go on; 3: and has stopped it again. */
const isHeld = (s: Item): boolean => s[F.held] === 1 || s[F.held] === 3;

/** Nothing but the dispute stops it, and nobody was asked to make it. */
export const needsReviewForDispute = (s: Item): boolean =>
  isItemDisputed(s) && !isHeld(s) && s[F.refund] === refundCode.none && !s[F.claimed] && !s[F.warned];

export const mayItemGoAgain = (s: Item): boolean =>
  s[F.refund] === refundCode.none && !isItemDisputed(s) && !isHeld(s) && !s[F.warned];
