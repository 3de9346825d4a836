/** Writes a file so that after a crash or a power cut it is there whole or not at all. */

import { randomUUID } from 'node:crypto';
import { link, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** What an interrupted write leaves behind ends like this; whoever owns the folder may delete it at start-up. */
export const unfinished = '.unfinished';

/** Readable by the owner alone. Answers false, and changes nothing, when `onlyIfAbsent` and the file exists. */
export async function writeDurably(
  path: string,
  bytes: string | Uint8Array,
  { onlyIfAbsent = false } = {},
): Promise<boolean> {
  const draft = `${path}.${randomUUID()}${unfinished}`;
  try {
    await writeAndSync(draft, bytes);
    if (!onlyIfAbsent) await rename(draft, path);
    else if (!(await linkIfAbsent(draft, path))) return false;
    await syncFolder(dirname(path));
    return true;
  } finally {
    await rm(draft, { force: true });
  }
}

async function writeAndSync(path: string, bytes: string | Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A hard link is the one step that both looks and creates; rename would overwrite. */
async function linkIfAbsent(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folder, and its file system keeps the order of these steps by itself.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
