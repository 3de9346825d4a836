/** Stores objects as files. Each file has a line of JSON (key, headers), then the bytes, so both change in one step. */
import { createHash } from 'node:crypto';
import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { unfinished, writeDurably } from './write-durably.ts';

export interface StoredObject {
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
  readonly changedAt: Date;
}

export interface ObjectFiles {
  /** With `onlyIfAbsent` and a key that is taken, returns false and changes nothing. */
  put(key: string, headers: Record<string, string>, bytes: Buffer, onlyIfAbsent: boolean): Promise<boolean>;
  get(key: string): Promise<StoredObject | undefined>;
  delete(key: string): Promise<void>;
}

export async function openObjectFiles(folder: string): Promise<ObjectFiles> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const drafts = (await readdir(folder)).filter((name) => name.endsWith(unfinished));
  await Promise.all(drafts.map((name) => rm(join(folder, name))));
  // The name is a digest, so no key can leave the folder, be too long, or collide on a case-insensitive disk.
  const pathOf = (key: string) => join(folder, createHash('sha256').update(key).digest('hex'));
  return {
    put: (key, headers, bytes, onlyIfAbsent) =>
      writeDurably(pathOf(key), Buffer.concat([Buffer.from(`${JSON.stringify({ key, headers })}\n`), bytes]), {
        onlyIfAbsent,
      }),
    get: (key) => readObject(pathOf(key)),
    delete: (key) => rm(pathOf(key), { force: true }),
  };
}

async function readObject(path: string): Promise<StoredObject | undefined> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (!file) return undefined;
  try {
    const content = await file.readFile();
    const headEnd = content.indexOf('\n');
    const { headers } = JSON.parse(content.toString('utf8', 0, headEnd)) as Pick<StoredObject, 'headers'>;
    return { headers, bytes: content.subarray(headEnd + 1), changedAt: (await file.stat()).mtime };
  } finally {
    await file.close();
  }
}
