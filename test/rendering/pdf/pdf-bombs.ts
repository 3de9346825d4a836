/** Streams of a PDF, some of which decompress to far more than any reader should accept. */
import { constants, deflateRawSync, deflateSync } from 'node:zlib';

const megabyte = 1 << 20;

/** A stream object with these entries in its dictionary. */
export function streamOf(entries: string, bytes: Uint8Array | string): string {
  const body = typeof bytes === 'string' ? bytes : Buffer.from(bytes).toString('latin1');
  return `<<${entries} /Length ${body.length}>>\nstream\n${body}\nendstream`;
}

/** Data for FlateDecode that becomes `megabytes` MB of `filler`. One compressed block is repeated, to save memory. */
export function flateOf(megabytes: number, filler = '\0'): Buffer {
  const block = deflateRawSync(Buffer.alloc(megabyte, filler), { finishFlush: constants.Z_FULL_FLUSH });
  const lastBlock = Buffer.from([3, 0]);
  // There is no checksum, because readers check it only after they have decompressed everything.
  return Buffer.concat([Buffer.from([0x78, 0x9c]), ...Array<Buffer>(megabytes).fill(block), lastBlock]);
}

/** The same, compressed `layers` times. */
export function nestedFlateOf(megabytes: number, layers: number): Buffer {
  let bytes = flateOf(megabytes);
  for (let layer = 1; layer < layers; layer++) bytes = deflateSync(bytes);
  return bytes;
}
