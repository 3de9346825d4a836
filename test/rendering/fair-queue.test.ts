/** The queue for scarce processes, in which every network gets a turn, and the cache of their results. */
import { cacheResults, documentKey } from '../../shared/rendering/process/cache-results.ts';
import { fairQueue } from '../../shared/rendering/process/fair-queue.ts';

/** A queue with a fake clock. Its work starts at once and ends when the test says so. */
function queueOf(rules: Partial<Parameters<typeof fairQueue>[0]> = {}) {
  let now = 0;
  const queue = fairQueue({ concurrency: 1, maxWaitMs: 60_000, maxWaiting: 16, ...rules }, () => now);
  const started: { readonly name: string; readonly end: (tookMs: number) => Promise<void> }[] = [];
  const enter = (network: string, name = network): Promise<string> =>
    queue(network, () => {
      const { promise, resolve } = Promise.withResolvers<string>();
      const end = async (tookMs: number) => {
        now += tookMs;
        resolve(name);
        await settled();
      };
      started.push({ name, end });
      return promise;
    });
  /** Lets the queue start what it can. */
  const settled = () => new Promise<void>((next) => setImmediate(next));
  const last = () => started.at(-1) ?? { name: 'none', end: async () => undefined };
  /** Ends the work that was started last, `times` times. The next work starts each time. */
  const endLast = async (tookMs: number, times = 1) => {
    for (let left = times; left > 0; left -= 1) await last().end(tookMs);
  };
  return { enter, started, last, endLast, settled, wait: (ms: number) => (now += ms) };
}

test('work that waits too long for a turn is refused', async () => {
  const { enter, started } = queueOf({ concurrency: 2, maxWaitMs: 1 });
  const served = ['a', 'b'].map((network) => enter(network));
  await expect(enter('c')).rejects.toMatchObject({ name: 'MachineBusy' });
  expect(started.map(({ name }) => name)).toEqual(['a', 'b']);
  for (const work of started) await work.end(0);
  expect(await Promise.all(served)).toEqual(['a', 'b']);
});

test('a third network comes next even if two others send without pausing', async () => {
  const { enter, last, endLast, settled } = queueOf();
  const twelve = ['a', 'b'].flatMap((network) => Array.from({ length: 6 }, () => enter(network)));
  await settled();
  await endLast(8_000, 2);
  const third = enter('c');
  await endLast(8_000);
  expect(last().name).toBe('c');
  await endLast(10);
  expect(await third).toBe('c');
  await endLast(10, 9);
  await Promise.all(twelve);
});

test('a network whose document took a long time lets others go first until some time has passed', async () => {
  const { enter, last, endLast, settled, wait } = queueOf();
  const first = enter('a');
  await settled();
  await endLast(8_000);
  await first;
  /** The network that goes first if `a` and `b` wait while another one is served. */
  const firstOfTwo = async () => {
    const served = enter('x');
    await settled();
    const waiting = [enter('a'), enter('b')];
    await endLast(100);
    const { name } = last();
    await endLast(0, 2);
    await Promise.all([served, ...waiting]);
    return name;
  };
  expect(await firstOfTwo()).toBe('b');
  wait(60_000);
  expect(await firstOfTwo()).toBe('a');
});

test('documents of one network that are processed at the same time are counted once each', async () => {
  const { enter, started, last, endLast, settled } = queueOf({ concurrency: 2 });
  const all = [enter('a'), enter('a')];
  await settled();
  // The documents of `a` take 1 and 2 seconds, and that of `b` takes 2.5. In that time, `a` is forgiven some of its 3.
  for (const work of [...started]) await work.end(1_000);
  all.push(enter('b'));
  await settled();
  await endLast(2_500);
  all.push(enter('x'), enter('y'), enter('b'), enter('a', 'less debt'));
  await settled();
  await endLast(0);
  expect(last().name).toBe('less debt');
  for (const work of started) await work.end(0);
  await Promise.all(all);
});

test('a full queue refuses the network that fills it', async () => {
  const { enter, endLast, settled } = queueOf({ maxWaiting: 3 });
  const served = enter('x');
  await settled();
  const three = ['1', '2', '3'].map((name) => enter('a', name));
  const other = enter('b');
  await expect(three[2]).rejects.toMatchObject({ name: 'MachineBusy' });
  await endLast(10, 4);
  expect(await Promise.all([served, ...three.slice(0, 2), other])).toEqual(['x', '1', '2', 'b']);
});

test('failed work frees its slot in the queue', async () => {
  const queue = fairQueue({ concurrency: 1, maxWaitMs: 60_000, maxWaiting: 3 });
  await expect(queue('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await queue('a', async () => 'served')).toBe('served');
});

test('a result is cached for a minute, for the same document and the same conditions', async () => {
  let now = 0;
  let runs = 0;
  const isCacheable = (result: number) => result < 5;
  const cache = cacheResults(isCacheable, () => now);
  const resultFor = (document: string, paper: string) =>
    cache(documentKey(document, paper), async () => {
      runs += 1;
      return runs;
    });
  expect(await resultFor('<p>', 'letter')).toBe(1);
  expect(await resultFor('<p>', 'fax')).toBe(2);
  expect(await resultFor('<b>', 'letter')).toBe(3);
  now = 59_000;
  expect(await resultFor('<p>', 'letter')).toBe(1);
  now = 60_000;
  expect(await resultFor('<p>', 'letter')).toBe(4);
  // A result that is not cacheable is computed again.
  expect([await resultFor('<i>', 'letter'), await resultFor('<i>', 'letter')]).toEqual([5, 6]);
});
