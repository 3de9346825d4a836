import { afterCancelClaim, cancelLease, record } from './cancel.ts';
import { caller, F, type Process } from './fields.ts';
import { awaiting, fulfilled, paid } from './life/fields.ts';
import { at } from './places.ts';
import { paymentFact } from './provider.ts';
import { leave, type Turn } from './turn.ts';
import { ends, goTo } from './work.ts';

/** `read`: the state as the caller has read it; `isStale`: somebody has written since. */
export function cancel(turn: Turn, read: number, isStale: boolean): void {
  const { from: s, world } = turn;
  const isFree = world.bug === 'a cancellation without condition';
  const mayStop = (read === paid && !s[F.known]) || (read === fulfilled && s[F.stage] === 0);
  const t = turn.next();
  if (t[caller.at] === at.nothing) t[F.cancels] -= 1;
  if (read === awaiting) {
    if (t[F.page] === 0) t[F.page] = 2;
    goTo(t, caller, at.withdrawn, t[F.page]);
    turn.wish('cancels: the payment page is closed', caller);
  } else if (mayStop && (!isStale || isFree)) {
    if (isFree) t[F.state] = read;
    if (!turn.put(t, 'cancel_claimed', cancelLease, caller)) leave(t, caller);
    else if (read === paid) afterCancelClaim(t, caller);
    else goTo(t, caller, at.recall);
    turn.wish('claims the job, to cancel it', caller);
  } else if (s[caller.at] !== at.nothing) ends(turn, caller, 'cannot cancel any more');
}

export function writeWithdrawal(turn: Turn, p: Process): void {
  const { from: s, world } = turn;
  const isPaid = s[p.loaded] === 1 || s[p.loaded] === 3;
  record(
    turn,
    p,
    [
      isPaid ? 'writes that the job was paid before' : 'writes that the job is cancelled',
      isPaid ? paymentFact(s) : 'cancelled',
      0,
    ],
    (t) => {
      if (world.queue) t[F.message] = 1;
      leave(t, p);
    },
  );
}
