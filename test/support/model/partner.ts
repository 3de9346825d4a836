/** The partner by itself: what it makes of a call, when a late one lands, how an order goes on. */

import { F, type Row } from './fields.ts';
import { fulfilled, recalling } from './life/fields.ts';
import type { Turn } from './turn.ts';
import type { World } from './world.ts';

/** The partner's word on this order. */
export const word = { none: 0, no: 1, yes: 2 } as const;

/** Its orders that it has not stopped. */
export const living = (s: Row): number => s[F.orders] - s[F.stopped];

/** The partner knows the key: another call is the same order. */
const isKnownCall = (s: Row, { keys, bug }: World): boolean =>
  keys && bug !== 'no key at the partner' && s[F.key] === 1;

/** A call reaches the partner, which takes it. */
export function make(t: Row, world: World): void {
  if (isKnownCall(t, world)) return;
  t[F.word] = word.yes;
  t[F.orders] = Math.min(3, t[F.orders] + 1);
  t[F.lag] = world.broken === 'lists are complete after a minute' ? 2 : 1;
  t[F.key] = world.broken === 'keys live for a day' ? 2 : 1;
}

export const mayTake = (s: Row, { broken }: World): boolean => broken === 'a refusal stays' || s[F.word] !== word.no;

export const mayRefuse = (s: Row, world: World): boolean =>
  (!isKnownCall(s, world) && (world.broken === 'a refusal stays' || s[F.word] !== word.yes)) || world.refusesRepeats;

export const lists = (s: Row): boolean => s[F.orders] > 0 && s[F.lag] === 0;

/** The partner's answer to a look for the order. One that is no longer configured says nothing. */
export function look(s: Row): 'found' | 'none' | 'unknown' {
  if (!s[F.called]) return 'none';
  if (s[F.unplugged]) return 'unknown';
  return lists(s) ? 'found' : 'none';
}

export function ofPartner(turn: Turn): void {
  const { from: s, world } = turn;
  if (living(s) > 0 && !s[F.atWork]) {
    const t = turn.next();
    t[F.atWork] = 1;
    turn.calm('the partner begins with the order');
  }
  if (s[F.late] > 0) {
    if (mayTake(s, world)) {
      const t = turn.next();
      t[F.late] -= 1;
      make(t, world);
      turn.calm('a late call reaches the partner, which makes the order');
    }
    const t = turn.next();
    t[F.late] -= 1;
    turn.calm('a late call is gone');
  }
  if (world.broken === 'partners stay configured' && !s[F.unplugged] && turn.mayAct && s[F.called]) {
    const t = turn.next();
    t[F.unplugged] = 1;
    turn.act('the partner is taken out of the configuration');
  }
  if (s[F.known] && living(s) > 0) ofOrder(turn);
}

function ofOrder(turn: Turn): void {
  const { from: s, world } = turn;
  const isDeaf = world.bug === 'a recall hears no news and calls nobody' && s[F.state] === recalling;
  if (s[F.atWork] && !s[F.stage] && (s[F.state] === fulfilled || s[F.state] === recalling)) {
    const t = turn.next();
    if (isDeaf) return;
    turn.put(t, 'begun', s[F.due]);
    turn.wish('the partner sends the event that it has begun');
  }
  if (world.givesUp && turn.mayAct && s[F.atWork] && (s[F.state] === fulfilled || s[F.state] === recalling)) {
    const t = turn.next();
    t[F.stopped] = t[F.orders];
    if (!isDeaf) turn.put(t, 'partner_failed', 0);
    turn.act('the partner gives the order up');
  }
  // A fax to a busy line has stopped for good; another one is another order, under another reference.
  if (world.bounces && turn.mayAct && s[F.state] === fulfilled && !s[F.bounced] && s[F.late] === 0) {
    let t = turn.next();
    if (turn.put(t, 'bounced', 1)) {
      forgetOrder(t);
      turn.act('the line is busy, and the fax has stopped');
      return;
    }
    turn.wish('the line is busy, which is told by somebody who has read the job earlier');
    t = turn.next();
    t[F.stopped] = t[F.orders];
    turn.put(t, 'partner_failed', 0);
    turn.act('the line is busy, and nothing more is sent');
  }
}

function forgetOrder(t: Row): void {
  t[F.orders] = 0;
  t[F.stopped] = 0;
  t[F.atWork] = 0;
  t[F.word] = 0;
  t[F.lag] = 0;
}
