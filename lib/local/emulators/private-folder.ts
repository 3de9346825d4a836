/** The folder of the data belongs to the user who runs the service, and nobody else of this machine may look into it. */
import { chmod, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { OneLine } from '../one-line.ts';

const [ownFolder, ownFile] = [0o700, 0o600];

/** Makes it, or closes one that was there before. Files that this process makes later are closed as well. */
export async function privateFolder(dataDir: string): Promise<void> {
  process.umask(0o077);
  try {
    await mkdir(dataDir, { recursive: true, mode: ownFolder });
    await chmod(dataDir, ownFolder);
  } catch (error) {
    const { message } = error as Error;
    throw new OneLine(`DATA_DIR cannot be made and closed to others (${message}): set it to a folder of your own.`);
  }
  for (const folder of [dataDir, join(dataDir, 'table')]) await closeWithin(folder);
}

/** Versions before this one left the table readable for everybody. */
async function closeWithin(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  await Promise.all(
    entries
      .filter((entry) => entry.isFile() || entry.isDirectory())
      .map((entry) => chmod(join(folder, entry.name), entry.isDirectory() ? ownFolder : ownFile)),
  );
}
