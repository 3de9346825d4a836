/** Counts an image's pixels from its first bytes, because a kilobyte can unpack to gigabytes in the browser. */

/** The limit for all images of a document together. A photograph across the whole column at 300 dpi has 5 million. */
export const maxPixels = 60_000_000;

/** The pixels of the image in a `data:` URI; 0 for SVG, for anything but an image, and for unknown formats. */
export function imagePixels(address: string): number {
  // The head, such as `data:image/png;base64,`, is never longer than this.
  const comma = address.slice(0, 300).indexOf(',');
  if (comma === -1 || !/^\s*data:/i.test(address)) return 0;
  const isBase64 = /;\s*base64\s*$/i.test(address.slice(0, comma));
  // The size stands in the head of a file, and decoding a megabyte of percent signs takes a tenth of a second.
  const data = address.slice(comma + 1, comma + 300_000);
  const base64 = isBase64 && data.includes('%') ? percentDecoded(data).toString('latin1') : data;
  const bytes = isBase64 ? Buffer.from(base64, 'base64') : percentDecoded(data);
  const [width, height] = sizeOf(bytes);
  return width * height;
}

export const tooManyPixels = `The images have more than ${maxPixels / 1e6} million pixels together. Send them smaller: 300 to the inch are enough on paper.`;

function percentDecoded(data: string): Buffer {
  return Buffer.from(
    data.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
}

function sizeOf(bytes: Buffer): readonly [width: number, height: number] {
  if (bytes.length < 30) return [0, 0];
  const signature = bytes.toString('latin1', 0, 4);
  if (signature === '\x89PNG') return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  if (signature === 'GIF8') return [bytes.readUInt16LE(6), bytes.readUInt16LE(8)];
  if (signature === 'RIFF') return webpSize(bytes);
  if (signature.startsWith('BM')) return [Math.abs(bytes.readInt32LE(18)), Math.abs(bytes.readInt32LE(22))];
  return signature.startsWith('\xff\xd8') ? jpegSize(bytes) : [0, 0];
}

function webpSize(bytes: Buffer): readonly [number, number] {
  const kind = bytes.toString('latin1', 12, 16);
  if (kind === 'VP8X') return [1 + bytes.readUIntLE(24, 3), 1 + bytes.readUIntLE(27, 3)];
  if (kind === 'VP8L') return [1 + (bytes.readUInt16LE(21) & 0x3fff), 1 + ((bytes.readUInt32LE(21) >> 14) & 0x3fff)];
  return [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff];
}

/** Goes from segment to segment up to the frame header: a marker from C0 to CF, except the three that are tables. */
function jpegSize(bytes: Buffer): readonly [number, number] {
  for (let at = 2; at + 9 < bytes.length; ) {
    const marker = bytes.readUInt8(at + 1);
    if (bytes.readUInt8(at) !== 0xff) return [0, 0];
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
    }
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return [0, 0];
}
