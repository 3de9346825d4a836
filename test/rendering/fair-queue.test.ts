/** The queue for scarce processes: every network gets its turn, and one that took long waits longer next time. */
import { fairQueue } from '../../shared/rendering/process/fair-queue.ts';
import { documentKey, rememberAnswers } from '../../shared/rendering/process/remember-answers.ts';

interface Job {
  readonly name: string;
  end(tookMs: number): Promise<void>;
}

/** A queue whose work ends when the test says so, by a clock of its own. */
function queueOf(rules: Partial<Parameters<typeof fairQueue>[0]> = {}) {
  let now = 0;
  const queue = fairQueue({ places: 1, waitMs: 60_000, longest: 16, ...rules }, () => now);
  const begun: Job[] = [];
  const enter = (network: string, name = network): Promise<string> =>
    queue(network, () => {
      const { promise, resolve } = Promise.withResolvers<string>();
      const end = async (tookMs: number) => {
        now += tookMs;
        resolve(name);
        await turn();
      };
      begun.push({ name, end });
      return promise;
    });
  const turn = () => new Promise<void>((next) => setImmediate(next));
  const last = () => begun.at(-1) ?? { name: 'nobody', end: async () => undefined };
  return { enter, begun, last, turn, wait: (ms: number) => (now += ms) };
}

test('no more than its places are taken, and work that waits too long is refused because the machine is busy', async () => {
  const { enter, begun } = queueOf({ places: 2, waitMs: 1 });
  const served = ['a', 'b'].map((network) => enter(network));
  await expect(enter('c')).rejects.toMatchObject({ name: 'MachineBusy' });
  expect(begun.map(({ name }) => name)).toEqual(['a', 'b']);
  for (const one of begun) await one.end(0);
  expect(await Promise.all(served)).toEqual(['a', 'b']);
});

test('two networks that send without pause cannot keep out a third: it comes next', async () => {
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

test('a network whose document took long waits behind others, until time has passed', async () => {
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

test('a full queue turns away the network that fills it, and a failure frees its place', async () => {
  const { enter, last, turn } = queueOf({ longest: 3 });
  const holding = enter('x');
  await turn();
  const flood = ['1', '2', '3'].map((name) => enter('a', name));
  const honest = enter('b');
  await expect(flood[2]).rejects.toMatchObject({ name: 'MachineBusy' });
  for (let left = 4; left > 0; left -= 1) await last().end(10);
  expect(await Promise.all([holding, ...flood.slice(0, 2), honest])).toEqual(['x', '1', '2', 'b']);

  const queue = fairQueue({ places: 1, waitMs: 60_000, longest: 3 });
  await expect(queue('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await queue('a', async () => 'served')).toBe('served');
});

test('an answer is remembered for a minute, for that exact document and its conditions', async () => {
  let now = 0;
  let answered = 0;
  const remembered = rememberAnswers<number>(
    (answer) => answer < 5,
    () => now,
  );
  const answerTo = (document: string, paper: string) =>
    remembered(documentKey(document, paper), async () => {
      answered += 1;
      return answered;
    });
  expect([await answerTo('<p>', 'letter'), await answerTo('<p>', 'fax'), await answerTo('<b>', 'letter')]).toEqual([
    1, 2, 3,
  ]);
  now = 59_000;
  expect(await answerTo('<p>', 'letter')).toBe(1);
  now = 60_000;
  expect(await answerTo('<p>', 'letter')).toBe(4);
  // An answer that may not be kept is asked for again.
  expect([await answerTo('<i>', 'letter'), await answerTo('<i>', 'letter')]).toEqual([5, 6]);
});
