/** The sweeper finds everything that is due before its next round, whatever there is of it. */
import { reconcile } from '../../shared/fulfilment/reconcile.ts';
import type { Queue } from '../../shared/ports.ts';
import { memoryDeps } from '../support/fakes/deps.ts';

function swept(due: readonly { readonly id: string; readonly dueIn: number }[]) {
  const deps = memoryDeps();
  const asked: number[] = [];
  const sent: (readonly [id: string, delayMs: number | undefined])[] = [];
  const listed = due.map(({ id, dueIn }) => ({ id, dueAt: deps.clock.now() + dueIn }));
  const queue: Queue = { send: async (id, delayMs) => void sent.push([id, delayMs]) };
  const jobs = {
    ...deps.jobs,
    due: async (before: number, limit: number) => {
      asked.push(before - deps.clock.now());
      return listed.filter(({ dueAt }) => dueAt < before).slice(0, limit);
    },
  };
  return { asked, sent, run: (everyMs: number) => reconcile({ ...deps, jobs, queue }, everyMs) };
}

test('a rush of a thousand due jobs is sent in one round', async () => {
  const { sent, run } = swept(Array.from({ length: 1_000 }, (_, at) => ({ id: `job_${at}`, dueIn: -at })));
  await run(60_000);
  expect(new Set(sent.map(([id]) => id)).size).toBe(1_000);
});

test('a job that falls due before the next round is sent now, for its moment', async () => {
  const { asked, sent, run } = swept([
    { id: 'job_due', dueIn: -5_000 },
    { id: 'job_soon', dueIn: 45_000 },
    { id: 'job_later', dueIn: 61_000 },
  ]);
  await run(60_000);
  expect(asked).toEqual([60_000]);
  expect(sent).toEqual([
    ['job_due', 0],
    ['job_soon', 45_000],
  ]);
});
