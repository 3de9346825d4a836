/** The sweeper finds everything that is due, whatever there is of it, and queues nothing again whose message is under way. */
import { type Shard, shardOf, shards } from '../../shared/domain/ids.ts';
import { reconcile, type Swept } from '../../shared/notify/reconcile.ts';
import { mostJobs } from '../../shared/orders/reconcile.ts';
import type { Jobs } from '../../shared/storage/jobs.ts';
import type { Due } from '../../shared/storage/table.ts';
import { memoryDeps } from '../support/fakes/deps.ts';
import { queueBy } from '../support/fakes/memory.ts';

const minute = 60_000;

/** A table in which jobs stay due, as if no worker ran. Times are in seconds from now. */
function swept(jobs: readonly { readonly id: string; readonly dueIn: number }[]) {
  const deps = memoryDeps();
  const { clock } = deps;
  const listed: Due[] = [];
  const write = ({ id, dueIn }: (typeof jobs)[number]) => listed.push({ id, dueAt: clock.now() + dueIn * 1_000 });
  jobs.forEach(write);
  const sent: string[] = [];
  const failing: { count: number; shard?: Shard | undefined } = { count: 0 };
  const broken = new Error('a right was taken away');
  const due: Jobs['due'] = async ({ before, since = 0, shard }, limit, unread): Promise<readonly Due[]> => {
    if (failing.shard !== undefined && shard === failing.shard) throw broken;
    if (failing.shard !== undefined && shard === undefined) unread?.(failing.shard, broken);
    return listed
      .filter(({ dueAt }) => dueAt < before && dueAt >= since)
      .filter(({ id }) => shard === undefined || shardOf(id) === shard)
      .filter(({ id }) => shardOf(id) !== failing.shard)
      .toSorted((one, other) => one.dueAt - other.dueAt)
      .slice(0, limit);
  };
  const { send, sendAll } = queueBy(async (id, delayMs) => void sent.push(delayMs > 0 ? `${id} in ${delayMs}` : id));
  const queue = {
    send,
    sendAll: async (...all: Parameters<typeof sendAll>) => (await sendAll(...all)) + failing.count,
  };
  let state: Swept | undefined;
  /** The messages of one round, so long after the last one. */
  const round = async (afterMs = minute): Promise<string[]> => {
    await clock.wind(afterMs);
    sent.length = 0;
    state = await reconcile({ ...deps, jobs: { ...deps.jobs, due }, queue }, minute, state);
    return [...sent];
  };
  return { round, failing, write, alarms: deps.alarms, measured: deps.measured };
}

test('a rush of a thousand due jobs is sent in one round', async () => {
  const { round } = swept(Array.from({ length: 1_000 }, (_, at) => ({ id: `job_${at}`, dueIn: -at })));
  expect(new Set(await round(0)).size).toBe(1_000);
});

test('a new process takes everything that is due, and what falls due before its next round, for its moment', async () => {
  const { round } = swept([
    { id: 'job_due', dueIn: -5_000 },
    { id: 'job_soon', dueIn: 45 },
    { id: 'job_later', dueIn: 61 },
  ]);
  expect(await round(0)).toEqual(['job_due', 'job_soon in 45000']);
});

test('the second round takes what was written and fell due after the first one', async () => {
  const { round, write } = swept([]);
  expect(await round(0)).toEqual([]);
  write({ id: 'job_written_late', dueIn: 5 });
  expect(await round()).toEqual(['job_written_late']);
});

test('later rounds take what has been due for half a minute, once, and nothing ahead of its own message', async () => {
  const { round } = swept([
    { id: 'job_second', dueIn: 85 },
    { id: 'job_first', dueIn: 70 },
    { id: 'job_third', dueIn: 100 },
  ]);
  expect(await round(0)).toEqual([]);
  // Their own messages may be at work still.
  expect(await round()).toEqual([]);
  expect(await round()).toEqual(['job_first', 'job_second']);
  expect(await round()).toEqual(['job_third']);
});

test('what stays due for longer is sent again in turns, each job once in as many rounds as there are shards', async () => {
  const jobs = Array.from({ length: 64 }, (_, at) => ({ id: `job_${at}`, dueIn: -60 }));
  const { round } = swept(jobs);
  expect(await round(0)).toHaveLength(64);
  const again: string[] = [];
  for (let turn = 0; turn < shards.length; turn += 1) {
    const sent = await round();
    expect(new Set(sent.map(shardOf)).size).toBeLessThanOrEqual(1);
    again.push(...sent);
  }
  expect(again.toSorted()).toEqual(jobs.map(({ id }) => id).toSorted());
});

test('a round that comes late takes up where the last one ended', async () => {
  const { round } = swept([{ id: 'job_missed', dueIn: 90 }]);
  expect(await round(0)).toEqual([]);
  expect(await round(20 * minute)).toEqual(['job_missed']);
});

test('what the queue has not taken is sent in the next round', async () => {
  const { round, failing } = swept([{ id: 'job_refused', dueIn: 70 }]);
  await round(0);
  failing.count = 1;
  expect(await round(2 * minute)).toEqual(['job_refused']);
  failing.count = 0;
  expect(await round()).toEqual(['job_refused']);
});

describe('a shard that cannot be read', () => {
  const jobs = [
    { id: 'job_1', dueIn: 70 },
    { id: 'job_2', dueIn: 71 },
  ];
  const [lost, other] = ['job_1', 'job_2'] as const;

  test('holds no other up, and is told', async () => {
    expect(shardOf(lost)).not.toBe(shardOf(other));
    const { round, failing, alarms, measured } = swept(jobs);
    await round(0);
    failing.shard = shardOf(lost);
    expect(await round(3 * minute)).toEqual([other]);
    expect(alarms).toMatchObject([{ message: 'not all swept', fields: { error: { message: expect.any(String) } } }]);
    expect(measured.map(([name]) => name)).toContain('oldestUnfulfilledSeconds');
  });

  test('is read from where it stood as soon as it can be, once, and the others not again', async () => {
    const { round, failing } = swept(jobs);
    await round(0);
    failing.shard = shardOf(lost);
    await round(3 * minute);
    expect(await round()).toEqual([]);
    failing.shard = undefined;
    expect(await round()).toEqual([lost]);
    expect(await round()).toEqual([]);
  });

  test('of a first round is read from its beginning', async () => {
    const { round, failing } = swept([{ id: lost, dueIn: -5_000 }]);
    failing.shard = shardOf(lost);
    expect(await round(0)).toEqual([]);
    failing.shard = undefined;
    expect(await round()).toEqual([lost]);
  });
});

test('a wait that cannot be read is left out and told; the others are measured, and the round counts as one', async () => {
  const deps = memoryDeps();
  const broken = new Error('a right was taken away');
  const { waiting } = deps.jobs;
  Object.assign(deps.jobs, {
    waiting: (...asked: Parameters<typeof waiting>) =>
      asked[0] === 'fulfillment' ? Promise.reject(broken) : waiting(...asked),
  });
  expect(await reconcile(deps, minute)).toMatchObject({ jobs: { at: expect.any(Number) } });
  expect(deps.measured.map(([name]) => name)).toEqual(['oldestRefundSeconds', 'parkedNow', 'oldestOutboxSeconds']);
  expect(deps.alarms).toEqual([{ message: 'wait not measured', fields: { error: broken } }]);
});

test('of more than a round takes, the next one takes the rest', async () => {
  const { round } = swept(
    Array.from({ length: mostJobs + 5 }, (_, at) => ({ id: `job_${at}`, dueIn: 100 + at / 10_000 })),
  );
  await round(0);
  const first = await round(3 * minute);
  expect([first.length, first[0]]).toEqual([mostJobs, 'job_0']);
  expect(await round()).toContain(`job_${mostJobs + 4}`);
});
