/** Items by date, in memory and over the wire: no page is skipped, and no moment counts on two days. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { awsVariables } from '../../lib/local/emulators/aws.ts';
import { startTableStore } from '../../lib/local/emulators/table-store.ts';
import { tableDefinition } from '../../lib/table.ts';
import type { Stored } from '../../shared/domain/stored.ts';
import { byKind, collection, openTable } from '../../shared/storage/dynamo/collection.ts';
import type { Collection, Dated } from '../../shared/storage/table.ts';
import { datedCollection } from '../support/fakes/memory.ts';

interface Thing extends Stored {
  readonly kind: string;
}

interface Opened {
  readonly things: Collection<Thing> & Dated<Thing>;
  close(): Promise<void>;
}

const stores: Readonly<Record<string, () => Promise<Opened>>> = {
  'in memory': async () => ({
    things: datedCollection<Thing>(({ kind, createdAt }) => ({ kind, at: createdAt })),
    close: async () => undefined,
  }),
  'in DynamoDB': async () => {
    Object.assign(process.env, awsVariables);
    const folder = await mkdtemp(join(tmpdir(), 'dated-'));
    const store = await startTableStore(folder, 'contract', tableDefinition);
    process.env.AWS_ENDPOINT_URL_DYNAMODB = store.url;
    const opened = openTable('contract');
    const indexed = ({ kind, createdAt }: Thing) => ({ kind, created_at: createdAt });
    return {
      things: { ...collection<Thing>(opened, indexed), ...byKind<Thing>(opened) },
      async close() {
        opened.client.destroy();
        await store.close();
        await rm(folder, { recursive: true });
      },
    };
  },
};

describe.each(Object.entries(stores))('%s', (_, open) => {
  let opened: Opened;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  const put = (id: string, createdAt: number, kind = 'thing') =>
    opened.things.create({ id, kind, createdAt, version: 0, keepUntil: Date.UTC(2100, 0) });

  async function all(kind: string, from: number, to: number): Promise<string[]> {
    const found: string[] = [];
    let after: string | undefined;
    do {
      const { items, next }: Awaited<ReturnType<Dated<Thing>['between']>> = await opened.things.between(
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

  test('every page is told, also of things that came at one moment', async () => {
    const ids = Array.from({ length: 410 }, (_each, at) => `thing_${String(at).padStart(3, '0')}`);
    for (const id of ids) await put(id, 1_500);
    expect(await all('thing', 1_000, 2_000)).toEqual(ids);
  });
});
