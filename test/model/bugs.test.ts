/** The model is worth something because it finds each wrong design and each assumption that does not hold. */
import { bugs, hostile, otherHarm } from '../support/model/bugs.ts';
import { search } from '../support/model/search.ts';
import { storyOf } from '../support/model/story.ts';

/** What goes wrong, and the number of steps of the shortest way to it. */
const found: Readonly<Record<string, string>> = {};
const foundHostile: Readonly<Record<string, string>> = {};

const problemOf = (world: Parameters<typeof search>[0]) => {
  const { problem, way } = search(world, { watched: 'harm' });
  return `${way?.length} steps: ${problem}`;
};

test.each(Object.entries(bugs))('a design with this fault breaks a promise: %s', (name, world) => {
  expect(problemOf(world)).toBe(found[name]);
});

test.each(Object.entries(otherHarm))('%s', (_, [world, only]) => {
  expect(search(world, { watched: { only } }).problem).toBe(only);
});

test.each(Object.entries(hostile))('a promise is broken where this does not hold: %s', (name, world) => {
  expect(problemOf(world)).toBe(foundHostile[name]);
});

test('clocks that are minutes wrong do no harm at a partner with keys', () => {
  expect(search({ ...hostile['clocks agree'], keys: true, life: 2 } as never).problem).toBeUndefined();
});

test('a wrong design is no longer found once it is right', () => {
  for (const world of Object.values(bugs).slice(0, 3)) {
    const { bug: _, ...right } = world;
    expect(search(right, { watched: 'harm' }).problem).toBeUndefined();
  }
});

test.each([
  'an unavailable partner is believed',
  'late news of an earlier attempt counts',
  'a dispute ends no refund that was disputed before',
  'a cancellation goes on after its claim',
])('the shortest way is told in sentences: %s', (name) => {
  const world = bugs[name];
  if (world === undefined) throw new Error(`${name} is no bug of the list`);
  expect(storyOf(search(world, { watched: 'harm' }))).toMatchSnapshot();
});
