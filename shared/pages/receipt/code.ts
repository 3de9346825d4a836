/** A receipt packed into a link, the JWS compressed in the address of the verification page; and the QR code of that link. */
import { crc32, deflateRawSync, deflateSync } from 'node:zlib';
import { encodeQR } from 'qr';
import { type Html, html } from '../html.ts';

/** The URL that says whether this receipt is genuine. For a receipt too long for the code, it is that of the form. */
export function verifyLink(verifyUrl: string, jws: string): string {
  const [header = '', payload = '', signature = ''] = jws.split('.').map((part) => Buffer.from(part, 'base64url'));
  const packed = deflateRawSync(Buffer.concat([Buffer.from(header), Buffer.from('\n'), Buffer.from(payload)]), {
    level: 9,
  });
  // `verifyReceipt` unpacks it.
  const link = `${verifyUrl}?receipt=r1.${Buffer.concat([packed, Buffer.from(signature)]).toString('base64url')}`;
  // A code of 129 modules a side holds as many characters. A phone reads no more from a print of two inches.
  const mostCharacters = 1_528;
  return link.length <= mostCharacters ? link : verifyUrl;
}

/** Modules without a margin; true is dark. */
type Rows = readonly (readonly boolean[])[];

export function qrCode(link: string): Rows {
  // The library insists on a margin; pages and paper draw their own.
  const rows = encodeQR(link, 'raw', { ecc: 'low', encoding: 'byte', border: 1 });
  return rows.slice(1, -1).map((row) => row.slice(1, -1));
}

/** The light margin that a QR code needs, in modules. */
const quiet = 4;

/** A picture with one bit per module: as strokes it would be larger than the page around it. */
export function codePicture(rows: Rows, alt: string): Html | false {
  if (rows.length === 0) return false;
  const size = rows.length + 2 * quiet;
  return html`<img class="code" src="${`data:image/png;base64,${pngOf(rows, size).toString('base64')}`}" alt="${alt}" width="${2 * size}" height="${2 * size}">`;
}

/** A PNG whose lines begin with a zero byte for the filter. A bit of 1 is light. */
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
  // One bit, gray.
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
