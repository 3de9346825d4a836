/** The shipped fonts, as files in their npm packages, so that no machine needs its own fonts. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { inflateSync } from 'node:zlib';

const require = createRequire(import.meta.url);

export const tinosRegularFile = require.resolve('@expo-google-fonts/tinos/400Regular/Tinos_400Regular.ttf');

/** DejaVu Sans, for signs that Tinos lacks: its license is that of Bitstream Vera. The file has all its characters. */
export const symbolFontFile = require.resolve('@fontsource/dejavu-sans/files/dejavu-sans-latin-400-normal.woff');

/** The folder that holds one folder for each of the four faces. */
export const tinosFolder = dirname(require.resolve('@expo-google-fonts/tinos/package.json'));

/**
 * The file. A WOFF (W3C, version 1.0) is unpacked, with its tables in the order of its directory: the browser opens only
 * OpenType fonts on its own, and fontkit would unpack a table again for each glyph.
 */
export function fontFile(file: string): Buffer {
  const woff = readFileSync(file);
  if (woff.toString('latin1', 0, 4) !== 'wOFF') return woff;
  const count = woff.readUInt16BE(12);
  const [sfntHeader, sfntEntry] = [12, 16];
  const log = Math.floor(Math.log2(count));
  const head = Buffer.alloc(sfntHeader + count * sfntEntry);
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  head.writeUInt16BE(2 ** log * 16, 6);
  head.writeUInt16BE(log, 8);
  head.writeUInt16BE((count - 2 ** log) * 16, 10);
  const pieces: Buffer[] = [head];
  let at = head.length;
  const woffEntry = 20;
  const woffHeader = 44;
  for (let table = 0; table < count; table += 1) {
    const entry = woffHeader + table * woffEntry;
    const [from, packed, length] = [
      woff.readUInt32BE(entry + 4),
      woff.readUInt32BE(entry + 8),
      woff.readUInt32BE(entry + 12),
    ];
    const bytes = woff.subarray(from, from + packed);
    const place = sfntHeader + table * sfntEntry;
    woff.copy(head, place, entry, entry + 4);
    woff.copy(head, place + 4, entry + 16, entry + 20);
    head.writeUInt32BE(at, place + 8);
    head.writeUInt32BE(length, place + 12);
    const padding = Buffer.alloc(-length & 3);
    pieces.push(packed < length ? inflateSync(bytes) : bytes, padding);
    at += length + padding.length;
  }
  return Buffer.concat(pieces);
}
