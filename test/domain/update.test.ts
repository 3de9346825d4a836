/** Optimistic updates: each change counts once, even if others write at the same time. They give up after many tries. */
import { type Stored, update } from '../../shared/domain/stored.ts';
import { memoryCollection } from '../support/fakes/memory.ts';

interface Counter extends Stored {
  readonly count: number;
}

const id = 'counter_1';
const first: Counter = { id, version: 0, createdAt: 0, keepUntil: 1, count: 1 };
const oneMore = (counter: Counter | undefined): Counter =>
  counter === undefined ? first : { ...counter, count: counter.count + 1 };

test('an item that does not exist is inserted, and the next change replaces it', async () => {
  const counters = memoryCollection<Counter>();
  expect(await update(counters, id, oneMore)).toEqual(first);
  expect(await update(counters, id, oneMore)).toEqual({ ...first, version: 1, count: 2 });
  expect(counters.all()).toEqual([{ ...first, version: 1, count: 2 }]);
});

test('forty changes at the same time all count', async () => {
  const counters = memoryCollection<Counter>();
  await Promise.all(Array.from({ length: 40 }, () => update(counters, id, oneMore)));
  expect(counters.all()).toEqual([{ ...first, version: 39, count: 40 }]);
});

test.each([
  ['the same item', (counter: Counter | undefined) => counter],
  ['undefined', () => undefined],
])('a change that returns %s writes nothing', async (_, change) => {
  const counters = memoryCollection(new Map([[id, first]]));
  expect(await update(counters, id, change)).toEqual(first);
  expect(await update(counters, 'counter_2', change)).toBeUndefined();
  expect(counters.all()).toEqual([first]);
});

test('an update gives up after a hundred stale writes in a row', async () => {
  let reads = 0;
  const counters = {
    ...memoryCollection<Counter>(),
    get: async () => {
      reads += 1;
      return first;
    },
  };
  await expect(update(counters, id, oneMore)).rejects.toThrow('too many stale writes');
  expect(reads).toBe(100);
});
