/** `npm run ops -- conform` allows what the model does: no history of the model is taken for a stray one. */
import { follow, type NextItems, newJob } from '../../lib/operator/conform/history.ts';
import { walk } from '../support/model/against/walk.ts';
import { worlds } from '../support/model/worlds.ts';
import { times } from '../support/proofs.ts';

const walks = times(3_000, 300, 'walks through each world');

test.each(Object.entries(worlds))('%s: the log of each walk is allowed', (_, { deep }) => {
  const different = new Set<string>();
  for (let seed = 1; seed <= walks; seed += 1) {
    let next: NextItems = newJob;
    const told = walk(deep, seed, 120);
    for (const line of told) {
      const possible = next(line);
      next = (later) => follow(possible, later);
      if (possible.length === 0)
        throw new Error(`seed ${seed}: ${told.map(({ fact }) => fact).join(' ')} at ${line.fact}`);
    }
    different.add(told.map(({ fact, state }) => `${fact} ${state}`).join());
  }
  // A small world has few lives, however often it is walked through.
  expect(different.size).toBeGreaterThan(Math.min(walks / 10, 60));
});
