/**
 * Whether the data of a JPEG reaches to its last block. Readers fill up what is missing with gray, without a word. Source:
 * ITU-T T.81. Of a progressive picture the first scans count: those behind them only make it sharper.
 */

interface JpegComponent {
  readonly id: number;
  /** The blocks across and down that it has in a unit of an interleaved scan. */
  readonly across: number;
  readonly down: number;
}

interface JpegFrame {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly isProgressive: boolean;
  readonly components: readonly JpegComponent[];
}

/** Symbols by their codes: `short` by the next 8 bits as length and symbol, the others by their length. */
interface Codes {
  readonly short: Uint16Array;
  /** The largest code of each length, -1 if there is none. */
  readonly largest: Int32Array;
  /** Added to a code of that length, it gives the symbol's index. */
  readonly offset: Int32Array;
  readonly symbols: Buffer;
}

const [tables, interval, scan] = [0xc4, 0xdd, 0xda];
const longestCode = 16;

/** `parts` are in the order of the file. */
export function isWholeJpeg(
  frame: JpegFrame,
  parts: readonly { readonly marker: number; readonly body: Buffer; readonly data: Buffer }[],
): boolean {
  const codes = new Map<number, Codes>();
  const seen = new Set<number>();
  let unitsPerPiece = 0;
  for (const { marker, body, data } of parts) {
    if (marker === tables)
      // A segment may hold several tables.
      for (let at = 0; at + 1 + longestCode <= body.length; ) {
        const counts = body.subarray(at + 1, at + 1 + longestCode);
        const length = counts.reduce((sum, count) => sum + count, 0);
        const symbols = body.subarray(at + 1 + longestCode).subarray(0, length);
        codes.set(body[at] ?? 0, codesOf(counts, symbols));
        at += 1 + longestCode + symbols.length;
      }
    else if (marker === interval && body.length >= 2) unitsPerPiece = body.readUInt16BE(0);
    else if (marker === scan) {
      const read = scanOf(frame, body, codes);
      if (read === undefined) return false;
      if (read.isSharper) continue;
      for (const { id } of read.components) seen.add(id);
      if (!isWholeScan(read, data, unitsPerPiece)) return false;
    }
  }
  return frame.components.every(({ id }) => seen.has(id));
}

function codesOf(counts: Buffer, symbols: Buffer): Codes {
  const short = new Uint16Array(256);
  const [largest, offset] = [new Int32Array(longestCode + 1).fill(-1), new Int32Array(longestCode + 1)];
  let [code, index] = [0, 0];
  for (let length = 1; length <= longestCode; length++) {
    offset[length] = index - code;
    for (let left = counts[length - 1] ?? 0; left > 0; left--, code++, index++) {
      if (length <= 8)
        short.fill((length << 8) | (symbols[index] ?? 0), code << (8 - length), (code + 1) << (8 - length));
      largest[length] = code;
    }
    code <<= 1;
  }
  return { short, largest, offset, symbols };
}

interface Scan {
  readonly components: readonly (JpegComponent & { readonly first: Codes; readonly others: Codes | undefined })[];
  /** The units of the scan. A unit holds one block if there is one component. */
  readonly units: number;
  /** Each block is one bit. */
  readonly isRefined: boolean;
  /** It adds nothing but sharpness. */
  readonly isSharper: boolean;
  readonly isProgressive: boolean;
}

/** `undefined` if the header names what is not there. */
function scanOf(frame: JpegFrame, body: Buffer, codes: ReadonlyMap<number, Codes>): Scan | undefined {
  const count = body[0] ?? 0;
  if (body.length < 4 + 2 * count) return undefined;
  const [start = 0, , bits = 0] = body.subarray(1 + 2 * count);
  const { isProgressive } = frame;
  const isSharper = isProgressive && start > 0;
  const isRefined = isProgressive && bits >> 4 > 0;
  const components = Array.from({ length: count }, (_, index) => {
    const [id = 0, names = 0] = body.subarray(1 + 2 * index);
    const component = frame.components.find((one) => one.id === id);
    const [first, others] = [codes.get(names >> 4), codes.get(0x10 | (names & 15))];
    const isReady = isSharper || isRefined || (first !== undefined && (isProgressive || others !== undefined));
    return component === undefined || !isReady
      ? undefined
      : { ...component, first: first ?? codesOf(Buffer.alloc(longestCode), Buffer.alloc(0)), others };
  }).filter((component) => component !== undefined);
  if (components.length < count || count === 0) return undefined;
  const [most, highest] = (['across', 'down'] as const).map((way) =>
    Math.max(...frame.components.map((one) => one[way])),
  );
  const unitsIn = (sizePx: number, blocks: number, mostBlocks = 1) =>
    count > 1 ? Math.ceil(sizePx / (8 * mostBlocks)) : Math.ceil(Math.ceil((sizePx * blocks) / mostBlocks) / 8);
  const [{ across, down } = { across: 1, down: 1 }] = components;
  const units = unitsIn(frame.widthPx, across, most) * unitsIn(frame.heightPx, down, highest);
  return { components, units, isRefined, isSharper, isProgressive };
}

/** Marks FF D0 to FF D7 part the data into pieces of so many units; without an interval there is one piece. */
function isWholeScan(read: Scan, data: Buffer, unitsPerPiece: number): boolean {
  const { components, isRefined, isProgressive } = read;
  const each = unitsPerPiece === 0 ? read.units : unitsPerPiece;
  const endOfPiece = (from: number): number => {
    for (let at = data.indexOf(0xff, from); at !== -1; at = data.indexOf(0xff, at + 1)) {
      const next = data[at + 1] ?? 0;
      if (next >= 0xd0 && next <= 0xd7) return at;
    }
    return data.length;
  };
  const isWholePiece = (bits: Bits, units: number): boolean => {
    for (let unit = 0; unit < units; unit++)
      for (const { first, others, across, down } of components)
        for (let block = components.length === 1 ? 1 : across * down; block > 0; block--) {
          if (isRefined) bits.skip(1);
          else if (!bits.readBlock(first, isProgressive ? undefined : others)) return false;
          if (bits.isPastEnd) return false;
        }
    return true;
  };
  let from = 0;
  for (let left = read.units; left > 0; left -= each) {
    if (from > data.length) return false;
    const to = endOfPiece(from);
    if (!isWholePiece(new Bits(data.subarray(from, to)), Math.min(each, left))) return false;
    from = to + 2;
  }
  return true;
}

/** The bits of one piece of data. Behind its end they are zeros. */
class Bits {
  readonly #data: Buffer;
  #at = 0;
  #held = 0;
  #count = 0;
  #made = 0;

  constructor(data: Buffer) {
    this.#data = data;
  }

  /** Whether bits were taken that the data does not have. */
  get isPastEnd(): boolean {
    return this.#made > this.#count;
  }

  #fill(): void {
    const data = this.#data;
    while (this.#count <= 16) {
      let byte = data[this.#at];
      if (byte === undefined) {
        byte = 0;
        this.#made += 8;
      } else this.#at += byte === 0xff ? 2 : 1;
      this.#held = ((this.#held << 8) | byte) & 0xffffff;
      this.#count += 8;
    }
  }

  skip(count: number): void {
    if (this.#count < count) this.#fill();
    this.#count -= count;
  }

  /** The next symbol; -1 if no code fits. */
  symbol({ short, largest, offset, symbols }: Codes): number {
    if (this.#count < longestCode) this.#fill();
    const next = (this.#held >> (this.#count - longestCode)) & 0xffff;
    const entry = short[next >> 8] ?? 0;
    if (entry > 0) {
      this.#count -= entry >> 8;
      return entry & 255;
    }
    for (let length = 9; length <= longestCode; length++) {
      const code = next >> (longestCode - length);
      if (code > (largest[length] ?? -1)) continue;
      this.#count -= length;
      return symbols[code + (offset[length] ?? 0)] ?? -1;
    }
    return -1;
  }
  /** False if a code is not in its table. */
  readBlock(first: Codes, others: Codes | undefined): boolean {
    const size = this.symbol(first);
    if (size < 0 || size > 16) return false;
    this.skip(size);
    if (others === undefined) return true;
    for (let at = 1; at < 64; at++) {
      const symbol = this.symbol(others);
      if (symbol < 0) return false;
      const [zeros, length] = [symbol >> 4, symbol & 15];
      if (length === 0 && zeros < 15) return true;
      at += zeros;
      this.skip(length);
    }
    return true;
  }
}
