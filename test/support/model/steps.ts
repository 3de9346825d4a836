/** Every step that may follow a state, and the state in which a job begins. */
import { F, newRow, type Row } from './fields.ts';
import { ofPartner } from './partner.ts';
import { ofPeople } from './people.ts';
import { ofProcesses } from './processes.ts';
import { ofProvider } from './provider.ts';
import { ofQueue, ofRestart, ofTime } from './time.ts';
import type { Turn } from './turn.ts';
import type { World } from './world.ts';

/** The payment page is open. */
export function beginning({ faults, cancels, acts, events }: World): Row {
  const s = newRow();
  s[F.due] = 1;
  s[F.faults] = faults;
  s[F.cancels] = cancels;
  s[F.acts] = acts;
  if (!events) {
    s[F.pending] = 2;
    s[F.outbox] = 1;
    s[F.told] = 1;
  }
  return s;
}

export function follow(turn: Turn, s: Row): void {
  turn.from = s;
  ofProvider(turn);
  ofPartner(turn);
  ofTime(turn);
  ofRestart(turn);
  ofQueue(turn);
  ofPeople(turn);
  ofProcesses(turn);
}
