import { afterCancelClaim, cancelLease, record } from './cancel.ts';
import { F, type Process, processes, type Row } from './fields.ts';
import {
  awaiting,
  cancelling,
  fulfilled,
  hasEnded,
  needsReview,
  never,
  paid,
  recalling,
  refundCode,
  submitting,
} from './life/fields.ts';
import { look } from './partner.ts';
import { at } from './places.ts';
import { putPayment } from './provider.ts';
import { claim } from './submit.ts';
import { leave, type Turn } from './turn.ts';
import type { World } from './world.ts';

const quicker = 'finds that somebody else was quicker';

/** Ticks by which the clock of a worker may be ahead. */
export const aheadBy = ({ broken }: World): number => (broken === 'clocks agree' ? 2 : 0);

/** A worker does what is due; `read` is the state that it has read, `isStale` that somebody has written since. */
export function work(turn: Turn, p: Process, read: number, isStale: boolean): void {
  const { from: s, world } = turn;
  if (s[F.pending] === 1) {
    handOver(turn, p);
    return;
  }
  const isBlind = world.bug === 'a claim without condition';
  if (s[F.due] > aheadBy(world) && !isBlind) {
    ends(turn, p, 'finds nothing due');
    return;
  }
  if (read === paid || read === submitting) {
    if (isStale && !isBlind) ends(turn, p, quicker);
    else claim(turn, p, read);
    return;
  }
  if (read === cancelling || read === recalling) {
    if (isStale) ends(turn, p, quicker);
    else
      record(turn, p, ['claims the cancellation', 'claimed', cancelLease], (t) =>
        read === cancelling ? afterCancelClaim(t, p) : goTo(t, p, at.recall),
      );
    return;
  }
  if (read === awaiting) {
    askPage(turn, p);
    return;
  }
  const t = turn.next();
  if (read === needsReview) {
    t[p.fresh] = isStale ? 0 : 1;
    goTo(t, p, at.reviewLook, look(t) === 'found' ? 1 : 0);
    turn.calm('looks for the order of a parked job', p);
  } else if (hasEnded(read) && s[F.refund] === refundCode.pending) {
    goTo(t, p, at.refund);
    turn.calm('takes up the refund that is owed', p);
  } else if (read === fulfilled) {
    goTo(t, p, at.reading, !s[F.unplugged] && s[F.atWork] === 1 ? 1 : 0);
    turn.calm('reads how the order stands', p);
  } else ends(turn, p, 'finds nothing owed');
}

export function goTo(t: Row, p: Process, place: number, load = 0): void {
  t[p.at] = place;
  t[p.loaded] = load;
}

export function ends(turn: Turn, p: Process, label: string): void {
  leave(turn.next(), p);
  turn.calm(label, p);
}

function askPage(turn: Turn, p: Process): void {
  const { from: s, world } = turn;
  const isDeaf = world.bug === 'only the event tells of a payment';
  let t = turn.next();
  goTo(t, p, at.askedPage, isDeaf ? 0 : s[F.page]);
  turn.calm('asks the provider how the payment page stands', p);
  if (!turn.mayFail) return;
  t = turn.next();
  goTo(t, p, at.askedPage);
  turn.fault('asks the provider how the payment page stands, and gets no answer', p);
}

export function writePage(turn: Turn, p: Process): void {
  const { from: s } = turn;
  switch (s[p.loaded]) {
    case 0:
      record(turn, p, ['writes that the page is still open', 'still_open', 1]);
      break;
    case 2:
      record(turn, p, ['writes that the page has expired', 'checkout_expired', 0]);
      break;
    default: {
      const t = turn.next();
      putPayment(turn, t, p);
      leave(t, p);
      turn.calm('writes that the job is paid', p);
    }
  }
}

export function writeReviewLook(turn: Turn, p: Process): void {
  const { from: s } = turn;
  if (!s[p.fresh]) {
    ends(turn, p, quicker);
    return;
  }
  if (s[p.loaded] === 0) record(turn, p, ['reminds a person', 'reminded', 1]);
  else record(turn, p, ['writes that the order is found', 'accepted', 0]);
}

/** The event is forgotten in the item only when the outbox has it. */
function handOver(turn: Turn, p: Process): void {
  const t = turn.next();
  if (turn.world.bug !== 'an event is forgotten before the outbox has it') t[F.outbox] = 1;
  if (t[p.at] === at.nothing) t[p.fresh] = 1;
  goTo(t, p, at.outbox, t[F.state]);
  turn.calm('hands the event over to the outbox', p);
}

export function forgetEvent(turn: Turn, p: Process): void {
  const { world } = turn;
  const t = turn.next();
  if (t[p.fresh]) {
    t[F.pending] = 2;
    for (const other of processes) t[other.fresh] = other === p ? 1 : 0;
  }
  if (world.bug === 'an event is forgotten before the outbox has it') goTo(t, p, at.outboxLate);
  else leave(t, p);
  if (world.queue && world.bug !== 'an event is forgotten before the outbox has it') t[F.message] = 1;
  turn.calm('forgets the event in the item', p);
}

export function handOverLate(turn: Turn, p: Process): void {
  const t = turn.next();
  t[F.outbox] = 1;
  leave(t, p);
  turn.calm('hands the event over to the outbox at last', p);
}

export function writeReading(turn: Turn, p: Process): void {
  if (turn.from[p.loaded]) record(turn, p, ['writes that the partner has begun', 'begun', never]);
  else record(turn, p, ['writes that there is no news', 'progressed', 1]);
}
