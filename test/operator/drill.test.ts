/** The restore drill against a table that answers as DynamoDB does: what it finds, and that it leaves no copy behind. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { type KeptItem, verdict } from '../../lib/operator/drill/compare.ts';
import { type Drill, restoreDrill } from '../../lib/operator/drill/drill.ts';
import { resultLines } from '../../lib/operator/ops/ops.ts';
import { tableDefinition as definition } from '../../lib/table.ts';

const at = Date.parse('2026-11-22T09:00:00Z');
const kept = (id: string, version: number, state = 'paid', ttl = at / 1_000 + 60): KeptItem => ({
  id,
  version,
  ttl,
  item: { state },
});

describe('an item of the copy', () => {
  test.each([
    ['same', kept('job_1', 2), kept('job_1', 2)],
    ['changed_since', kept('job_1', 2), kept('job_1', 3)],
    ['forgotten_since', kept('job_1', 2, 'paid', at / 1_000 - 1), undefined],
    ['missing_live', kept('job_1', 2), undefined],
    ['missing_in_copy', undefined, kept('job_1', 1)],
    ['newer_in_copy', kept('job_1', 3), kept('job_1', 2)],
    ['not_the_same', kept('job_1', 2), kept('job_1', 2, 'failed')],
  ])('is %s', (what, copy, live) => {
    expect(verdict(copy, live, at)).toBe(what);
  });

  test('is the same whatever the order of its members', () => {
    const item = { a: 1, b: [{ c: 2, d: 3 }] };
    expect(
      verdict({ ...kept('job_1', 1), item }, { ...kept('job_1', 1), item: { b: [{ d: 3, c: 2 }], a: 1 } }, at),
    ).toBe('same');
  });
});

const keys = ({ partitionKey, sortKey }: { readonly partitionKey: string; readonly sortKey?: string }) => [
  { AttributeName: partitionKey, KeyType: 'HASH' },
  ...(sortKey === undefined ? [] : [{ AttributeName: sortKey, KeyType: 'RANGE' }]),
];

/** The table that AWS restores. Each test may spoil it. */
let restored: { items: readonly KeptItem[]; indexes: readonly object[] };
let live: readonly KeptItem[];
/** Each with the looks that still find it CREATING. */
let tables: Record<string, number>;
let isProtected: boolean;
let mended: string[];
let objected: string[];
let documents: string[];
let notes: number;
let isRestorable: boolean;

/** As DynamoDB writes it. */
const attribute = (value: unknown): object => {
  if (typeof value === 'number') return { N: `${value}` };
  return typeof value === 'object' && value !== null ? { M: marshalled(value) } : { S: `${value}` };
};
const marshalled = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, attribute(value)]));

type Asked = {
  readonly TableName: string;
  readonly TargetTableName: string;
  readonly Segment: number;
  readonly Key: { id: { S: string } };
  readonly DeletionProtectionEnabled: boolean;
};

const answers: Readonly<Record<string, (asked: Asked) => object>> = {
  DescribeContinuousBackups: () => ({
    ContinuousBackupsDescription: {
      ContinuousBackupsStatus: 'ENABLED',
      PointInTimeRecoveryDescription: isRestorable ? { LatestRestorableDateTime: at / 1_000 - 300 } : {},
    },
  }),
  RestoreTableToPointInTime: ({ TargetTableName }) => {
    if (TargetTableName in tables) return { __type: 'TableAlreadyExistsException' };
    tables[TargetTableName] = 2;
    return {};
  },
  DescribeTable: ({ TableName }) => {
    const looks = tables[TableName];
    if (looks === undefined) return { __type: 'ResourceNotFoundException' };
    tables[TableName] = Math.max(0, looks - 1);
    return {
      Table: {
        ...{ TableName, TableStatus: looks > 0 ? 'CREATING' : 'ACTIVE', KeySchema: keys(definition) },
        ...{ GlobalSecondaryIndexes: restored.indexes, DeletionProtectionEnabled: isProtected },
      },
    };
  },
  DescribeTimeToLive: () => ({ TimeToLiveDescription: { TimeToLiveStatus: 'DISABLED' } }),
  UpdateTimeToLive: ({ TableName }) => ({ mended: mended.push(`${TableName} expires`) }),
  UpdateContinuousBackups: ({ TableName }) => {
    // A new table has no backups yet.
    const has = mended.includes('backups');
    mended.push(has ? `${TableName} is restorable` : 'backups');
    return has ? {} : { __type: 'ContinuousBackupsUnavailableException' };
  },
  UpdateTable: ({ DeletionProtectionEnabled }) => {
    isProtected = DeletionProtectionEnabled;
    return {};
  },
  Scan: ({ Segment }) => ({ Items: Segment === 0 ? restored.items.map(marshalled) : [] }),
  GetItem: ({ TableName, Key }) => {
    const found = (TableName === 'live' ? live : restored.items).find(({ id }) => id === Key.id.S);
    return found === undefined ? {} : { Item: marshalled(found) };
  },
  DeleteTable: ({ TableName }) => {
    if (isProtected) return { __type: 'ValidationException', message: 'it is protected' };
    if ((tables[TableName] ?? 0) > 0) return { __type: 'ResourceInUseException', message: 'it is being made' };
    delete tables[TableName];
    return {};
  },
};

const server = createServer(async (request, response) => {
  const action = `${request.headers['x-amz-target']}`.split('.').at(-1) ?? '';
  const answer = answers[action]?.(JSON.parse(await text(request)));
  const isRefused = answer === undefined || '__type' in answer;
  response.writeHead(isRefused ? 400 : 200, { 'content-type': 'application/x-amz-json-1.0' });
  response.end(JSON.stringify(answer ?? { __type: 'AccessDeniedException', message: action }));
});

let client: DynamoDBClient;
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  client = new DynamoDBClient({ endpoint, region: 'us-east-1', credentials, maxAttempts: 1 });
});
afterAll(async () => {
  client.destroy();
  server.closeAllConnections();
  await once(server.close(), 'close');
});

beforeEach(() => {
  const items = [kept('job_1', 2), kept('quote_1', 1), kept('job_2', 4)];
  const indexes = definition.indexes.map((index) => ({
    ...{ IndexName: index.name, IndexStatus: 'ACTIVE', KeySchema: keys(index) },
    Projection: { ProjectionType: index.projection === 'all' ? 'ALL' : 'KEYS_ONLY' },
  }));
  restored = { items, indexes };
  live = items;
  tables = { live: 0 };
  [isProtected, mended, objected, documents, notes] = [false, [], [], [], 0];
  isRestorable = true;
});

const printed: string[] = [];

const drilled = (listed: Readonly<Record<string, readonly string[]>> = {}, changed: Partial<Drill> = {}) =>
  restoreDrill({
    ...{ client, table: 'live', now: () => at, pause: async () => undefined, print: (line) => void printed.push(line) },
    paidOn: async (_client, table) => listed[table] ?? ['job_1', 'job_2'],
    objections: async () => objected,
    hasDocument: async (key) => documents.includes(key),
    note: async () => {
      notes += 1;
    },
    ...changed,
  });
const left = () => Object.keys(tables);

test('a copy that agrees is told so, with its figures, and is deleted', async () => {
  expect(await drilled()).toMatchObject({ ok: true, items: 3, jobs_paid: 2, on_day: '2026-11-21', differences: [] });
  expect(left()).toEqual(['live']);
});

test('whoever interrupts it has read what deletes the copy', async () => {
  await drilled();
  expect(printed).toContainEqual(expect.stringContaining('type it again'));
});

test('items that went on since are no difference, and are counted', async () => {
  live = [kept('job_1', 3), kept('quote_1', 1), kept('job_2', 4)];
  const found = await drilled();
  expect(found).toMatchObject({ ok: true, changed: 2, differences: [] });
  // A name that ends in `since` would be printed as a time.
  expect(resultLines({ ...found })).toContainEqual(expect.stringMatching(/^changed +2$/));
});

test('an item that the copy has otherwise is a difference, and the copy is deleted all the same', async () => {
  restored.items = [kept('job_1', 2, 'failed'), kept('quote_1', 1), kept('job_2', 4)];
  const { ok, differences } = await drilled();
  expect({ ok, differences }).toMatchObject({
    ok: false,
    differences: expect.arrayContaining([{ id: 'job_1', what: 'not_the_same' }]),
  });
  expect(left()).toEqual(['live']);
});

test('a paid job that the copy lacks is found by the day that the audit reads', async () => {
  restored.items = [kept('job_1', 2), kept('quote_1', 1)];
  const { differences } = await drilled({ 'live-drill': ['job_1'] });
  expect(differences).toEqual([
    { id: 'job_2', what: 'missing_in_copy' },
    { id: 'job_2', what: 'not_listed_in_copy' },
  ]);
});

test('an index that did not come back is a difference', async () => {
  restored.indexes = restored.indexes.slice(1);
  expect((await drilled()).differences).toMatchObject([{ what: expect.stringContaining('The index due is missing') }]);
});

test('a table without recovery is refused with the command that switches it on', async () => {
  isRestorable = false;
  await expect(drilled()).rejects.toThrow('update-continuous-backups --table-name live');
  expect(left()).toEqual(['live']);
});

test('a copy is deleted also where the comparison fails, and the failure is told', async () => {
  const paidOn = () => Promise.reject(new Error('no right to query'));
  await expect(drilled({}, { paidOn })).rejects.toThrow(/^no right to query$/);
  expect([left(), notes]).toEqual([['live'], 0]);
});

test('a copy that cannot be deleted hides no failure, and is deleted by the next drill, even half made', async () => {
  const DeleteTable = answers.DeleteTable;
  Object.assign(answers, { DeleteTable: () => ({ __type: 'AccessDeniedException', message: 'no right to delete' }) });
  const paidOn = () => Promise.reject(new Error('no right to query'));
  await expect(drilled({}, { paidOn })).rejects.toThrow(
    /^no right to query live-drill is left, because no right to delete/,
  );
  expect(await drilled().catch(({ message }: Error) => message)).toBe('no right to delete');
  Object.assign(answers, { DeleteTable });
  tables['live-drill'] = 3;
  expect(await drilled()).toMatchObject({ ok: true });
  expect([left(), notes]).toEqual([['live'], 1]);
});

describe('beside the table', () => {
  test('the copy is mended as a restored table is, and may be adopted: a drill that ended well is noted', async () => {
    expect(await drilled()).toMatchObject({ ok: true, says: expect.stringContaining('restored and adopted') });
    expect([mended, notes]).toEqual([['live-drill expires', 'backups', 'live-drill is restorable'], 1]);
  });

  test('what a deployment would refuse is a difference, and the drill counts as none', async () => {
    objected = ['The bucket left-behind cannot be adopted as it is.'];
    expect(await drilled()).toMatchObject({ ok: false, differences: [{ what: objected[0] }] });
    expect([left(), notes]).toEqual([['live'], 0]);
  });

  test('the bucket has the document of each job that must still have one', async () => {
    const job = (id: string, state: string, claimed: number) => {
      const document = { key: `unpaid/${id}.pdf`, sha256: '' };
      return { ...kept(id, 2), item: { id, state, document, createdAt: at, firsts: { claimed } } };
    };
    const month = 31 * 24 * 60 * 60_000;
    restored.items = [job('job_1', 'fulfilled', at), job('job_2', 'fulfilled', at - month), job('job_3', 'paid', at)];
    live = restored.items;
    documents = ['unpaid/job_3.pdf'];
    const listed = { live: ['job_1', 'job_2', 'job_3'], 'live-drill': ['job_1', 'job_2', 'job_3'] };
    expect(await drilled(listed)).toMatchObject({
      ...{ ok: false, documents: 2, differences: [{ id: 'job_1', what: 'document_missing' }] },
    });
    documents.push('paid/job_1.pdf');
    expect(await drilled(listed)).toMatchObject({ ok: true, differences: [] });
  });
});
