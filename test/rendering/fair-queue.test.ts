/** The queue for scarce processes: every network gets a turn, and one that took a long time waits longer next time. */
import { cacheResults, documentKey } from '../../shared/rendering/process/cache-results.ts';
import { fairQueue } from '../../shared/rendering/process/fair-queue.ts';

/** A queue with a fake clock, whose work ends when the test says so. */
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
        await turn();
      };
      started.push({ name, end });
      return promise;
    });
  const turn = () => new Promise<void>((next) => setImmediate(next));
  const last = () => started.at(-1) ?? { name: 'none', end: async () => undefined };
  return { enter, started, last, turn, wait: (ms: number) => (now += ms) };
}

test('the queue respects its concurrency, and work that waits too long is refused because the machine is busy', async () => {
  const { enter, started } = queueOf({ concurrency: 2, maxWaitMs: 1 });
  const served = ['a', 'b'].map((network) => enter(network));
  await expect(enter('c')).rejects.toMatchObject({ name: 'MachineBusy' });
  expect(started.map(({ name }) => name)).toEqual(['a', 'b']);
  for (const one of started) await one.end(0);
  expect(await Promise.all(served)).toEqual(['a', 'b']);
});

test('a third network comes next even if two others send without pausing', async () => {
  const { enter, last, turn } = queueOf();
  const floods = ['a', 'b'].flatMap((network) => Array.from({ length: 6 }, () => enter(network)));
  await turn();
  await last().end(8_000);
  await last().end(8_000);
  const honest = enter('c');
  await last().end(8_000);
  expect(last().name).toBe('c');
  await last().end(10);
  expect(await honest).toBe('c');
  for (let left = 9; left > 0; left -= 1) await last().end(10);
  await Promise.all(floods);
});

test('a network whose document took a long time lets others go first until some time has passed', async () => {
  const { enter, last, turn, wait } = queueOf();
  const first = enter('a');
  await turn();
  await last().end(8_000);
  await first;
  const order = async () => {
    const holding = enter('x', 'holding');
    await turn();
    const [again, other] = [enter('a', 'again'), enter('b', 'other')];
    await last().end(100);
    const { name } = last();
    await last().end(0);
    await last().end(0);
    await Promise.all([holding, again, other]);
    return name;
  };
  expect(await order()).toBe('other');
  wait(60_000);
  expect(await order()).toBe('again');
});

test('documents of one network that are processed at the same time are counted once each', async () => {
  const { enter, started, last, turn } = queueOf({ concurrency: 2 });
  const all = [enter('a'), enter('a')];
  await turn();
  for (const one of [...started]) await one.end(1_000);
  all.push(enter('b'));
  await turn();
  await last().end(2_500);
  all.push(enter('x'), enter('y'), enter('b'), enter('a', 'less debt'));
  await turn();
  await last().end(0);
  expect(last().name).toBe('less debt');
  for (const one of started) await one.end(0);
  await Promise.all(all);
});

test('a full queue refuses the network that fills it, and failed work frees its slot', async () => {
  const { enter, last, turn } = queueOf({ maxWaiting: 3 });
  const holding = enter('x');
  await turn();
  const flood = ['1', '2', '3'].map((name) => enter('a', name));
  const honest = enter('b');
  await expect(flood[2]).rejects.toMatchObject({ name: 'MachineBusy' });
  for (let left = 4; left > 0; left -= 1) await last().end(10);
  expect(await Promise.all([holding, ...flood.slice(0, 2), honest])).toEqual(['x', '1', '2', 'b']);

  const queue = fairQueue({ concurrency: 1, maxWaitMs: 60_000, maxWaiting: 3 });
  await expect(queue('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await queue('a', async () => 'served')).toBe('served');
});

test('a result is cached for a minute, for the same document and the same conditions', async () => {
  let now = 0;
  let runs = 0;
  const cache = cacheResults<number>(
    (result) => result < 5,
    () => now,
  );
  const resultFor = (document: string, paper: string) =>
    cache(documentKey(document, paper), async () => {
      runs += 1;
      return runs;
    });
  expect([await resultFor('<p>', 'letter'), await resultFor('<p>', 'fax'), await resultFor('<b>', 'letter')]).toEqual([
    1, 2, 3,
  ]);
  now = 59_000;
  expect(await resultFor('<p>', 'letter')).toBe(1);
  now = 60_000;
  expect(await resultFor('<p>', 'letter')).toBe(4);
  // A result that is not cacheable is computed again.
  expect([await resultFor('<i>', 'letter'), await resultFor('<i>', 'letter')]).toEqual([5, 6]);
});
