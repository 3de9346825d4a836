/** The AWS client repeats a write whose response was lost. Even then only one of several writers wins. */
import type { Stored } from '../../shared/domain/stored.ts';
import { collection, type openTable } from '../../shared/storage/dynamo.ts';
import type { Collection } from '../../shared/storage/table.ts';
import { inDynamo, type Opened } from '../support/contracts/implementations.ts';

interface Item extends Stored {
  readonly holder?: string;
}

const item = (id: string, holder?: string): Item => ({ id, version: 0, createdAt: 0, keepUntil: 0, holder });

/** If set, it runs after the next request, whose response is then lost. */
let beforeRetry: (() => Promise<unknown>) | undefined;
let requestCount = 0;

function withLostResponses(table: ReturnType<typeof openTable>): Collection<Item> {
  table.client.middlewareStack.add(
    (next) => async (request) => {
      requestCount += 1;
      const response = await next(request);
      const act = beforeRetry;
      if (act === undefined) return response;
      beforeRetry = undefined;
      await act();
      throw Object.assign(new Error('socket hang up'), { name: 'TimeoutError' });
    },
    { step: 'finalizeRequest', priority: 'low' },
  );
  return collection<Item>(table);
}

let opened: Opened<Collection<Item>>;
let items: Collection<Item>;
beforeAll(async () => {
  opened = await inDynamo(withLostResponses);
  items = opened.port;
});
afterAll(() => opened.close());
beforeEach(() => {
  requestCount = 0;
});

/** `act` runs before the client repeats the write. */
const loseNextResponse = (act: () => Promise<unknown> = async () => {}) => {
  beforeRetry = act;
};

test('an insert whose response was lost is treated as saved', async () => {
  loseNextResponse();
  expect(await items.create(item('insert'))).toBe('saved');
  expect(requestCount).toBe(2);
  expect(await items.create(item('insert'))).toBe('exists');
});

test('a replacement whose response was lost is treated as saved, and only once', async () => {
  await items.create(item('claim'));
  loseNextResponse();
  expect(await items.replace(item('claim', 'me'))).toBe('saved');
  expect(await items.get('claim')).toMatchObject({ holder: 'me', version: 1 });
  expect(await items.replace(item('claim', 'other'))).toBe('stale');
});

test('if two writers write the same bytes over one version, only the first one saves', async () => {
  const read = item('race');
  await items.create(read);
  let other: string | undefined;
  loseNextResponse(async () => {
    other = await items.replace(read);
  });
  expect([await items.replace(read), other]).toEqual(['saved', 'stale']);
});

test('if two writers insert the same bytes, only the first one saves', async () => {
  let other: string | undefined;
  loseNextResponse(async () => {
    other = await items.create(item('twins'));
  });
  expect([await items.create(item('twins')), other]).toEqual(['saved', 'exists']);
});

test('a repeated write does not undo what was written in between', async () => {
  await items.create(item('since'));
  loseNextResponse(async () => {
    const stored = await items.get('since');
    if (stored !== undefined) await items.replace({ ...stored, holder: 'next' });
  });
  expect(await items.replace(item('since', 'me'))).toBe('stale');
  expect(await items.get('since')).toMatchObject({ holder: 'next', version: 2 });
});
