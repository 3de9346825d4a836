/** The AWS client repeats a write whose response was lost. The result is still right, and only one of several writers wins. */
import type { Stored } from '../../shared/domain/stored.ts';
import { collection, type openTable } from '../../shared/storage/dynamo.ts';
import type { Collection } from '../../shared/storage/table.ts';
import { inDynamo, type Opened } from '../support/contracts/implementations.ts';

interface Thing extends Stored {
  readonly holder?: string;
}

const thing = (id: string, holder?: string): Thing => ({ id, version: 0, createdAt: 0, keepUntil: 0, holder });

/** Runs after the next write; the response to the write is then lost. */
let meanwhile: (() => Promise<unknown>) | undefined;
let sent = 0;

function withLostResponses(table: ReturnType<typeof openTable>): Collection<Thing> {
  table.client.middlewareStack.add(
    (next) => async (request) => {
      sent += 1;
      const response = await next(request);
      const between = meanwhile;
      if (between === undefined) return response;
      meanwhile = undefined;
      await between();
      throw Object.assign(new Error('socket hang up'), { name: 'TimeoutError' });
    },
    { step: 'finalizeRequest', priority: 'low' },
  );
  return collection<Thing>(table);
}

let opened: Opened<Collection<Thing>>;
let things: Collection<Thing>;
beforeAll(async () => {
  opened = await inDynamo(withLostResponses);
  things = opened.port;
});
afterAll(() => opened.close());
beforeEach(() => {
  sent = 0;
});

/** Loses the response to the next write; `then` happens before the client repeats it. */
const lose = (then: () => Promise<unknown> = async () => {}) => {
  meanwhile = then;
};

test('an insert whose response was lost is treated as saved', async () => {
  lose();
  expect(await things.create(thing('insert'))).toBe('saved');
  expect(sent).toBe(2);
  expect(await things.create(thing('insert'))).toBe('exists');
});

test('a replacement whose response was lost is treated as saved, and only once', async () => {
  await things.create(thing('claim'));
  lose();
  expect(await things.replace(thing('claim', 'me'))).toBe('saved');
  expect(await things.get('claim')).toMatchObject({ holder: 'me', version: 1 });
  expect(await things.replace(thing('claim', 'other'))).toBe('stale');
});

test('if two writers write the same bytes over one version, only the first one saves', async () => {
  const read = thing('race');
  await things.create(read);
  let other: string | undefined;
  lose(async () => {
    other = await things.replace(read);
  });
  expect([await things.replace(read), other]).toEqual(['saved', 'stale']);
});

test('if two writers insert the same bytes, only the first one saves', async () => {
  let other: string | undefined;
  lose(async () => {
    other = await things.create(thing('twins'));
  });
  expect([await things.create(thing('twins')), other]).toEqual(['saved', 'exists']);
});

test('a repeated write does not undo what was written in between', async () => {
  await things.create(thing('since'));
  lose(async () => {
    const stored = await things.get('since');
    if (stored !== undefined) await things.replace({ ...stored, holder: 'next' });
  });
  expect(await things.replace(thing('since', 'me'))).toBe('stale');
  expect(await things.get('since')).toMatchObject({ holder: 'next', version: 2 });
});
