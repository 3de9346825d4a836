/** Walks through the model by chance, for what only needs many histories and not all states. */
import { states } from '../../../../lib/operator/conform/fields.ts';
import type { LoggedFact } from '../../../../lib/operator/conform/history.ts';
import { lifeTable } from '../../../../lib/operator/conform/table.ts';
import { seeded } from '../../simulation/chance.ts';
import { F, newRow, type Row } from '../fields.ts';
import { beginning, follow } from '../steps.ts';
import { Turn } from '../turn.ts';
import type { World } from '../world.ts';
import { kindOf } from './concrete.ts';

/** The facts of one walk, as a log would tell them. */
export function walk(world: World, seed: number, steps: number): readonly LoggedFact[] {
  const random = seeded(seed);
  const told: LoggedFact[] = [];
  let s: Row = beginning(world);
  for (let step = 0; step < steps; step += 1) {
    const chosen = newRow();
    let fact: LoggedFact | undefined;
    let seen = 0;
    const turn = new Turn(world, lifeTable, (to, { fact: name, counted }) => {
      seen += 1;
      if (random() * seen >= 1) return;
      chosen.set(to);
      fact =
        name === undefined || !counted ? undefined : { fact: kindOf(name), state: states[to[F.state]] ?? '', at: step };
    });
    follow(turn, s);
    if (seen === 0) break;
    if (fact !== undefined) told.push(fact);
    s = chosen;
  }
  return told;
}
