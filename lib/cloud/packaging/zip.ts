/** A folder as a zip file: the same files give the same bytes, so that anybody can compare a release. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type ZipOptions, zipSync } from 'fflate';

/** The first date that the format knows, in any time zone. */
const mtime = new Date(1980, 0, 1);

/** Unix, whose permissions stand in the upper half of a file's attributes. */
const os = 3;

export async function zipped(folder: string): Promise<Buffer> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = found.filter((each) => each.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const files: Record<string, [content: Uint8Array, options: ZipOptions]> = {};
  for (const path of paths.sort()) {
    const [content, { mode }] = await Promise.all([readFile(path), stat(path)]);
    const attrs = ((mode & 0o100) === 0 ? 0o100644 : 0o100755) * 2 ** 16;
    files[path.slice(folder.length + 1)] = [content, { mtime, os, attrs }];
  }
  return Buffer.from(zipSync(files));
}
