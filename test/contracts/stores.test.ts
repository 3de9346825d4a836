/** Each store of outboxes, dated items, documents, counters and twins keeps the same promises, in memory and on AWS. */
import type { JobEvent } from '../../shared/domain/job/job.ts';
import type { Stored } from '../../shared/domain/stored.ts';
import { outboxesIn } from '../../shared/notify/adapters/outboxes.ts';
import type { Outboxes } from '../../shared/notify/deps.ts';
import { type Channel, newOutbox, type Outbox, withClaim, withEvents, withResend } from '../../shared/notify/outbox.ts';
import type { Documents } from '../../shared/storage/documents.ts';
import { byKind, collection, requestCountersIn, twinsIn } from '../../shared/storage/dynamo.ts';
import { type Collection, type Dated, maxTwins, type RequestCounters, type Twins } from '../../shared/storage/table.ts';
import { inDynamo, inMemory, inS3, type Opened } from '../support/contracts/implementations.ts';
import {
  datedCollection,
  memoryCounters,
  memoryDocuments,
  memoryOutboxes,
  memoryTwins,
} from '../support/fakes/memory.ts';

const now = Date.UTC(2026, 10, 21, 12);

const mailed: JobEvent = {
  number: 1,
  type: 'letter.mailed',
  at: now,
  statuses: { status: 'fulfilled', payment: 'paid', fulfillment: 'mailed', delivery: 'untracked' },
};

/** An outbox with one event, which has waited since `waitsSince`. */
function outbox(name: string, waitsSince: number, channel: Channel = 'webhook'): Outbox {
  const to = channel === 'webhook' ? 'https://shop.example.com/hooks' : 'ada@example.com';
  const empty = newOutbox({ id: `outbox_${name}`, channel, jobId: `job_${name}`, to }, now);
  return withEvents(empty, [mailed], waitsSince);
}

/** The outbox after all its deliveries. */
const delivered = (waiting: Outbox): Outbox => ({
  ...waiting,
  deliveries: waiting.deliveries.map((delivery) => ({ ...delivery, state: 'delivered' })),
});

describe.each<[string, () => Promise<Opened<Outboxes>>]>([
  ['in memory', () => inMemory(memoryOutboxes())],
  ['in DynamoDB', () => inDynamo(outboxesIn)],
])('outboxes %s', (_name, open) => {
  let opened: Opened<Outboxes>;
  let outboxes: Outboxes;
  beforeEach(async () => {
    opened = await open();
    outboxes = opened.port;
  });
  afterEach(() => opened.close());

  const due = async (channel: Channel, before = now) =>
    (await outboxes.due(channel, { before }, 10)).map(({ id, dueAt }) => [id, dueAt - now]);

  test('an outbox is read as it was written, with attempts and a claim', async () => {
    const attempts = [{ at: now, outcome: 'unreachable', code: 'http_429', notBefore: now + 5 }] as const;
    const waiting = outbox('a', now + 9, 'email');
    const written = {
      ...withClaim(waiting, now + 45_000, now),
      deliveries: waiting.deliveries.map((delivery) => ({ ...delivery, attempts, tries: 1 })),
    };
    expect(await outboxes.create(written)).toBe('saved');
    expect(await outboxes.get(written.id)).toEqual(written);
  });

  test('due outboxes are listed by channel, longest waiting first, and at most as many as requested', async () => {
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

  test('a claimed outbox is due again when its claim ends', async () => {
    const waiting = outbox('a', now - 1);
    await outboxes.create(waiting);
    expect(await outboxes.replace(withClaim(waiting, now + 45_000, now))).toBe('saved');
    expect(await due('webhook')).toEqual([]);
    expect(await due('webhook', now + 45_001)).toEqual([['outbox_a', 45_000]]);
  });

  test('an outbox is due only while one of its events waits, also to be resent', async () => {
    const waiting = outbox('a', now - 1);
    await outboxes.create(waiting);
    expect(await outboxes.replace(delivered(waiting))).toBe('saved');
    expect(await due('webhook')).toEqual([]);
    expect(await outboxes.replace(withResend({ ...delivered(waiting), version: 1 }, 1, now - 7))).toBe('saved');
    expect(await due('webhook')).toEqual([['outbox_a', -7]]);
  });
});

interface DatedItem extends Stored {
  readonly kind: string;
}

type DatedItems = Collection<DatedItem> & Dated<DatedItem>;

describe.each<[string, () => Promise<Opened<DatedItems>>]>([
  ['in memory', () => inMemory(datedCollection<DatedItem>(({ kind, createdAt }) => ({ kind, at: createdAt })))],
  [
    'in DynamoDB',
    () =>
      inDynamo((table) => ({
        ...collection<DatedItem>(table, ({ kind, createdAt }) => ({ kind, created_at: createdAt })),
        ...byKind<DatedItem>(table),
      })),
  ],
])('dated items %s', (_, open) => {
  let opened: Opened<DatedItems>;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  const put = (id: string, createdAt: number, kind = 'item') =>
    opened.port.create({ id, kind, createdAt, version: 0, keepUntil: Date.UTC(2100, 0) });

  async function all(kind: string, from: number, to: number, after?: string): Promise<string[]> {
    const { items, next } = await opened.port.between(kind, from, to, after);
    const later = next === undefined ? [] : await all(kind, from, to, next);
    return [...items.map(({ id }) => id), ...later].sort();
  }

  test('items of one kind are listed from the first moment, up to but not including the last', async () => {
    for (const at of [999, 1_000, 1_999, 2_000]) await put(`item_${at}`, at);
    await put('other_1', 1_500, 'other');
    expect(await all('item', 1_000, 2_000)).toEqual(['item_1000', 'item_1999']);
    expect(await all('other', 1_000, 2_000)).toEqual(['other_1']);
    expect(await all('item', 3_000, 4_000)).toEqual([]);
  });

  test('items are listed page by page, even if many have the same time', async () => {
    const ids = Array.from({ length: 410 }, (_, at) => `item_${String(at).padStart(3, '0')}`);
    for (const id of ids) await put(id, 1_500);
    expect(await all('item', 1_000, 2_000)).toEqual(ids);
  });
});

const pdf = Uint8Array.from({ length: 70_000 }, (_, at) => (at * 31) % 256);

describe.each<[string, () => Promise<Opened<Documents>>]>([
  ['in memory', () => inMemory(memoryDocuments())],
  ['in S3', inS3],
])('documents %s', (_name, open) => {
  let opened: Opened<Documents>;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());

  test('a document is read byte for byte, and replaced by a later one with the same key', async () => {
    await opened.port.put('quotes/quote_1.pdf', pdf);
    const read = await opened.port.get('quotes/quote_1.pdf');
    expect(Buffer.compare(Buffer.from(read ?? []), Buffer.from(pdf))).toBe(0);
    await opened.port.put('quotes/quote_1.pdf', pdf.slice(0, 10));
    expect(await opened.port.get('quotes/quote_1.pdf')).toHaveLength(10);
  });

  test('reading a document that was never stored is not an error', async () => {
    expect(await opened.port.get('jobs/unknown.pdf')).toBeUndefined();
  });
});

test.each<[string, () => Promise<Opened<RequestCounters>>]>([
  ['in memory', () => inMemory(memoryCounters())],
  ['in DynamoDB', () => inDynamo(requestCountersIn)],
])('%s, a count is refused as a whole if it would exceed the limit', async (_, open) => {
  const { port, close } = await open();
  const id = 'tally_of_a_test';
  const later = Date.now() + 60_000;
  const counted = [];
  for (const cost of [9, 5, 4, 3, 1]) counted.push(await port.add(id, { cost, max: 8 }, later));
  await close();
  expect(counted).toEqual(['full', 5, 'full', 8, 'full']);
});

test.each<[string, () => Promise<Opened<Twins>>]>([
  ['in memory', () => inMemory(memoryTwins())],
  ['in DynamoDB', () => inDynamo(twinsIn)],
])('%s, concurrent entries under one twin id each get the entries before them, up to `maxTwins`', async (_, open) => {
  const { port, close } = await open();
  const add = (entry: string) => port.add('twin_of_a_test', entry, Date.now() + 60_000);
  const seen = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(add));
  expect(seen.map(({ length }) => length).sort()).toEqual([0, 1, 2, 3, 4]);
  expect((await add('a')).toSorted()).toEqual(['a', 'b', 'c', 'd', 'e']);
  for (let count = 5; count < maxTwins; count += 1) expect(await add(`entry ${count}`)).toHaveLength(count);
  expect(await add('one too many')).toHaveLength(maxTwins);
  expect(await add('another')).not.toContain('one too many');
  await close();
});
