/** Items by date, in memory and over the wire: no page is skipped, and no moment counts on two days. */
import type { Stored } from '../../shared/domain/stored.ts';
import { byKind, collection } from '../../shared/storage/dynamo/collection.ts';
import type { Collection, Dated } from '../../shared/storage/table.ts';
import { inDynamo, type Opened } from '../support/contracts/implementations.ts';
import { datedCollection } from '../support/fakes/memory.ts';

interface Thing extends Stored {
  readonly kind: string;
}

type Things = Collection<Thing> & Dated<Thing>;

const stores: Readonly<Record<string, () => Promise<Opened<Things>>>> = {
  'in memory': async () => ({
    port: datedCollection<Thing>(({ kind, createdAt }) => ({ kind, at: createdAt })),
    close: async () => undefined,
  }),
  'in DynamoDB': () =>
    inDynamo((table) => ({
      ...collection<Thing>(table, ({ kind, createdAt }) => ({ kind, created_at: createdAt })),
      ...byKind<Thing>(table),
    })),
};

describe.each(Object.entries(stores))('dated items %s', (_, open) => {
  let opened: Opened<Things>;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  const put = (id: string, createdAt: number, kind = 'thing') =>
    opened.port.create({ id, kind, createdAt, version: 0, keepUntil: Date.UTC(2100, 0) });

  async function all(kind: string, from: number, to: number): Promise<string[]> {
    const found: string[] = [];
    let after: string | undefined;
    do {
      const { items, next }: Awaited<ReturnType<Dated<Thing>['between']>> = await opened.port.between(
        kind,
        from,
        to,
        after,
      );
      found.push(...items.map(({ id }) => id));
      after = next;
    } while (after !== undefined);
    return found.sort();
  }

  test('the first moment belongs to the time, the last to the next; other kinds are elsewhere', async () => {
    for (const at of [999, 1_000, 1_999, 2_000]) await put(`thing_${at}`, at);
    await put('other_1', 1_500, 'other');
    expect(await all('thing', 1_000, 2_000)).toEqual(['thing_1000', 'thing_1999']);
    expect(await all('other', 1_000, 2_000)).toEqual(['other_1']);
    expect(await all('thing', 3_000, 4_000)).toEqual([]);
  });

  test('dated items are listed page by page, even if many have the same moment', async () => {
    const ids = Array.from({ length: 410 }, (_each, at) => `thing_${String(at).padStart(3, '0')}`);
    for (const id of ids) await put(id, 1_500);
    expect(await all('thing', 1_000, 2_000)).toEqual(ids);
  });
});
