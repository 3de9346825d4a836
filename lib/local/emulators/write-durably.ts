/** Writes a file so that after a crash or power failure it exists completely or not at all. */
import { randomUUID } from 'node:crypto';
import { link, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The extension of a file that an interrupted write left behind. The folder's owner may delete it at startup. */
export const unfinished = '.unfinished';

/** Only the owner can read the file. With `onlyIfAbsent` and an existing file, returns false and changes nothing. */
export async function writeDurably(
  path: string,
  bytes: string | Uint8Array,
  { onlyIfAbsent = false } = {},
): Promise<boolean> {
  const draft = `${path}.${randomUUID()}${unfinished}`;
  const syncFolder = async (folder: string): Promise<void> => {
    // Windows cannot open a folder, and its file system keeps these steps in order anyway.
    if (process.platform === 'win32') return;
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  };
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    // A hard link checks and creates in one step, while a rename would overwrite.
    await (onlyIfAbsent ? link(draft, path) : rename(draft, path));
    await syncFolder(dirname(path));
    return true;
  } catch (error) {
    if (onlyIfAbsent && (error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}
