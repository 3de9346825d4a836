/** Stores each object in one file, so that it changes atomically: a line of JSON with the key and headers, then the bytes. */
import { createHash } from 'node:crypto';
import { rmSync, statSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { unfinished, writeDurably } from './write-durably.ts';

export interface ObjectFiles {
  /** With `onlyIfAbsent` and an existing key, returns false and changes nothing. */
  put(
    key: string,
    headers: Record<string, string>,
    bytes: Buffer,
    options?: { onlyIfAbsent?: boolean },
  ): Promise<boolean>;
  get(key: string): Promise<{ readonly headers: Record<string, string>; readonly bytes: Buffer } | undefined>;
  delete(key: string): Promise<void>;
  /** Deletes objects that were last written before `writtenBefore(key)` (Unix ms). `undefined` means never. */
  expire(writtenBefore: (key: string) => number | undefined): Promise<void>;
}

export async function openObjectFiles(folder: string): Promise<ObjectFiles> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const leftovers = (await readdir(folder)).filter((name) => name.endsWith(unfinished));
  await Promise.all(leftovers.map((name) => rm(join(folder, name))));
  // The name is a digest, so no key can leave the folder, be too long, or collide on a case-insensitive disk.
  const pathOf = (key: string) => join(folder, createHash('sha256').update(key).digest('hex'));
  /** The running writes. Each is an object, because two writes may have the same path. */
  const writes = new Set<{ readonly path: string }>();
  return {
    async put(key, headers, bytes, options) {
      const write = { path: pathOf(key) };
      const head = Buffer.from(`${JSON.stringify({ key, headers })}\n`);
      writes.add(write);
      try {
        return await writeDurably(write.path, Buffer.concat([head, bytes]), options);
      } finally {
        writes.delete(write);
      }
    },
    async get(key) {
      const content = await readFile(pathOf(key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      });
      if (content === undefined) return undefined;
      const headEnd = content.indexOf('\n');
      const { headers } = JSON.parse(content.toString('utf8', 0, headEnd)) as {
        readonly headers: Record<string, string>;
      };
      return { headers, bytes: content.subarray(headEnd + 1) };
    },
    delete: (key) => rm(pathOf(key), { force: true }),
    async expire(writtenBefore) {
      for (const name of await readdir(folder)) {
        const path = join(folder, name);
        const key = name.endsWith(unfinished) ? undefined : await readKey(path);
        const limit = key ? writtenBefore(key) : undefined;
        // These steps are synchronous, so an object that is being rewritten is never lost.
        if (limit === undefined || [...writes].some((write) => write.path === path)) continue;
        const stats = statSync(path, { throwIfNoEntry: false });
        if (stats !== undefined && stats.mtimeMs < limit) rmSync(path, { force: true });
      }
    },
  };
}

/** Reads no more than the longest possible first line: its key has at most 1,024 bytes, but a document may have 20 MB. */
async function readKey(path: string): Promise<string | undefined> {
  const file = await open(path).catch(() => undefined);
  if (!file) return undefined;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16_384));
    const head = JSON.parse(buffer.toString('utf8', 0, buffer.subarray(0, bytesRead).indexOf('\n'))) as {
      key?: string;
    };
    return head.key;
  } catch {
    // This store didn't write the file.
    return undefined;
  } finally {
    await file.close();
  }
}
