/** The model is worth something because it finds each wrong design and each assumption that does not hold. */

import { search } from '../support/model/search.ts';
import { bugs, hostile, otherHarm } from '../support/model/world.ts';

const problemOf = (world: Parameters<typeof search>[0]) => {
  const { problem, way } = search(world, { watched: 'harm' });
  return `${way?.length} steps: ${problem}`;
};

test.each(bugs)('a design with this fault breaks a promise: $name', ({ world, found }) => {
  expect(problemOf(world)).toBe(found);
});

test.each(hostile)('a promise is broken where this does not hold: $name', ({ world, found }) => {
  expect(problemOf(world)).toBe(found);
});

test.each(Object.entries(otherHarm))('the same design does other harm, too: %s', (_, [world, only]) => {
  expect(search(world, { watched: { only } }).problem).toBe(only);
});

test('clocks that are minutes wrong do no harm at a partner with keys', () => {
  const world = hostile.find(({ name }) => name === 'clocks agree')?.world;
  expect(world && search({ ...world, keys: true, life: 2 }).problem).toBeUndefined();
});

test('the search finds no fault once a wrong design is right', () => {
  for (const { world } of bugs.slice(0, 3)) {
    const { bug: _, ...right } = world;
    expect(search(right, { watched: 'harm' }).problem).toBeUndefined();
  }
});
