/** Requests to AWS contain what AWS requires, even where our emulators don't check it. */
import { createHash } from 'node:crypto';
import { tableDefinition } from '../../lib/table.ts';
import type { Stored } from '../../shared/domain/stored.ts';
import { s3Documents } from '../../shared/storage/documents.ts';
import { collection, openTable } from '../../shared/storage/dynamo.ts';
import { sqsQueue } from '../../shared/storage/queue.ts';
import { type AwsReply, awsDouble } from '../support/doubles/aws.ts';

let reply: AwsReply = { status: 200, body: '{}' };
const double = await awsDouble(() => reply);
// On Lambda, credentials always include a session token.
process.env.AWS_SESSION_TOKEN = 'session';
afterAll(() => double.close());
beforeEach(() => {
  reply = { status: 200, body: '{}' };
  double.requests.length = 0;
});

/** The body of the latest request. */
const lastBody = () => JSON.parse(double.requests.at(-1)?.text ?? '{}');
const tableError = (type: string) =>
  JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${type}`, message: 'no' });

describe('the table', () => {
  const items = collection<Stored>(openTable('items'));
  const noon = Date.UTC(2026, 10, 21, 12);
  const item = { id: 'item_1', version: 3, createdAt: 0, keepUntil: noon + 1 };

  test('the table is read consistently, because claims depend on the latest write', async () => {
    await items.get('item_1');
    expect(lastBody()).toMatchObject({ TableName: 'items', Key: { id: { S: 'item_1' } }, ConsistentRead: true });
  });

  test('items have the expiry attribute of the table, in whole seconds, rounded up', async () => {
    await items.create(item);
    expect(lastBody().Item[tableDefinition.ttl]).toEqual({ N: `${noon / 1_000 + 1}` });
  });

  test('a replacement is saved only if the stored version is the one that was read', async () => {
    await items.replace(item);
    expect(lastBody()).toMatchObject({
      ConditionExpression: '#version = :read OR write_id = :write',
      ExpressionAttributeValues: { ':read': { N: '3' } },
      Item: { version: { N: '4' } },
    });
  });

  test('an insert is saved only if the item is new, and each write has a different id', async () => {
    const [one, other] = [await items.create(item).then(lastBody), await items.create(item).then(lastBody)];
    expect(one).toMatchObject({
      ConditionExpression: 'attribute_not_exists(id) OR write_id = :write',
      ExpressionAttributeValues: { ':write': one.Item.write_id },
    });
    expect(other.Item.write_id).not.toEqual(one.Item.write_id);
  });

  test('an insert returns `exists`, and a replacement `stale`, only if the condition fails', async () => {
    reply = { status: 400, body: tableError('ConditionalCheckFailedException') };
    expect([await items.create(item), await items.replace(item)]).toEqual(['exists', 'stale']);
  });

  test.each(['ProvisionedThroughputExceededException', 'ResourceNotFoundException', 'AccessDeniedException'])(
    'a write throws on %s, because it may or may not have been saved',
    async (type) => {
      reply = { status: 400, body: tableError(type) };
      await expect(items.create(item)).rejects.toMatchObject({ name: type });
      await expect(items.replace(item)).rejects.toMatchObject({ name: type });
    },
  );
});

/** The longest delay of SQS. */
const maxDelayMs = 900_000;

describe('the queue', () => {
  const queue = sqsQueue(() => `${double.url}/000000000000/jobs`);
  beforeEach(() => {
    const digest = createHash('md5').update('job_1').digest('hex');
    reply = { status: 200, body: JSON.stringify({ MessageId: '1', MD5OfMessageBody: digest }) };
  });

  test.each([
    [0, 0],
    [1, 1],
    [45_000, 45],
    [45_001, 46],
    [maxDelayMs, 900],
  ])('a message for %i ms from now is delayed by %i seconds, rounded up', async (ms, seconds) => {
    await queue.send('job_1', ms);
    expect(lastBody()).toMatchObject({ MessageBody: 'job_1', DelaySeconds: seconds });
  });

  const messages = Array.from({ length: 22 }, (_, at) => ({ id: `job_${at}`, delayMs: at }));

  test('messages are sent in batches of ten, without those beyond the longest delay of SQS', async () => {
    expect(await queue.sendAll([...messages, { id: 'job_22', delayMs: maxDelayMs + 1 }])).toBe(0);
    const batches = double.requests.map(({ text }) => JSON.parse(text).Entries as Record<string, unknown>[]);
    expect(batches.map(({ length }) => length).toSorted((a, b) => b - a)).toEqual([10, 10, 2]);
    expect(batches.flat()).toContainEqual({ Id: '0', MessageBody: 'job_10', DelaySeconds: 1 });
  });

  test('the failed messages of all three batches are counted', async () => {
    reply = { status: 200, body: JSON.stringify({ Successful: [], Failed: [{ Id: '0', Code: 'InternalError' }] }) };
    expect(await queue.sendAll(messages)).toBe(3);
  });

  test('sending no messages makes no request', async () => {
    await queue.sendAll([]);
    expect(double.requests).toEqual([]);
  });

  test('a message beyond the longest delay of SQS is not sent', async () => {
    await queue.send('job_1', maxDelayMs + 1);
    expect(double.requests).toEqual([]);
  });
});

describe('the documents', () => {
  const documents = s3Documents(() => 'letters');
  const xml = (code: string) => `<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`;
  const refused = (status: number, code: string): AwsReply => ({ status, body: xml(code), type: 'application/xml' });

  test('a document is deleted by its key', async () => {
    reply = { status: 204, body: '' };
    await documents.delete('paid/job_1.pdf');
    expect(double.requests.map(({ method, url }) => [method, new URL(`${url}`, 'http://s3').pathname])).toEqual([
      ['DELETE', '/letters/paid/job_1.pdf'],
    ]);
  });

  test.each([
    [403, 'AccessDenied'],
    [404, 'NoSuchBucket'],
    [503, 'SlowDown'],
    [500, 'InternalError'],
  ])('a document that cannot be read (%i %s) does not count as missing, which would fail its job', async (...error) => {
    reply = refused(...error);
    await expect(documents.get('paid/job_1.pdf')).rejects.toThrow();
  });

  test.each([
    ['letter.pdf', 'letter.pdf'],
    ['=?UTF-8?B?w6ku?= =?UTF-8?B?cGRm?=', 'é.pdf'],
    ['=?utf-8?b?*?=.pdf', '.pdf'],
  ])('the file name that S3 returns as %s is shown as %s', async (stored, name) => {
    reply = { status: 206, body: '%', headers: { 'x-amz-meta-name': stored } };
    expect(await documents.nameOf('uploads/upload_1')).toBe(name);
  });

  test('a refused write to the documents throws', async () => {
    reply = refused(503, 'SlowDown');
    await expect(documents.put('paid/job_1.pdf', new Uint8Array([1]))).rejects.toThrow();
  });

  test('a link to a document works for 15 minutes, and is made without a request to S3', async () => {
    const { searchParams, pathname } = new URL(await documents.link('paid/job_1.pdf'));
    expect([pathname, searchParams.get('X-Amz-Expires')]).toEqual([expect.stringMatching(/paid\/job_1\.pdf$/), '900']);
    expect(double.requests).toEqual([]);
  });

  describe('uploads by clients', () => {
    const key = 'uploads/upload_1';
    const sha256 = 'ab'.repeat(32);
    const signedIn = (url: string) => new URL(url).searchParams.get('X-Amz-SignedHeaders')?.split(';');

    test('a link for an upload fixes size, type and checksum, and never overwrites a file', async () => {
      const { url, headers } = await documents.putLink(key, { size: 5, type: 'application/pdf', sha256 }, 60);
      expect(headers).toEqual({
        'content-length': '5',
        'content-type': 'application/pdf',
        'if-none-match': '*',
        'x-amz-checksum-sha256': Buffer.from(sha256, 'hex').toString('base64'),
      });
      // S3 checks only signed headers.
      expect(signedIn(url)).toEqual([...Object.keys(headers), 'host'].toSorted());
      expect([...new URL(url).searchParams.keys()].filter((name) => /checksum/i.test(name))).toEqual([]);
      expect(double.requests).toEqual([]);
    });

    test('a link for an upload without a checksum signs none, not that of an empty file', async () => {
      const { url, headers } = await documents.putLink(key, { size: 5, type: 'application/pdf' }, 60);
      expect(signedIn(url)).toEqual([...Object.keys(headers), 'host'].toSorted());
      expect(url).not.toMatch(/checksum|crc32/i);
    });

    test('a form for an upload has a policy that fixes every field, the size and the expiry', async () => {
      const terms = { type: 'application/octet-stream', minBytes: 1, maxBytes: 20, next: 'https://example.com/next' };
      const before = Date.now();
      const { url, fields } = await documents.storeForm(key, terms, 60);
      const { policy = '', 'x-amz-signature': signature, 'x-amz-meta-name': name, ...exact } = fields;
      const { expiration, conditions } = JSON.parse(Buffer.from(policy, 'base64').toString());
      expect(new URL(url).pathname).toMatch(/^\/(letters\/)?$/);
      expect(signature).toMatch(/^[\da-f]{64}$/);
      expect(exact).toMatchObject({
        key,
        'Content-Type': terms.type,
        success_action_redirect: terms.next,
        'x-amz-security-token': 'session',
      });
      // biome-ignore lint/suspicious/noTemplateCurlyInString: S3 replaces it with the file's name
      expect(name).toBe('${filename}');
      expect(conditions).toEqual([
        { bucket: 'letters' },
        ['content-length-range', 1, 20],
        ...Object.entries(exact).map(([field, value]) => ({ [field]: value })),
        ['starts-with', '$x-amz-meta-name', ''],
      ]);
      expect(Date.parse(expiration) - before).toBeGreaterThanOrEqual(60_000);
      expect(Date.parse(expiration) - Date.now()).toBeLessThanOrEqual(60_000);
    });
  });
});
