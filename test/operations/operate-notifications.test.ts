/** An operator sees the events that were told of a job, and tells one again. */
import { resultLines } from '../../lib/operator/ops/ops.ts';
import { mostResends } from '../../shared/usecases/jobs/resend-event.ts';
import { type MemoryDeps, memoryDeps } from '../support/fakes/deps.ts';
import { paid, placed } from '../support/fakes/orders.ts';
import { command, minute } from '../support/operated.ts';
import { answers, eventsOf, heardBy, hook, placedTelling } from '../support/told.ts';

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

test('show lists who was told of which event, with the last answer and the next attempt', async () => {
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

test('a job that tells nobody has an empty list', async () => {
  const deps = memoryDeps();
  expect((await shown(deps, await placed(deps))).notifications).toEqual([]);
});

test('an event is told again by its id and the order number of its job', async () => {
  const { deps, job_id, heal } = await unheard();
  heal();
  const { told, notifications } = await shown(deps, job_id);
  const before = heardBy(deps).length;
  const again = await command(deps, 'resend-event', { job_id: told.order_number, event_id: notifications[0]?.event });
  expect(again).toEqual({ ok: true, says: 'It is told again by webhook: show tells what came of it.' });
  await deps.clock.wind(1_000);
  expect(heardBy(deps)[before]).toEqual({ type: 'letter.created', id: notifications[0]?.event });
});

test('an operator is not counted among the callers of a job', async () => {
  const { deps, job_id } = await unheard();
  const [event] = await eventsOf(deps, job_id);
  for (let time = 0; time <= mostResends; time += 1)
    expect(await command(deps, 'resend-event', { job_id, event_id: event?.event_id })).toMatchObject({ ok: true });
});

test.each([
  [{ event_id: 'evt_1' }, 'Nobody is told of such an event: show lists those that there are.'],
  [
    { event_id: 'evt_1', channel: 'email' },
    'Nobody is told of such an event by email: show lists those that there are.',
  ],
  [{ event_id: 'evt_1', channel: 'sms' }, 'CHANNEL is webhook or email: without it, both.'],
])('%j is refused with the cure', async (fields, says) => {
  const { deps, job_id } = await unheard();
  expect(await command(deps, 'resend-event', { job_id, ...fields })).toEqual({ ok: false, says });
});

test('an unknown job is refused with the cure', async () => {
  const refused = await command(memoryDeps(), 'resend-event', { job_id: 'job_1', event_id: 'evt_1' });
  expect(refused).toEqual({ ok: false, says: expect.stringContaining('There is no job of this id') });
});
