/** The fonts are files in npm packages, so that machines need no fonts of their own. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { inflateSync } from 'node:zlib';

const require = createRequire(import.meta.url);

export const tinosRegularFile = require.resolve('@expo-google-fonts/tinos/400Regular/Tinos_400Regular.ttf');

/** DejaVu Sans (Bitstream Vera license), for symbols that Tinos lacks. Despite its name the file has all characters. */
export const symbolFontFile = require.resolve('@fontsource/dejavu-sans/files/dejavu-sans-latin-400-normal.woff');

/** Has a folder for each of the four faces. */
export const tinosFolder = dirname(require.resolve('@expo-google-fonts/tinos/package.json'));

/**
 * Reads a font file, and converts WOFF 1.0 to OpenType, with the tables in the order of the directory: Chromium can't load
 * WOFF from a file, and fontkit would decompress a table again for each glyph.
 */
export function fontFile(file: string): Buffer {
  const source = readFileSync(file);
  if (source.toString('latin1', 0, 4) !== 'wOFF') return source;
  const count = source.readUInt16BE(12);
  const sfntHeaderBytes = 12;
  const sfntEntryBytes = 16;
  const log2 = Math.floor(Math.log2(count));
  const head = Buffer.alloc(sfntHeaderBytes + count * sfntEntryBytes);
  source.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  // Three numbers with which readers search the directory.
  head.writeUInt16BE(2 ** log2 * sfntEntryBytes, 6);
  head.writeUInt16BE(log2, 8);
  head.writeUInt16BE((count - 2 ** log2) * sfntEntryBytes, 10);
  const pieces: Buffer[] = [head];
  let at = head.length;
  const woffHeaderBytes = 44;
  const woffEntryBytes = 20;
  for (let table = 0; table < count; table += 1) {
    const entry = woffHeaderBytes + table * woffEntryBytes;
    const offset = source.readUInt32BE(entry + 4);
    const compressedLength = source.readUInt32BE(entry + 8);
    const length = source.readUInt32BE(entry + 12);
    const bytes = source.subarray(offset, offset + compressedLength);
    const sfntEntry = sfntHeaderBytes + table * sfntEntryBytes;
    source.copy(head, sfntEntry, entry, entry + 4);
    source.copy(head, sfntEntry + 4, entry + 16, entry + 20);
    head.writeUInt32BE(at, sfntEntry + 8);
    head.writeUInt32BE(length, sfntEntry + 12);
    const padding = Buffer.alloc(-length & 3); // To a multiple of four bytes.
    pieces.push(compressedLength < length ? inflateSync(bytes) : bytes, padding);
    at += length + padding.length;
  }
  return Buffer.concat(pieces);
}
