/**
 * A folder as a zip file. The same files give the same bytes, so that anybody can build a release again and compare: the
 * order is that of the names, and every file has the same date.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';

/** 1 January 1980, the first date that the format knows. */
const date = 0x21;

/** Version 2.0 of the format, written on Unix, whose permissions it then holds. */
const [needed, madeBy] = [20, (3 << 8) | 20];

/** Names are UTF-8. */
const utf8 = 1 << 11;

const deflated = 8;

interface Entry {
  readonly name: Buffer;
  /** The fields that stand before the content and in the directory alike. */
  readonly common: Buffer;
  readonly content: Buffer;
  readonly mode: number;
}

export async function zipped(folder: string): Promise<Buffer> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = found.filter((each) => each.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const entries: Entry[] = [];
  for (const path of paths.sort()) entries.push(await entryOf(path, path.slice(folder.length + 1)));
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, common, content, mode } of entries) {
    const file = Buffer.concat([numbers([4, 0x04034b50]), common, name, content]);
    const here = numbers([2, 0], [2, 0], [2, 0], [4, mode * 2 ** 16], [4, at]);
    directory.push(numbers([4, 0x02014b50], [2, madeBy]), common, here, name);
    files.push(file);
    at += file.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const count = entries.length;
  const end = numbers([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, size], [4, at], [2, 0]);
  return Buffer.concat([...files, ...directory, end]);
}

async function entryOf(path: string, called: string): Promise<Entry> {
  const [bytes, { mode }] = await Promise.all([readFile(path), stat(path)]);
  const name = Buffer.from(called);
  const content = await promisify(deflateRaw)(bytes);
  const common = numbers(
    [2, needed],
    [2, utf8],
    [2, deflated],
    [2, 0],
    [2, date],
    [4, crc32(bytes)],
    [4, content.length],
    [4, bytes.length],
    [2, name.length],
    [2, 0],
  );
  return { name, common, content, mode: (mode & 0o100) === 0 ? 0o100644 : 0o100755 };
}

/** Each as so many bytes, the lowest first. */
function numbers(...fields: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer {
  return Buffer.concat(
    fields.map(([bytes, value]) => {
      const field = Buffer.alloc(bytes);
      field.writeUIntLE(value, 0, bytes);
      return field;
    }),
  );
}
