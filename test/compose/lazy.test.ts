/** Values that are made at their first use. */
import { deferred } from '../../shared/domain/lazy.ts';

class Counter {
  #total = 0;
  readonly name = 'counter';
  async add(one: number, other: number): Promise<number> {
    this.#total += one + other;
    return this.#total;
  }
  async total(): Promise<number> {
    return this.#total;
  }
}

test('a deferred object is loaded by its first call, once for all its methods', async () => {
  let loads = 0;
  const counter = deferred(async () => {
    loads += 1;
    return new Counter();
  }, ['add', 'total']);
  expect(loads).toBe(0);
  expect(await Promise.all([counter.add(1, 2), counter.add(3, 4)])).toEqual([3, 10]);
  expect([await counter.total(), loads]).toEqual([10, 1]);
});

test('a deferred object that could not be loaded is loaded by the next call', async () => {
  let isDown = true;
  const counter = deferred(async () => {
    if (isDown) throw new Error('down');
    return new Counter();
  }, ['total']);
  await expect(counter.total()).rejects.toThrow('down');
  isDown = false;
  expect(await counter.total()).toBe(0);
});

test('a deferred object has the named methods, and only such that answer with a promise', () => {
  // @ts-expect-error: a name is no method.
  expect(Object.keys(deferred(async () => new Counter(), ['total', 'name']))).toEqual(['total', 'name']);
  // @ts-expect-error: the method was not named.
  expect(deferred(async () => new Counter(), ['total']).add).toBeUndefined();
});
