/** An outbox's events are sent when they are due, each by one worker. */
import type { JobEvent } from '../../shared/domain/job/job.ts';
import { drain } from '../../shared/notify/drain.ts';
import { newOutbox, type Outbox, withEvents } from '../../shared/notify/outbox.ts';
import { memoryDeps } from '../support/fakes/deps.ts';

const hour = 3_600_000;

test('after an expired event is given up, the next event is sent once when it is due, even by two workers', async () => {
  const deps = memoryDeps();
  const now = deps.clock.now();
  const event = (number: number, at: number): JobEvent => ({
    number,
    type: 'letter.paid',
    at,
    statuses: { status: 'paid', payment: 'paid', fulfillment: 'queued', delivery: 'untracked' },
  });
  const empty = newOutbox({ id: 'webhooks_1', channel: 'webhook', jobId: 'job_1', to: 'https://a.example/' }, now);
  // The first event is too old to send. The second was refused once, and is due again in five hours.
  const filled = withEvents(empty, [event(1, now - 72 * hour), event(2, now - 2 * hour)], now - 2 * hour);
  const attempt = { at: now - 1 * hour, outcome: 'refused', code: 'http_403' } as const;
  const outbox: Outbox = {
    ...filled,
    deliveries: filled.deliveries.map((delivery) =>
      delivery.event.number === 2 ? { ...delivery, tries: 1, attempts: [attempt], nextAt: now + 5 * hour } : delivery,
    ),
  };
  await deps.outboxes.create(outbox);
  const attempted: number[] = [];
  const send = async (_: Outbox, { event: { number } }: Outbox['deliveries'][number]) => {
    attempted.push(number);
    return { outcome: 'delivered', code: 'http_200' } as const;
  };
  await drain(deps, outbox.id, send, Number.POSITIVE_INFINITY);
  expect(attempted).toEqual([]);
  const deliveries = [{ state: 'given_up' }, { state: 'waiting' }];
  expect(await deps.outboxes.get(outbox.id)).toMatchObject({ deliveries, claimedUntil: undefined });
  await deps.clock.advance(5 * hour);
  await Promise.all([1, 2].map(() => drain(deps, outbox.id, send, Number.POSITIVE_INFINITY)));
  expect(attempted).toEqual([2]);
});
