/** The sweeper queues in each round what stays due; of more than a round takes, each entry has its turn. */
import { mostARound, type Reached, reconcile } from '../../shared/notify/reconcile.ts';
import type { Due } from '../../shared/storage/table.ts';
import { memoryDeps } from '../support/fakes/deps.ts';
import { queueBy } from '../support/fakes/memory.ts';

const minute = 60_000;

/** A table in which jobs stay due, as if no worker ran. Times are in seconds from now. */
function swept(jobs: readonly { readonly id: string; readonly dueIn: number }[]) {
  const deps = memoryDeps();
  const listed: Due[] = jobs.map(({ id, dueIn }) => ({ id, dueAt: deps.clock.now() + dueIn * 1_000 }));
  const sent: string[] = [];
  const broken = { refuses: 0, throws: false };
  const { send, sendAll } = queueBy(async (id, delayMs) => void sent.push(delayMs > 0 ? `${id} in ${delayMs}` : id));
  const queue = {
    send,
    async sendAll(...all: Parameters<typeof sendAll>) {
      if (broken.throws) throw new Error('a right was taken away');
      return (await sendAll(...all)) + broken.refuses;
    },
  };
  const due: typeof deps.jobs.due = async ({ before, since = 0 }, limit) =>
    listed
      .filter(({ dueAt }) => dueAt < before && dueAt >= since)
      .toSorted((one, other) => one.dueAt - other.dueAt)
      .slice(0, limit);
  let reached: Reached | undefined;
  /** The messages of one round, so long after the last one. */
  const round = async (afterMs = minute): Promise<string[]> => {
    await deps.clock.wind(afterMs);
    sent.length = 0;
    reached = await reconcile({ ...deps, jobs: { ...deps.jobs, due }, queue }, reached);
    return [...sent];
  };
  return { round, broken };
}

test('a round takes what has been due for half a minute, the longest waiting first', async () => {
  const { round } = swept([
    { id: 'job_second', dueIn: 25 },
    { id: 'job_first', dueIn: -5 },
    { id: 'job_third', dueIn: 35 },
  ]);
  // Its own message may be at work still.
  expect(await round(0)).toEqual([]);
  expect(await round()).toEqual(['job_first', 'job_second']);
});

test('what stays due is sent in every round, also if the queue has not taken it or a round has failed', async () => {
  const { round, broken } = swept([{ id: 'job_lost', dueIn: -40 }]);
  expect(await round(0)).toEqual(['job_lost']);
  broken.refuses = 1;
  expect(await round()).toEqual(['job_lost']);
  broken.throws = true;
  await expect(round()).rejects.toThrow('a right was taken away');
  Object.assign(broken, { refuses: 0, throws: false });
  expect(await round(20 * minute)).toEqual(['job_lost']);
});

test('more jobs than a round takes, which all fail for ever, hold up none behind them: each has its turn, again and again', async () => {
  const failing = Array.from({ length: 2 * mostARound }, (_, at) => ({ id: `job_${at}`, dueIn: -9_000 + at }));
  const { round } = swept([...failing, { id: 'job_behind', dueIn: -40 }]);
  const first = await round(0);
  expect([first.length, first[0]]).toEqual([mostARound, 'job_0']);
  expect((await round())[0]).toBe(`job_${mostARound - 1}`);
  expect(await round()).toContain('job_behind');
  expect((await round())[0]).toBe('job_0');
});

test('a round goes on even behind jobs that all fell due at the same moment', async () => {
  const together = Array.from({ length: mostARound }, (_, at) => ({ id: `job_${at}`, dueIn: -90 }));
  const { round } = swept([...together, { id: 'job_behind', dueIn: -40 }]);
  const rounds = [await round(0), await round(), await round()];
  expect(rounds.flat()).toContain('job_behind');
});

test('a wait that cannot be read raises an alarm; the others are measured, and the round counts', async () => {
  const deps = memoryDeps();
  const broken = new Error('a right was taken away');
  const { waiting } = deps.jobs;
  Object.assign(deps.jobs, {
    waiting: (...asked: Parameters<typeof waiting>) =>
      asked[0] === 'fulfillment' ? Promise.reject(broken) : waiting(...asked),
  });
  await reconcile(deps);
  expect(deps.measured.map(([name]) => name)).toEqual(['oldestRefundSeconds', 'parkedNow', 'oldestOutboxSeconds']);
  expect(deps.alarms).toEqual([{ message: 'wait not measured', fields: { error: broken } }]);
});
