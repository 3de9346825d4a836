/** Every state of every sound world: no promise is broken in any, and a calm way to rest leads out of each. */
import { search } from '../support/model/search.ts';
import { worlds } from '../support/model/worlds.ts';
import { longTest } from '../support/proofs.ts';

/** The states and steps of each world: whoever changes the model sees here what that does. */
const sizes: Readonly<Record<string, readonly [short: string, deep: string]>> = {};

const cases = Object.entries(worlds);

test.each(cases)('%s, with one fault', (name, { short }) => {
  const { states, edges, problem } = search(short);
  expect({ problem, size: `${states} ${edges}` }).toEqual({ problem: undefined, size: sizes[name]?.[0] });
});

for (const [name, { deep }] of cases)
  longTest(
    `${name}, in depth`,
    async () => {
      const { states, edges, problem } = search(deep);
      expect({ problem, size: `${states} ${edges}` }).toEqual({ problem: undefined, size: sizes[name]?.[1] });
    },
    600_000,
  );

test('each world has its size written down, and no other', () => {
  expect(Object.keys(sizes).sort()).toEqual(Object.keys(worlds).sort());
});
