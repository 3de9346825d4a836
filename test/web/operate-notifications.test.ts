/** An operator sees the events that were told of a job. */
import { resultLines } from '../../lib/operator/ops.ts';
import { type MemoryDeps, memoryDeps } from '../support/fakes/deps.ts';
import { paid, placed } from '../support/fakes/orders.ts';
import { command, minute } from '../support/operated.ts';
import { answers, hook, placedTelling } from '../support/told.ts';

/** A paid letter whose receiver is down. */
async function unheard() {
  const deps = memoryDeps();
  const job_id = await placedTelling(deps, { webhook_url: hook });
  const taken = deps.receivers.answer;
  answers(deps, { outcome: 'unreachable', code: 'http_503' });
  await paid(deps, job_id);
  await deps.clock.wind(10 * minute);
  return { deps, job_id, heal: () => Object.assign(deps.receivers, { answer: taken }) };
}

const shown = async (deps: MemoryDeps, job_id: string) => {
  const told = await command(deps, 'show', { job_id });
  return { told, notifications: told.notifications as readonly Record<string, unknown>[] };
};

test('show lists who was notified of which event, with the last response and the next attempt', async () => {
  const { deps, job_id } = await unheard();
  const { told, notifications } = await shown(deps, job_id);
  expect(notifications[0]).toMatchObject({
    ...{ event: expect.stringMatching(/^evt_/), type: 'letter.created', channel: 'webhook' },
    ...{ to: 'shop.example.com', state: 'waiting', last: 'http_503', next_at: expect.any(Number) },
  });
  const lines = resultLines(told).filter((line) => line.includes('letter.created'));
  expect(lines).toEqual([
    expect.stringMatching(/evt_\w+ +letter\.created +2026-.*shop\.example\.com.* http_503 +2026-/),
  ]);
  expect(JSON.stringify(told)).not.toMatch(/s3cret|hooks/);
});

test('a job without notify has an empty list of notifications', async () => {
  const deps = memoryDeps();
  expect((await shown(deps, await placed(deps))).notifications).toEqual([]);
});
