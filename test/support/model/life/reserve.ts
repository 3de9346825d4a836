/** The part of the table that is about reserved money: it is taken once, or let go, and then it moves no more. */
import type { FactName } from './facts.ts';
import {
  awaiting,
  cancelled,
  cancelling,
  F,
  failed,
  fulfilled,
  hasEnded,
  hold,
  type Item,
  never,
  paid,
  parked,
  recalling,
  refundCode,
} from './fields.ts';
import { go } from './item.ts';

/** `undefined`: the fact is none of these. */
export function ofReserve(s: Item, fact: FactName): boolean | undefined {
  if (fact !== 'captured' && fact !== 'capture_failed' && fact !== 'hold_expired') return undefined;
  if (s[F.hold] !== hold.held || s[F.state] === awaiting) return false;
  if (fact === 'capture_failed' && s[F.state] !== fulfilled && s[F.state] !== recalling) return false;
  s[F.holdDue] = fact === 'capture_failed' ? 1 : 0;
  if (fact === 'captured') s[F.hold] = hold.captured;
  return fact === 'hold_expired' ? expired(s) : true;
}

/** Nothing is handed over without money. What is with a partner is stopped where that can still be done. */
function expired(s: Item): true {
  const state = s[F.state];
  const goesOn = state === fulfilled || state === recalling;
  s[F.hold] = goesOn ? hold.lost : hold.released;
  if (goesOn) {
    const mayStop = state === fulfilled && s[F.refund] === refundCode.none && s[F.known] && !s[F.stage];
    return mayStop ? go(s, recalling, 0) : true;
  }
  if (state === paid) return go(s, failed, never, refundCode.issued);
  if (state === cancelling) return go(s, cancelled, never, refundCode.issued);
  if (hasEnded(state)) return go(s, state, never, refundCode.issued);
  // A partner may have it: a person decides.
  return go(s, parked, state === parked ? s[F.due] : 0, refundCode.issued);
}
