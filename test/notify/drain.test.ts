/** Draining an outbox: nothing is attempted before its time, not even when something before it is given up. */
import type { JobEvent } from '../../shared/domain/job/event.ts';
import { drain } from '../../shared/notify/drain.ts';
import { newOutbox, type Outbox, withEvents } from '../../shared/notify/outbox.ts';
import { memoryDeps } from '../support/fakes/deps.ts';

const hours = 3_600_000;

test('an event that comes next because an older one is given up still waits for its time', async () => {
  const deps = memoryDeps();
  const now = deps.clock.now();
  const event = (number: number, at: number): JobEvent => ({
    ...{ number, type: 'letter.paid', at },
    statuses: { status: 'paid', payment: 'paid', fulfillment: 'queued', delivery: 'not_started' },
  });
  const empty = newOutbox({ id: 'webhooks_1', channel: 'webhook', jobId: 'job_1', to: 'https://a.example/' }, now);
  const given = withEvents(empty, [event(1, now - 72 * hours), event(2, now - 2 * hours)], now - 2 * hours);
  const attempt = { at: now - 1 * hours, outcome: 'refused', code: 'http_403' } as const;
  const outbox: Outbox = {
    ...given,
    deliveries: given.deliveries.map((delivery) =>
      delivery.event.number === 2 ? { ...delivery, tries: 1, attempts: [attempt], nextAt: now + 5 * hours } : delivery,
    ),
  };
  await deps.outboxes.create(outbox);
  const attempted: number[] = [];
  const tell = async (_: Outbox, { event: { number } }: Outbox['deliveries'][number]) => {
    attempted.push(number);
    return { outcome: 'delivered', code: 'http_200' } as const;
  };
  await drain(deps, outbox.id, tell, Number.POSITIVE_INFINITY);
  expect(attempted).toEqual([]);
  const after = await deps.outboxes.get(outbox.id);
  expect(after?.deliveries.map(({ state }) => state)).toEqual(['given_up', 'waiting']);
  expect(after?.claimedUntil).toBeUndefined();
});
