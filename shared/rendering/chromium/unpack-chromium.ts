/**
 * Finds Chromium and its system libraries, or unpacks them from the npm package, once per machine. The package's own
 * installer trusts any file at a fixed path in /tmp, even an incomplete one. Here nothing runs without the recorded hash.
 */
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  createReadStream,
  createWriteStream,
  existsSync,
  lstatSync,
  readFileSync,
} from 'node:fs';
import { chmod, cp, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createBrotliDecompress } from 'node:zlib';
import { newScratchFolder, sweepScratchFolders } from '../process/scratch.ts';

export interface ChromiumFiles {
  readonly executable: string;
  /** The value of LD_LIBRARY_PATH: libraries that a bare machine (or Lambda) lacks. */
  readonly libraries: string;
}

/** The hash (see `hashOf`) of the files that each version of @sparticuz/chromium unpacks to. */
const recordedHashes: Readonly<Record<string, string>> = {
  '153.0.0': '7ae655c56f51ba92b1d9576dae0f80a3e0c081e95be60137eff8132778a1cc49',
};

const chunkBytes = 1 << 20;

/**
 * Finds a complete Chromium in the first of `candidates` (folders) that has one, or unpacks it into the first that can be
 * written. Safe to call from several processes at once. Throws if the npm package does not match the recorded hash.
 */
export async function unpackChromium(candidates?: readonly string[]): Promise<ChromiumFiles> {
  // In a Lambda package Chromium is next to the bundle. It is read-only, verified by Lambda, and used from there.
  const shippedFolder = fileURLToPath(new URL('chromium', import.meta.url));
  if (existsSync(shippedFolder)) return filesIn(await executableFolder(shippedFolder));
  const { folder: packageFolder, version } = npmPackage();
  const name = `print-and-mail-chromium-${version}`;
  // Next to the npm packages, or in the temporary directory if those are read-only.
  const defaults = [join(packageFolder, '../../.cache', name), join(tmpdir(), `${name}-${process.getuid?.() ?? 0}`)];
  const folders = candidates ?? defaults;
  for (const folder of folders) if (await isComplete(folder)) return filesIn(folder);
  const failures: unknown[] = [];
  for (const folder of folders) {
    try {
      await unpackInto(folder);
      return filesIn(folder);
    } catch (error) {
      failures.push(error);
    }
  }
  throw new AggregateError(failures, `Chromium cannot be unpacked: ${failures.join('; ')}`);
}

/** The folder, or a copy of it: some emulators lose execute permissions when they unpack a package. */
async function executableFolder(folder: string): Promise<string> {
  const isExecutable = (candidate: string): boolean => {
    try {
      accessSync(filesIn(candidate).executable, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  };
  if (isExecutable(folder)) return folder;
  const copy = join(tmpdir(), `print-and-mail-chromium-copy-${process.getuid?.() ?? 0}`);
  const isUsable = () => isExecutable(copy) && isTrusted(copy);
  if (isUsable()) return copy;
  const scratch = newScratchFolder();
  try {
    const fresh = join(scratch, 'chromium');
    await cp(folder, fresh, { recursive: true });
    await chmod(filesIn(fresh).executable, 0o555);
    await moveIntoPlace(fresh, copy, isUsable);
    return copy;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Writes the `chromium` folder next to the bundle in the renderer's Lambda package. */
export async function shipChromium(packageFolder: string): Promise<void> {
  await unpackInto(join(packageFolder, 'chromium'));
}

function filesIn(folder: string): ChromiumFiles {
  return { executable: join(folder, 'chromium'), libraries: join(folder, 'lib') };
}

/** Unpacks into a scratch folder and renames that, so that a killed process leaves no incomplete folder. */
async function unpackInto(folder: string): Promise<void> {
  const parent = dirname(folder);
  await mkdir(parent, { recursive: true });
  sweepScratchFolders(parent);
  const scratch = newScratchFolder(parent);
  try {
    const fresh = join(scratch, basename(folder));
    const { extract } = await import('tar-fs');
    const unpack = (name: string, target: NodeJS.WritableStream) => {
      const compressed = createReadStream(join(npmPackage().folder, 'bin', name), { highWaterMark: chunkBytes });
      return pipeline(compressed, createBrotliDecompress({ chunkSize: chunkBytes }), target);
    };
    await mkdir(fresh);
    await Promise.all([
      unpack('chromium.br', createWriteStream(join(fresh, 'chromium'))),
      unpack('al2023.tar.br', extract(fresh)),
    ]);
    await chmod(join(fresh, 'chromium'), 0o555);
    const { version } = npmPackage();
    const hash = await hashOf(fresh);
    if (hash !== recordedHashes[version]) {
      const fix =
        'install it again or, if the version is new, record it in shared/rendering/chromium/unpack-chromium.ts';
      throw new Error(`@sparticuz/chromium ${version} unpacks to ${hash}, which is not the recorded hash: ${fix}`);
    }
    await moveIntoPlace(fresh, folder, () => isComplete(folder));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/**
 * Moves `fresh` from its scratch folder to `folder`. An unusable `folder` that already exists is moved to the scratch folder
 * first.
 */
async function moveIntoPlace(fresh: string, folder: string, isUsable: () => boolean | Promise<boolean>): Promise<void> {
  // Another process may have been faster, and its browser may already be running from there.
  if (await isUsable()) return;
  try {
    // Fails if there is no folder, or another process moves it first.
    await rename(folder, `${fresh}-stale`).catch(() => undefined);
    await rename(fresh, folder);
  } catch (error) {
    if (!(await isUsable())) throw error;
  }
}

async function isComplete(folder: string): Promise<boolean> {
  try {
    return isTrusted(folder) && (await hashOf(folder)) === recordedHashes[npmPackage().version];
  } catch {
    // The folder cannot be read, or another process is moving it.
    return false;
  }
}

/** Trusts only folders of this user or root: in a shared /tmp another user could plant one. */
function isTrusted(folder: string): boolean {
  const { uid } = lstatSync(folder);
  return uid === 0 || uid === process.getuid?.();
}

/** SHA-256 in hexadecimal over the name and content of each file in the folder, in order of name. */
async function hashOf(folder: string): Promise<string> {
  const hash = createHash('sha256');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
  for (const file of files.sort()) {
    hash.update(`${file.slice(folder.length)}\0`);
    for await (const chunk of createReadStream(file, { highWaterMark: chunkBytes })) hash.update(chunk as Buffer);
  }
  return hash.digest('hex');
}

function npmPackage(): { readonly folder: string; readonly version: string } {
  const folder = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..');
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  return { folder, version };
}
