/**
 * Unpacks Chromium and the system libraries that it needs from the npm package, once a machine. It does so itself,
 * because the package takes any file at its fixed place in /tmp for a whole binary, also one that a kill cut short.
 */

import { createReadStream, createWriteStream, lstatSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { extract } from 'tar-fs';
import { newScratchFolder, sweepScratchFolders } from './scratch.ts';

export interface ChromiumFiles {
  readonly executable: string;
  /** For LD_LIBRARY_PATH: the libraries that a bare machine (or Lambda) lacks. */
  readonly libraries: string;
}

const packageFolder = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..');

/** The unpacked files: those of an earlier start if they are whole. Safe to call from several processes at once. */
export async function unpackChromium(): Promise<ChromiumFiles> {
  const folder = unpackedFolder();
  if (!isOurs(folder)) await unpackInto(folder);
  return { executable: join(folder, 'chromium'), libraries: join(folder, 'al2023', 'lib') };
}

/** Removes the unpacked files, so that the next start takes them from the package: a cleaner of /tmp may have taken some. */
export async function removeUnpacked(): Promise<void> {
  if (isOurs(unpackedFolder())) await rm(unpackedFolder(), { recursive: true, force: true });
}

/** The folder appears under its name by one rename, when all of it is there: whoever is killed before leaves no half. */
async function unpackInto(folder: string): Promise<void> {
  sweepScratchFolders();
  const partial = newScratchFolder();
  await mkdir(join(partial, 'al2023'));
  await Promise.all([
    unpack('chromium.br', createWriteStream(join(partial, 'chromium'), { mode: 0o700 })),
    unpack('al2023.tar.br', extract(join(partial, 'al2023'))),
  ]);
  try {
    await rename(partial, folder);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    if (!isOurs(folder)) throw error;
  }
}

function unpack(name: string, target: NodeJS.WritableStream): Promise<void> {
  const packed = createReadStream(join(packageFolder, 'bin', name), { highWaterMark: 1 << 20 });
  return pipeline(packed, createBrotliDecompress({ chunkSize: 1 << 20 }), target);
}

/** In a shared /tmp another user could have put a folder of that name there: only our own counts. */
function isOurs(folder: string): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found === undefined) return false;
  if (found.isDirectory() && found.uid === (process.getuid?.() ?? found.uid)) return true;
  throw new Error('The folder for Chromium in the temporary directory belongs to somebody else');
}

function unpackedFolder(): string {
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string };
  return join(tmpdir(), `print-and-mail-chromium-${version}-${process.getuid?.() ?? 0}`);
}
