/** Small byte strings that unpack to far more than any reader should hold, made without unpacking them here. */
import { constants, deflateRawSync, deflateSync } from 'node:zlib';

const megabyte = 1 << 20;

/** A PDF object that is a stream. */
export function streamOf(entries: string, bytes: Uint8Array | string): string {
  const body = typeof bytes === 'string' ? bytes : Buffer.from(bytes).toString('latin1');
  return `<<${entries} /Length ${body.length}>>\nstream\n${body}\nendstream`;
}

/** FlateDecode data of `megabytes` times a megabyte of `filler`: one compressed block, repeated. */
export function flateOf(megabytes: number, filler = '\0'): Buffer {
  const block = deflateRawSync(Buffer.alloc(megabyte, filler), { finishFlush: constants.Z_FULL_FLUSH });
  const lastBlock = Buffer.from([3, 0]);
  // The checksum is left out: no reader wants it before it has unpacked everything.
  return Buffer.concat([Buffer.from([0x78, 0x9c]), ...Array<Buffer>(megabytes).fill(block), lastBlock]);
}

/** `layers` of FlateDecode around the same. */
export function nestedFlateOf(megabytes: number, layers: number): Buffer {
  let bytes = flateOf(megabytes);
  for (let layer = 1; layer < layers; layer++) bytes = deflateSync(bytes);
  return bytes;
}

/** LZWDecode data of at least `megabytes` of zeros: each code says one zero more than the one before. */
export function lzwOf(megabytes: number): Buffer {
  const [clear, end, full] = [256, 257, 4094];
  const codes = [0, ...Array.from({ length: full - end - 1 }, (_, index) => end + 1 + index), clear];
  const zerosInCycle = ((full - end) * (full - end + 1)) / 2;
  const cycle = codes.map((code, index) => code.toString(2).padStart(lzwWidth(index), '0')).join('');
  const start = clear.toString(2).padStart(9, '0');
  // Eight of anything end on a whole byte.
  const [starts, cycles] = [bytesOf(start.repeat(8)), bytesOf(cycle.repeat(8))];
  return Buffer.concat([starts, ...Array<Buffer>(Math.ceil((megabytes * megabyte) / zerosInCycle / 8)).fill(cycles)]);
}

const bytesOf = (bits: string) => Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));

/** After `codes` codes of a cycle the table holds so many entries that the next code has this many bits. */
function lzwWidth(codes: number): number {
  const entries = 257 + codes;
  return entries >= 2047 ? 12 : entries >= 1023 ? 11 : entries >= 511 ? 10 : 9;
}

export function ascii85Of(bytes: Uint8Array): string {
  let text = '';
  const padded = Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
  for (let at = 0; at < padded.length; at += 4) {
    const word = padded.readUInt32BE(at);
    const digits = [85 ** 4, 85 ** 3, 85 ** 2, 85, 1].map((power) => (Math.floor(word / power) % 85) + 33);
    text += word === 0 ? 'z' : String.fromCharCode(...digits);
  }
  return `${text}~>`;
}

/** RunLengthDecode data: two bytes for every 128. */
export const runLengthOf = (megabytes: number): Buffer =>
  Buffer.alloc((megabytes * megabyte) / 64, Buffer.from([0x81, 0]));

/** The head of a JPEG 2000 picture with `side` pixels a side, and nothing else. */
export function jpxOf(side: number): Buffer {
  const size = Buffer.alloc(51);
  size.set([0xff, 0x4f, 0xff, 0x51, 0, 47]);
  for (const [at, value] of [
    [8, side],
    [12, side],
    [24, side],
    [28, side],
  ] as const)
    size.writeUInt32BE(value, at);
  size.writeUInt16BE(3, 40);
  for (const component of [0, 1, 2]) size.set([7, 1, 1], 42 + 3 * component);
  const coding = [0xff, 0x52, 0, 12, 0, 0, 0, 1, 0, 5, 4, 4, 0, 1, 0xff, 0x5c, 0, 4, 0x40, 0x40];
  const tile = [0xff, 0x90, 0, 10, 0, 0, 0, 0, 0, 0, 0, 1, 0xff, 0x93, 0xff, 0xd9];
  return Buffer.concat([size, Buffer.from(coding), Buffer.from(tile)]);
}

/** A JBIG2 page of `side` pixels a side with one region as large, that is said to be all data that follows. */
export function jbig2Of(side: number): Buffer {
  const page = Buffer.alloc(30);
  page.set([0, 0, 0, 0, 0x30, 0, 1, 0, 0, 0, 19]);
  page.writeUInt32BE(side, 11);
  page.writeUInt32BE(side, 15);
  const region = Buffer.alloc(11 + 18 + 8);
  region.set([0, 0, 0, 1, 0x26, 0, 1, 0, 0, 0, 26]);
  region.writeUInt32BE(side, 11);
  region.writeUInt32BE(side, 15);
  region.set([3, 0xff, 0xfd, 0xff, 2, 0xfe, 0xfe, 0xfe], 29);
  return Buffer.concat([page, region]);
}
