/** Each round of `reconcile` queues the jobs that are still due, longest-waiting first. */
import { maxPerRound, reconcile } from '../../shared/notify/reconcile.ts';
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
  const postponed = new Set<string>();
  const { send, sendAll } = queueBy(async (id, delayMs) => void sent.push(delayMs > 0 ? `${id} in ${delayMs}` : id));
  const queue = {
    send,
    async sendAll(...all: Parameters<typeof sendAll>) {
      if (broken.throws) throw new Error('a permission was revoked');
      return (await sendAll(...all)) + broken.refuses;
    },
  };
  const due: typeof deps.jobs.due = async ({ before }, limit) =>
    listed
      .filter(({ id, dueAt }) => dueAt < before && !postponed.has(id))
      .toSorted((one, other) => one.dueAt - other.dueAt)
      .slice(0, limit);
  /** Waits, and returns the messages of the next round. */
  const round = async (afterMs = minute): Promise<string[]> => {
    await deps.clock.advance(afterMs);
    sent.length = 0;
    await reconcile({ ...deps, jobs: { ...deps.jobs, due }, queue });
    return [...sent];
  };
  return { round, broken, postponed };
}

test('a round queues the jobs that have been due for half a minute, longest-waiting first', async () => {
  const { round } = swept([
    { id: 'job_second', dueIn: 25 },
    { id: 'job_first', dueIn: -5 },
    { id: 'job_third', dueIn: 35 },
  ]);
  // The job's own message may still be in progress.
  expect(await round(0)).toEqual([]);
  expect(await round()).toEqual(['job_first', 'job_second']);
});

test('a job that stays due is queued in every round, even after the queue refused it or a round failed', async () => {
  const { round, broken } = swept([{ id: 'job_lost', dueIn: -40 }]);
  expect(await round(0)).toEqual(['job_lost']);
  broken.refuses = 1;
  expect(await round()).toEqual(['job_lost']);
  broken.throws = true;
  await expect(round()).rejects.toThrow('a permission was revoked');
  Object.assign(broken, { refuses: 0, throws: false });
  expect(await round(20 * minute)).toEqual(['job_lost']);
});

test('a round queues at most 3,000 jobs, and a job that fails and is due later makes room for the next one', async () => {
  const failing = Array.from({ length: maxPerRound }, (_, at) => ({ id: `job_${at}`, dueIn: -9_000 + at }));
  const { round, postponed } = swept([...failing, { id: 'job_behind', dueIn: -40 }]);
  const first = await round(0);
  expect([first.length, first[0], first.includes('job_behind')]).toEqual([maxPerRound, 'job_0', false]);
  postponed.add('job_7');
  expect(await round()).toContain('job_behind');
});

test('if one wait cannot be read, there is an alarm, and the others are measured', async () => {
  const deps = memoryDeps();
  const broken = new Error('a permission was revoked');
  const { waiting } = deps.jobs;
  Object.assign(deps.jobs, {
    waiting: (...asked: Parameters<typeof waiting>) =>
      asked[0] === 'fulfillment' ? Promise.reject(broken) : waiting(...asked),
  });
  await reconcile(deps);
  expect(deps.measured.map(([name]) => name)).toEqual(['oldestRefundSeconds', 'parkedNow', 'oldestOutboxSeconds']);
  expect(deps.alarms).toEqual([{ message: 'wait not measured', fields: { error: broken } }]);
});
