/** The object store, tested with the real S3 client. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { ownClient } from '../../lib/local/emulators/aws.ts';
import { openObjectFiles } from '../../lib/local/emulators/object-file.ts';
import { startObjectStore } from '../../lib/local/emulators/object-store.ts';
import type { Listening } from '../../lib/local/gateway/http.ts';
import type { TriggerClock } from '../../lib/local/triggers.ts';
import { newFolder } from '../support/new-folder.ts';

const Bucket = 'documents';
let folder: string;
let store: Listening;
let s3: S3Client;

async function start(clock?: TriggerClock) {
  store = await startObjectStore(join(folder, 'objects'), Bucket, clock);
  s3 = new S3Client({ endpoint: store.url, ...ownClient });
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

describe('the object store', () => {
  test('accepts exactly one of many simultaneous conditional puts', async () => {
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

  test('returns NoSuchKey for a deleted object, and deletes it again without an error', async () => {
    await s3.send(new PutObjectCommand({ Bucket, Key: 'k', Body: 'x' }));
    await s3.send(new DeleteObjectCommand({ Bucket, Key: 'k' }));
    await s3.send(new DeleteObjectCommand({ Bucket, Key: 'k' }));
    await expect(read('k')).rejects.toMatchObject({ name: 'NoSuchKey', $metadata: { httpStatusCode: 404 } });
  });

  test('refuses an object whose checksum is wrong', async () => {
    const put = new PutObjectCommand({ Bucket, Key: 'k', Body: 'x', ChecksumSHA256: 'A'.repeat(43).concat('=') });
    await expect(s3.send(put)).rejects.toMatchObject({ name: 'BadDigest' });
    await expect(read('k')).rejects.toMatchObject({ name: 'NoSuchKey' });
  });

  test.each(['../../outside', 'a/../../b', '/etc/passwd', `long-${'x'.repeat(1000)}`, 'Ünï/ç øde?&+ %'])(
    'keeps the key %p inside its folder',
    async (Key) => {
      await s3.send(new PutObjectCommand({ Bucket, Key, Body: Key }));
      expect(await read(Key)).toBe(Key);
      expect(await readdir(folder)).toEqual(['objects']);
      expect(await readdir(join(folder, 'objects'))).toEqual([expect.stringMatching(/^[\da-f]{64}$/)]);
    },
  );

  test('retains objects across a restart, and deletes files that a crash left unfinished', async () => {
    await s3.send(new PutObjectCommand({ Bucket, Key: 'k', Body: 'stored' }));
    await store.close();
    await writeFile(join(folder, 'objects', 'half.unfinished'), 'ha');
    await start();
    expect(await read('k')).toBe('stored');
    expect(await readdir(join(folder, 'objects'))).toHaveLength(1);
  });

  const day = 86_400_000;

  test('never deletes an old object that is being rewritten: it can still be read', async () => {
    const other = join(folder, 'other');
    const path = join(other, fileOf('k'));
    const files = await openObjectFiles(other);
    await files.put('k', {}, Buffer.from('old'), false);
    const longAgo = new Date(Date.now() - 7 * day);
    await utimes(path, longAgo, longAgo);
    let writing: Promise<boolean> | undefined;
    await files.expire(() => {
      writing = files.put('k', {}, Buffer.from('new'), false);
      return Date.now() - day;
    });
    expect(existsSync(path)).toBe(true);
    await writing;
    expect((await files.get('k'))?.bytes.toString()).toBe('new');
  });

  describe('expires objects', () => {
    const keys = ['unpaid/q.pdf', 'previews/p.png', 'paid/j.pdf', 'partner/o.pdf', 'other/k', 'unpaid'];
    const left = async () => {
      const found = await Promise.all(keys.map((Key) => read(Key).catch(() => undefined)));
      return keys.filter((_, at) => found[at] !== undefined);
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

    test('at its start, by the same rules as the bucket on AWS', async () => {
      await startAt(2 * day - 60_000);
      expect(await left()).toEqual(keys);
      await store.close();
      await startAt(2 * day + 60_000);
      expect(await left()).toEqual(['paid/j.pdf', 'partner/o.pdf', 'other/k', 'unpaid']);
      await store.close();
      await startAt(30 * day + 60_000);
      expect(await left()).toEqual(['paid/j.pdf', 'other/k', 'unpaid']);
      await store.close();
      await startAt(74 * day + 60_000);
      expect(await left()).toEqual(['other/k', 'unpaid']);
    });

    test('every hour, except those that were written again', async () => {
      const { nextHour } = await startAt(2 * day - 60_000);
      // Files get the real time of this machine, so this one needs a time after the test's clock.
      await utimes(join(folder, 'objects', fileOf('unpaid/q.pdf')), new Date(), new Date(Date.now() + day));
      await nextHour();
      expect(await left()).toEqual(keys.filter((key) => key !== 'previews/p.png'));
    });

    test('despite a file that it did not write, which remains', async () => {
      await writeFile(join(folder, 'objects', '0'), 'no object');
      await startAt(3 * day);
      expect(await left()).not.toContain('unpaid/q.pdf');
      expect(await readdir(join(folder, 'objects'))).toContain('0');
    });
  });

  describe('signed links', () => {
    const linkFor = (expiresIn: number, signingDate = new Date()) =>
      getSignedUrl(s3, new GetObjectCommand({ Bucket, Key: 'fax 1.pdf' }), { expiresIn, signingDate });
    beforeEach(() =>
      s3.send(new PutObjectCommand({ Bucket, Key: 'fax 1.pdf', Body: 'Dear Ada', ContentType: 'application/pdf' })),
    );

    test('allow reading the object, and nothing else', async () => {
      const link = await linkFor(60);
      const response = await fetch(link);
      expect([response.headers.get('content-type'), await response.text()]).toEqual(['application/pdf', 'Dear Ada']);
      for (const method of ['HEAD', 'PUT', 'DELETE']) expect((await fetch(link, { method })).status).toBe(403);
    });

    test('expire, and are refused if they are changed or unsigned', async () => {
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
});
