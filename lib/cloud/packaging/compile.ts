/** Adds to a package what V8 makes of its code, so that no start has to compile it. */
import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { compiledAt, compiledIn } from './start.ts';

/** One place for all builds: V8 writes the path of a module into what it compiles, and a release is the same wherever it is made. */
const place = () => join(tmpdir(), 'print-and-mail-compiling');

/** The result serves this very build of Node on this architecture. Any other overlooks it. Throws while another build is at it. */
export async function addCompiled(folders: readonly string[]): Promise<void> {
  const at = place();
  await mkdir(at).catch(() => {
    throw new Error(`Another build compiles in ${at}, or has left it there: remove it, then build again.`);
  });
  try {
    for (const folder of folders) await compileOne(folder, at);
  } finally {
    await rm(at, { recursive: true });
  }
}

async function compileOne(folder: string, at: string): Promise<void> {
  const task = join(at, 'var', 'task');
  const made = join(task, compiledAt);
  await rm(join(folder, compiledIn), { recursive: true, force: true });
  await cp(folder, task, { recursive: true });
  const env = { NODE_COMPILE_CACHE: made, NODE_COMPILE_CACHE_PORTABLE: '1' };
  // The same code gives the same bytes only so.
  await promisify(execFile)(process.execPath, ['--predictable', join(task, 'start.mjs')], { env, timeout: 60_000 });
  const [own = ''] = await readdir(made);
  const kept = join(folder, compiledIn, `${process.version}-${process.arch}`);
  await mkdir(join(folder, compiledIn));
  await rename(join(made, own), kept);
  // Another user reads them in Lambda.
  for (const file of await readdir(kept)) await chmod(join(kept, file), 0o644);
  await rm(task, { recursive: true });
  await rm(made, { recursive: true });
}
