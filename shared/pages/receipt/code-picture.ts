/** The QR code of a receipt as a picture of a bit a module: as strokes it would weigh more than the page around it. */
import { crc32, deflateSync } from 'node:zlib';
import { type Html, html } from '../html.ts';

type Rows = readonly (readonly boolean[])[];

/** Light modules belong around a QR code. */
const quiet = 4;

/** `rows`: true is dark. Empty if there is no code. */
export function codePicture(rows: Rows, alt: string): Html | false {
  if (rows.length === 0) return false;
  const size = rows.length + 2 * quiet;
  return html`<img class="code" src="${`data:image/png;base64,${pngOf(rows, size).toString('base64')}`}" alt="${alt}" width="${size}" height="${size}">`;
}

/** Each line begins with the byte of its filter, none. A bit of 1 is light. */
function pngOf(rows: Rows, size: number): Buffer {
  const line = 1 + Math.ceil(size / 8);
  const lines = Buffer.alloc(size * line, 0xff);
  for (let y = 0; y < size; y += 1) lines[y * line] = 0;
  for (const [y, row] of rows.entries())
    for (const [x, isDark] of row.entries()) {
      const at = (y + quiet) * line + 1 + ((x + quiet) >> 3);
      if (isDark) lines[at] = (lines[at] ?? 0) & ~(0x80 >> ((x + quiet) & 7));
    }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  // One bit, grey.
  header.set([1, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(lines, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
