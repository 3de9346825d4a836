/** A cancellation, a recall and a refund, by the caller or by a worker that takes over. */

import { F, type Process, type Row } from './fields.ts';
import type { FactName } from './life/facts.ts';
import { cancelling, recalling, refundCode } from './life/fields.ts';
import { look } from './partner.ts';
import { at } from './places.ts';
import { askRefund, type RefundAnswer } from './provider.ts';
import { leave, type Turn } from './turn.ts';

/** Ticks for which a claim to cancel is held, and within which the call must begin. */
export const cancelLease = 2;

/** A refund that ends a cancellation carries this number besides. */
const inCancellation = 8;

/** Writes a fact, and goes on if it counts. `written`: what it brings along, whatever becomes of the writer. */
export function record(
  turn: Turn,
  p: Process,
  [label, fact, due]: readonly [label: string, fact: FactName, due: number],
  then: (t: Row) => void = (t) => leave(t, p),
  { isCancellation = false, written = (_: Row): void => {} } = {},
): void {
  let t = turn.next();
  const put = () => {
    const counted = turn.put(t, fact, due, p, isCancellation);
    if (counted) written(t);
    return counted;
  };
  if (put()) then(t);
  else leave(t, p);
  turn.calm(label, p);
  if (!turn.mayFail) return;
  t = turn.next();
  put();
  leave(t, p);
  turn.fault(`${label}; the answer to the write is lost`, p);
}

/** After the claim: a partner that was called is looked at once more. */
export function afterCancelClaim(t: Row, p: Process): void {
  t[p.at] = t[F.called] ? at.cancelLook : at.cancelAgain;
}

export function cancelLook(turn: Turn, p: Process): void {
  const { from: s } = turn;
  const seen = look(s);
  if (seen === 'found') record(turn, p, ['looks before it refunds, and finds the order', 'accepted', 0]);
  else {
    const t = turn.next();
    t[p.at] = at.cancelAgain;
    turn.calm('looks before it refunds, and finds no order', p);
  }
  if (turn.mayFail && seen !== 'unknown') {
    const t = turn.next();
    t[p.at] = at.cancelAgain;
    turn.fault('looks before it refunds, and gets no answer', p);
  }
}

/** The job is read anew: only the holder refunds, and only while the claim outlasts the call. */
export function cancelAgain(turn: Turn, p: Process): void {
  const { from: s, world } = turn;
  const isHolder = s[F.state] === cancelling && s[p.mine] === 1 && s[p.life] < cancelLease;
  if (!isHolder && world.bug !== 'a cancellation goes on after its claim') {
    leave(turn.next(), p);
    turn.calm('sees that it no longer holds the cancellation', p);
  } else if (world.prompt) refundNow(turn, p, inCancellation);
  else {
    const t = turn.next();
    t[p.at] = at.refund;
    t[p.loaded] = inCancellation;
    turn.calm('sees that it still holds the cancellation', p);
  }
}

const answers = ['refunded', 'refund_unknown', 'refund_refused', 'refund_disputed'] as const;

const facts = {
  refunded: 'refunded',
  refused: 'refund_refused',
  disputed: 'refund_disputed',
} as const satisfies Record<RefundAnswer, (typeof answers)[number]>;

export function refundNow(turn: Turn, p: Process, load = turn.from[p.loaded] & inCancellation): void {
  const { from: s, world } = turn;
  const answered = (t: Row, answer: (typeof answers)[number]) => {
    t[p.at] = at.refunded;
    t[p.loaded] = answers.indexOf(answer) + load;
  };
  let t = turn.next();
  const answer = askRefund(turn, t);
  answered(t, facts[answer]);
  turn.calm(`asks the provider for the refund: ${answer}`, p);
  if (!turn.mayFail) return;
  t = turn.next();
  const lost = askRefund(turn, t);
  if (lost === 'refunded') {
    answered(t, 'refund_unknown');
    turn.fault('asks the provider, which refunds; the answer is lost', p);
    t = turn.next();
  }
  answered(t, 'refund_unknown');
  turn.fault('asks the provider for the refund; it cannot be had now', p);
  if (world.refusesRefunds && s[F.refunds] === 0) {
    t = turn.next();
    t[F.refusal] = 1;
    answered(t, 'refund_refused');
    turn.fault('asks the provider, which refuses the refund', p);
  }
}

const refundLabels = {
  refunded: 'writes that the money went back',
  refund_unknown: 'writes that the refund is not certain',
  refund_refused: 'writes that the refund was refused',
  refund_disputed: 'writes that the bank holds the money',
} as const;

export function writeRefund(turn: Turn, p: Process): void {
  const { from: s, world } = turn;
  const answer = answers[s[p.loaded] % inCancellation] ?? 'refund_unknown';
  const isCancellation = s[p.loaded] >= inCancellation;
  const isOutdated = answer === 'refunded' && s[F.refund] === refundCode.support && s[F.failedRefund] === 1;
  if (isOutdated && world.bug !== 'a late answer hides a failed refund') {
    leave(turn.next(), p);
    turn.calm('hears that the money went back, after the bank has said that it did not', p);
    return;
  }
  const isDropped =
    answer === 'refund_disputed' &&
    world.bug === 'a dispute ends no refund that was disputed before' &&
    s[F.won] + s[F.lost] > 0;
  if (isDropped) {
    leave(turn.next(), p);
    turn.calm('drops the news that the bank holds the money', p);
    return;
  }
  record(turn, p, [refundLabels[answer], answer, 1], undefined, { isCancellation });
}

export function recall(turn: Turn, p: Process): void {
  const { from: s, world } = turn;
  // It asks for the order that it knew: one of an earlier round has stopped long ago.
  const tooLate = s[F.atWork] === 1 || s[p.earlier] === 1;
  const stop = (t: Row, answer: number) => {
    if (!tooLate) t[F.stopped] = t[F.orders];
    t[p.at] = at.recalled;
    t[p.loaded] = answer;
  };
  let t = turn.next();
  if (world.silentRecall || s[F.unplugged]) {
    t[p.at] = at.recalled;
    t[p.loaded] = 2;
    turn.calm('asks the partner to stop the order, which does not say', p);
    return;
  }
  stop(t, tooLate ? 1 : 0);
  turn.calm(tooLate ? 'asks the partner to stop: too late' : 'asks the partner to stop, which stops it', p);
  if (!turn.mayFail) return;
  t = turn.next();
  stop(t, 2);
  turn.fault('asks the partner to stop; the answer is lost', p);
  t = turn.next();
  t[p.at] = at.recalled;
  t[p.loaded] = world.bug === 'a recall is believed without an answer' ? 0 : 2;
  turn.fault('asks the partner to stop; the call is lost', p);
}

export function writeRecall(turn: Turn, p: Process): void {
  const { from: s, world } = turn;
  switch (s[p.loaded]) {
    case 0:
      record(turn, p, ['writes that the order is stopped', 'partner_cancelled', 0], (t) => {
        if (t[F.refund] !== refundCode.pending) {
          leave(t, p);
          return;
        }
        t[p.at] = at.refund;
        t[p.loaded] = 0;
      });
      break;
    case 1:
      record(turn, p, ['writes that the partner does not stop', 'partner_refused', 1]);
      break;
    default: {
      const isLate = s[F.age] > 0 && s[F.state] === recalling;
      const isSilent = world.bug === 'a recall hears no news and calls nobody';
      record(turn, p, [
        isLate && !isSilent
          ? 'calls a person: the partner does not say whether it stops'
          : 'writes that it got no answer',
        isLate && !isSilent ? 'undecided' : 'unanswered',
        1,
      ]);
    }
  }
}
