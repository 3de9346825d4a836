/** Each round of `reconcile` queues the jobs that are still due, longest-waiting first. */
import { maxPerRound, reconcile } from '../../shared/notify/reconcile.ts';
import type { Due } from '../../shared/storage/table.ts';
import { memoryDeps } from '../support/fakes/deps.ts';
import { queueBy } from '../support/fakes/memory.ts';

const minute = 60_000;

/** Rounds of `reconcile` over a table in which these jobs stay due, as if no worker ran. `dueIn`: in seconds from now. */
function roundsOver(jobs: readonly { readonly id: string; readonly dueIn: number }[]) {
  const deps = memoryDeps();
  const dueJobs: Due[] = jobs.map(({ id, dueIn }) => ({ id, dueAt: deps.clock.now() + dueIn * 1_000 }));
  const sent: string[] = [];
  /** `refused`: the number of messages that the queue refuses. */
  const faults = { refused: 0, throws: false };
  const postponed = new Set<string>();
  const { send, sendAll } = queueBy(async (id, delayMs) => void sent.push(delayMs > 0 ? `${id} in ${delayMs}` : id));
  const queue = {
    send,
    async sendAll(...messages: Parameters<typeof sendAll>) {
      if (faults.throws) throw new Error('a permission was revoked');
      return (await sendAll(...messages)) + faults.refused;
    },
  };
  const due: typeof deps.jobs.due = async ({ before }, limit) =>
    dueJobs
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
  return { round, faults, postponed };
}

test('a round queues the jobs that have been due for half a minute, longest-waiting first', async () => {
  const { round } = roundsOver([
    { id: 'job_second', dueIn: 25 },
    { id: 'job_first', dueIn: -5 },
    { id: 'job_third', dueIn: 35 },
  ]);
  // The job's own message may still be in progress.
  expect(await round(0)).toEqual([]);
  expect(await round()).toEqual(['job_first', 'job_second']);
});

test('a job that stays due is queued in every round, even after the queue refused it or a round failed', async () => {
  const { round, faults } = roundsOver([{ id: 'job_lost', dueIn: -40 }]);
  expect(await round(0)).toEqual(['job_lost']);
  faults.refused = 1;
  expect(await round()).toEqual(['job_lost']);
  faults.throws = true;
  await expect(round()).rejects.toThrow('a permission was revoked');
  Object.assign(faults, { refused: 0, throws: false });
  expect(await round(20 * minute)).toEqual(['job_lost']);
});

test('a round queues at most 3,000 jobs, and a job that fails and becomes due later makes room for the next job', async () => {
  const failing = Array.from({ length: maxPerRound }, (_, at) => ({ id: `job_${at}`, dueIn: -9_000 + at }));
  const { round, postponed } = roundsOver([...failing, { id: 'job_behind', dueIn: -40 }]);
  const first = await round(0);
  expect([first.length, first[0], first.includes('job_behind')]).toEqual([maxPerRound, 'job_0', false]);
  postponed.add('job_7');
  expect(await round()).toContain('job_behind');
});

test('if one metric of reconcile cannot be read, there is an alarm, and the others are measured', async () => {
  const deps = memoryDeps();
  const error = new Error('a permission was revoked');
  const { waiting } = deps.jobs;
  Object.assign(deps.jobs, {
    waiting: (...query: Parameters<typeof waiting>) =>
      query[0] === 'fulfillment' ? Promise.reject(error) : waiting(...query),
  });
  await reconcile(deps);
  expect(deps.measured.map(([name]) => name)).toEqual(['oldestRefundSeconds', 'parkedNow', 'oldestOutboxSeconds']);
  expect(deps.alarms).toEqual([{ message: 'wait not measured', fields: { error } }]);
});
