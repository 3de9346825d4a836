/** The object store, tested with the real S3 client. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { clientOptions } from '../../lib/local/emulators/aws.ts';
import { openObjectFiles } from '../../lib/local/emulators/object-file.ts';
import { startObjectStore } from '../../lib/local/emulators/object-store.ts';
import type { ListeningServer } from '../../lib/local/gateway/http.ts';
import type { TriggerClock } from '../../lib/local/triggers.ts';
import { newFolder } from '../support/new-folder.ts';

const Bucket = 'documents';
let folder: string;
let store: ListeningServer;
let s3: S3Client;

async function start(clock?: TriggerClock) {
  store = await startObjectStore(join(folder, 'objects'), Bucket, clock);
  s3 = new S3Client({ endpoint: store.url, ...clientOptions });
}

beforeEach(async () => {
  folder = newFolder();
  await start();
});
afterEach(async () => {
  s3.destroy();
  await store.close();
});

const fileOf = (key: string) => createHash('sha256').update(key).digest('hex');
const read = async (Key: string) => (await s3.send(new GetObjectCommand({ Bucket, Key }))).Body?.transformToString();

test('exactly one of many simultaneous conditional puts succeeds', async () => {
  const puts = Array.from({ length: 10 }, (_, at) =>
    s3.send(new PutObjectCommand({ Bucket, Key: 'k', Body: String(at), IfNoneMatch: '*' })),
  );
  const results = await Promise.allSettled(puts);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const late = s3.send(new PutObjectCommand({ Bucket, Key: 'k', Body: 'late', IfNoneMatch: '*' }));
  await expect(late).rejects.toMatchObject({ name: 'PreconditionFailed', $metadata: { httpStatusCode: 412 } });
  await s3.send(new PutObjectCommand({ Bucket, Key: 'k', Body: 'two' }));
  expect(await read('k')).toBe('two');
});

test('a deleted object is NoSuchKey, and can be deleted again without an error', async () => {
  await s3.send(new PutObjectCommand({ Bucket, Key: 'k', Body: 'x' }));
  await s3.send(new DeleteObjectCommand({ Bucket, Key: 'k' }));
  await s3.send(new DeleteObjectCommand({ Bucket, Key: 'k' }));
  await expect(read('k')).rejects.toMatchObject({ name: 'NoSuchKey', $metadata: { httpStatusCode: 404 } });
});

test('an object whose checksum is wrong is refused', async () => {
  const put = new PutObjectCommand({ Bucket, Key: 'k', Body: 'x', ChecksumSHA256: 'A'.repeat(43).concat('=') });
  await expect(s3.send(put)).rejects.toMatchObject({ name: 'BadDigest' });
  await expect(read('k')).rejects.toMatchObject({ name: 'NoSuchKey' });
});

test.each(['../../outside', 'a/../../b', '/etc/passwd', `long-${'x'.repeat(1000)}`, 'Ünï/ç øde?&+ %'])(
  'the object with the key %p stays inside the store’s folder',
  async (Key) => {
    await s3.send(new PutObjectCommand({ Bucket, Key, Body: Key }));
    expect(await read(Key)).toBe(Key);
    expect(await readdir(folder)).toEqual(['objects']);
    expect(await readdir(join(folder, 'objects'))).toEqual([expect.stringMatching(/^[\da-f]{64}$/)]);
  },
);

test('after a restart, objects are still there, and files that a crash left unfinished are deleted', async () => {
  await s3.send(new PutObjectCommand({ Bucket, Key: 'k', Body: 'stored' }));
  await store.close();
  await writeFile(join(folder, 'objects', 'half.unfinished'), 'ha');
  await start();
  expect(await read('k')).toBe('stored');
  expect(await readdir(join(folder, 'objects'))).toHaveLength(1);
});

const day = 86_400_000;

test('an old object that is being rewritten does not expire', async () => {
  const otherFolder = join(folder, 'other');
  const path = join(otherFolder, fileOf('k'));
  const files = await openObjectFiles(otherFolder);
  await files.put('k', {}, Buffer.from('old'));
  const longAgo = new Date(Date.now() - 7 * day);
  await utimes(path, longAgo, longAgo);
  let writing: Promise<boolean> | undefined;
  await files.expire(() => {
    writing = files.put('k', {}, Buffer.from('new'));
    return Date.now() - day;
  });
  expect(existsSync(path)).toBe(true);
  await writing;
  expect((await files.get('k'))?.bytes.toString()).toBe('new');
});

describe('the expiry of objects', () => {
  const keys = ['unpaid/q.pdf', 'previews/p.png', 'paid/j.pdf', 'partner/o.pdf', 'other/k', 'unpaid'];
  const remainingKeys = async () => {
    const contents = await Promise.all(keys.map((Key) => read(Key).catch(() => undefined)));
    return keys.filter((_, index) => contents[index] !== undefined);
  };
  /** Starts the store `ms` from now. Each wait ends when the test calls `nextHour`. */
  async function startAt(ms: number) {
    let now = Date.now() + ms;
    let waits = Promise.withResolvers<() => void>();
    const clock = {
      now: () => now,
      wait: (hour: number, signal: AbortSignal) =>
        new Promise<void>((done) => {
          signal.addEventListener('abort', () => done());
          waits.resolve(() => {
            waits = Promise.withResolvers();
            now += hour;
            done();
          });
        }),
    };
    await start(clock);
    await waits.promise;
    return {
      nextHour: async () => {
        (await waits.promise)();
        await waits.promise;
      },
    };
  }
  beforeEach(async () => {
    for (const Key of keys) await s3.send(new PutObjectCommand({ Bucket, Key, Body: 'x' }));
    await store.close();
  });

  test('objects expire when the store starts, by the same rules as in the bucket on AWS', async () => {
    await startAt(2 * day - 60_000);
    expect(await remainingKeys()).toEqual(keys);
    await store.close();
    await startAt(2 * day + 60_000);
    expect(await remainingKeys()).toEqual(['paid/j.pdf', 'partner/o.pdf', 'other/k', 'unpaid']);
    await store.close();
    await startAt(30 * day + 60_000);
    expect(await remainingKeys()).toEqual(['paid/j.pdf', 'other/k', 'unpaid']);
    await store.close();
    await startAt(74 * day + 60_000);
    expect(await remainingKeys()).toEqual(['other/k', 'unpaid']);
  });

  test('objects expire every hour, unless they have been written again', async () => {
    const { nextHour } = await startAt(2 * day - 60_000);
    // Files get the real time of this machine, so this one needs a time after the test's clock.
    await utimes(join(folder, 'objects', fileOf('unpaid/q.pdf')), new Date(), new Date(Date.now() + day));
    await nextHour();
    expect(await remainingKeys()).toEqual(keys.filter((key) => key !== 'previews/p.png'));
  });

  test('objects expire despite a file that the store did not write, which remains', async () => {
    await writeFile(join(folder, 'objects', '0'), 'no object');
    await startAt(3 * day);
    expect(await remainingKeys()).not.toContain('unpaid/q.pdf');
    expect(await readdir(join(folder, 'objects'))).toContain('0');
  });
});

describe('signed links', () => {
  const linkFor = (expiresIn: number, signingDate = new Date()) =>
    getSignedUrl(s3, new GetObjectCommand({ Bucket, Key: 'fax 1.pdf' }), { expiresIn, signingDate });
  beforeEach(() =>
    s3.send(new PutObjectCommand({ Bucket, Key: 'fax 1.pdf', Body: 'Dear Ada', ContentType: 'application/pdf' })),
  );

  test('a signed link allows reading the object, and nothing else', async () => {
    const link = await linkFor(60);
    const response = await fetch(link);
    expect([response.headers.get('content-type'), await response.text()]).toEqual(['application/pdf', 'Dear Ada']);
    for (const method of ['HEAD', 'PUT', 'DELETE']) expect((await fetch(link, { method })).status).toBe(403);
  });

  test('a signed link expires, and is refused if it is changed or unsigned', async () => {
    expect((await fetch(await linkFor(60, new Date(Date.now() - 61_000)))).status).toBe(403);
    const link = await linkFor(60);
    expect((await fetch(link.replace('fax', 'fix'))).status).toBe(403);
    expect((await fetch(link.replace(/Expires=\d+/, 'Expires=999999'))).status).toBe(403);
    for (const name of ['X-Amz-Signature', 'X-Amz-Date', 'X-Amz-Expires']) {
      const changed = new URL(link);
      changed.searchParams.delete(name);
      expect((await fetch(changed)).status).toBe(403);
    }
  });
});
