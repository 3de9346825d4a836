/** A person stops a job, lets it go on, or gives it up. */

import { F, processes, type Row } from './fields.ts';
import type { FactName } from './life/facts.ts';
import { needsReview, paid, submitting } from './life/fields.ts';
import { look } from './partner.ts';
import { at } from './places.ts';
import type { Turn } from './turn.ts';

/** A person waits until no call is under way any more, and the lists are complete. */
const isQuiet = (s: Row): boolean =>
  s[F.late] === 0 && s[F.lag] === 0 && processes.every((p) => s[p.at] !== at.call && s[p.at] !== at.lookUp);

export function ofPeople(turn: Turn): void {
  const { from: s, world } = turn;
  if (!world.people || !turn.mayAct) return;
  const mayHold = (s[F.held] === 0 && !s[F.resubmitted]) || world.holdsAgain;
  if (mayHold && (s[F.state] === paid || s[F.state] === submitting)) act(turn, 'held', 'a person stops the job');
  if (s[F.state] !== needsReview) return;
  const seen = world.bug === 'a person resubmits without a look' ? 'none' : look(s);
  if (s[F.called] && !isQuiet(s) && world.bug !== 'a person decides while a call is under way') return;
  if (seen === 'found') {
    act(turn, 'accepted', 'a person looks, and finds the order');
    return;
  }
  act(turn, 'resubmitted', 'a person looks, finds no order, and lets the job go on');
  act(turn, 'abandoned', 'a person looks, finds no order, and gives the job up');
}

function act(turn: Turn, fact: FactName, label: string): void {
  const t = turn.next();
  turn.put(t, fact, 0);
  turn.act(label);
}
