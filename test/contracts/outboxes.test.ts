/** The contract of stores of outboxes, tested on each of them: nothing is lost, and what waits is found. */
import type { JobEvent } from '../../shared/domain/job/event.ts';
import type { Outboxes } from '../../shared/notify/deps.ts';
import { type Channel, claimed, newOutbox, type Outbox, resent, withEvents } from '../../shared/notify/outbox.ts';
import { type Opened, outboxStores } from '../support/contracts/implementations.ts';

const now = Date.UTC(2026, 10, 21, 12);

const paid: JobEvent = {
  number: 1,
  type: 'letter.mailed',
  at: now,
  statuses: { status: 'paid', payment: 'paid', fulfillment: 'queued', delivery: 'not_started' },
};

/** One event waits in it since then. */
function outbox(name: string, waitsSince: number, channel: Channel = 'webhook'): Outbox {
  const to = channel === 'webhook' ? 'https://shop.example.com/hooks' : 'ada@example.com';
  const empty = newOutbox({ id: `outbox_${name}`, channel, jobId: `job_${name}`, to }, now);
  return withEvents(empty, [paid], waitsSince);
}

const told = (waiting: Outbox): Outbox => ({
  ...waiting,
  deliveries: waiting.deliveries.map((delivery) => ({ ...delivery, state: 'delivered' })),
});

describe.each(Object.entries(outboxStores))('outboxes %s', (_name, open) => {
  let opened: Opened<Outboxes>;
  let outboxes: Outboxes;
  beforeAll(async () => {
    opened = await open();
    outboxes = opened.port;
  });
  afterAll(() => opened.close());

  const due = async (channel: Channel, before = now) =>
    (await outboxes.due(channel, { before }, 10)).map(({ id, dueAt }) => [id, dueAt - now]);

  test('an outbox is read back, member for member, with attempts and a claim', async () => {
    const attempts = [{ at: now, outcome: 'unreachable', code: 'http_429', notBefore: now + 5 }] as const;
    const waiting = outbox('a', now + 9, 'email');
    const written = {
      ...claimed(waiting, now + 45_000, now),
      deliveries: waiting.deliveries.map((delivery) => ({ ...delivery, attempts, tries: 1 })),
    };
    expect(await outboxes.create(written)).toBe('saved');
    expect(await outboxes.get(written.id)).toEqual(written);
  });

  test('due outboxes are listed by channel, the longest waiting first, and at most as many as requested', async () => {
    await outboxes.create(outbox('late', now - 1));
    await outboxes.create(outbox('later', now - 2));
    await outboxes.create(outbox('mail', now - 3, 'email'));
    await outboxes.create(outbox('not-yet', now));
    expect(await due('webhook')).toEqual([
      ['outbox_later', -2],
      ['outbox_late', -1],
    ]);
    expect(await due('email')).toEqual([['outbox_mail', -3]]);
    expect(await outboxes.due('webhook', { before: now }, 1)).toHaveLength(1);
  });

  test('a claimed outbox is due again when its claim is over, and one with nothing waiting is not', async () => {
    const waiting = { ...outbox('late', now - 1), version: 0 };
    expect(await outboxes.replace(claimed(waiting, now + 45_000, now))).toBe('saved');
    expect(await due('webhook')).toEqual([['outbox_later', -2]]);
    expect(await due('webhook', now + 45_001)).toContainEqual(['outbox_late', 45_000]);
    const ended = told(outbox('later', now - 2));
    expect(await outboxes.replace(ended)).toBe('saved');
    expect(await due('webhook')).toEqual([]);
    expect(await outboxes.replace(resent({ ...ended, version: 1 }, 1, now - 7))).toBe('saved');
    expect(await due('webhook')).toEqual([['outbox_later', -7]]);
  });
});
