/** An outbox's events are sent when they are due, each by one worker. */
import type { JobEvent } from '../../shared/domain/job/job.ts';
import { drain } from '../../shared/notify/drain.ts';
import { newOutbox, type Outbox, withEvents } from '../../shared/notify/outbox.ts';
import { memoryDeps } from '../support/fakes/deps.ts';

const hours = 3_600_000;

test('after an older event is given up, the next one is sent once when it is due, even with two workers on the outbox', async () => {
  const deps = memoryDeps();
  const now = deps.clock.now();
  const event = (number: number, at: number): JobEvent => ({
    number,
    type: 'letter.paid',
    at,
    statuses: { status: 'paid', payment: 'paid', fulfillment: 'queued', delivery: 'untracked' },
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
  const deliveries = [{ state: 'given_up' }, { state: 'waiting' }];
  expect(await deps.outboxes.get(outbox.id)).toMatchObject({ deliveries, claimedUntil: undefined });
  await deps.clock.advance(5 * hours);
  await Promise.all([1, 2].map(() => drain(deps, outbox.id, tell, Number.POSITIVE_INFINITY)));
  expect(attempted).toEqual([2]);
});
