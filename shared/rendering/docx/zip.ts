/** Reads zip archives in the plain form that word processors use, within limits that are known beforehand. */
import { crc32, inflateRawSync } from 'node:zlib';
import { ContentRefused } from '../content-refused.ts';

export interface ZipEntry {
  readonly name: string;
  /** Unpacked, as the archive says. */
  readonly size: number;
  /** Throws `ContentRefused` unless the data is what the archive says. */
  unpacked(): Buffer;
}

/** The archive is damaged, cut short, packed in a rare way, or has a password. */
const damaged = () => new ContentRefused('The file is damaged or cut short. Save it anew, or as a PDF.');

const marks = { local: 0x04034b50, central: 0x02014b50, end: 0x06054b50 } as const;
const lengths = { local: 30, central: 46, end: 22 } as const;
const mostEntries = 5_000;

/** The entries by their names, from the list at the end of the archive. */
export const readZip = (zip: Buffer): ReadonlyMap<string, ZipEntry> => withinFile(() => entriesOf(zip));

/** A length that leads out of the file is damage. */
function withinFile<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw (error as Error).name === 'RangeError' ? damaged() : error;
  }
}

function entriesOf(zip: Buffer): Map<string, ZipEntry> {
  const end = endOf(zip);
  const count = zip.readUInt16LE(end + 10);
  if (count > mostEntries) throw damaged();
  const entries = new Map<string, ZipEntry>();
  let at = zip.readUInt32LE(end + 16);
  for (let index = 0; index < count; index++) {
    if (zip.readUInt32LE(at) !== marks.central) throw damaged();
    const [nameBytes, extraBytes, noteBytes] = [28, 30, 32].map((field) => zip.readUInt16LE(at + field));
    const name = zip.toString('utf8', at + lengths.central, at + lengths.central + (nameBytes ?? 0));
    // Readers differ on which of two entries with one name counts.
    if (entries.has(name)) throw damaged();
    const head = at;
    entries.set(name, { name, size: zip.readUInt32LE(at + 24), unpacked: () => withinFile(() => unpacked(zip, head)) });
    at += lengths.central + (nameBytes ?? 0) + (extraBytes ?? 0) + (noteBytes ?? 0);
  }
  return entries;
}

/** Where the end record is: nothing but its own note follows it, and the end of a line that a transfer has added. */
function endOf(zip: Buffer): number {
  const longestNote = 0xffff;
  const first = Math.max(0, zip.length - lengths.end - longestNote);
  for (let at = zip.length - lengths.end; at >= first; at--) {
    if (zip.readUInt32LE(at) !== marks.end) continue;
    const behind = at + lengths.end + zip.readUInt16LE(at + 20);
    if (behind <= zip.length && /^\r?\n?$/.test(zip.toString('latin1', behind))) return at;
  }
  throw damaged();
}

/** `head`: where the entry stands in the list. */
function unpacked(zip: Buffer, head: number): Buffer {
  const [flags, method] = [zip.readUInt16LE(head + 8), zip.readUInt16LE(head + 10)];
  const [sum = 0, packedBytes = 0, bytes = 0] = [16, 20, 24].map((field) => zip.readUInt32LE(head + field));
  const local = zip.readUInt32LE(head + 42);
  const isEncrypted = (flags & 1) === 1;
  if (isEncrypted || zip.readUInt32LE(local) !== marks.local) throw damaged();
  const start = local + lengths.local + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  const packed = zip.subarray(start, start + packedBytes);
  if (method !== 0 && method !== 8) throw damaged();
  const data = method === 0 ? packed : inflated(packed, bytes);
  if (data === undefined || data.length !== bytes || crc32(data) !== sum) throw damaged();
  return data;
}

/** A bomb says a small size, and unpacks to no more than that. */
function inflated(packed: Buffer, bytes: number): Buffer | undefined {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, bytes) });
  } catch {
    return undefined;
  }
}
