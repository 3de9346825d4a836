/**
 * Checks that the entropy-coded data of a JPEG is complete, because decoders silently fill in what is missing with gray.
 * The terms are those of ITU-T T.81. In a progressive JPEG only the DC scans are checked: the AC scans add detail.
 */
export const markers = { SOF2: 0xc2, DHT: 0xc4, RST0: 0xd0, RST7: 0xd7, EOI: 0xd9, SOS: 0xda, DRI: 0xdd } as const;

interface FrameComponent {
  readonly id: number;
  /** The sampling factors. In an interleaved scan an MCU has `horizontal * vertical` blocks of the component. */
  readonly horizontal: number;
  readonly vertical: number;
}

interface Frame {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly isProgressive: boolean;
  readonly components: readonly FrameComponent[];
}

interface HuffmanTable {
  /** By the next 8 bits: (code length << 8) | symbol, or 0 if the code is longer than 8 bits. */
  readonly short: Uint16Array;
  /** The largest code of each length; -1 if there is none. */
  readonly maxCode: Int32Array;
  /** By code length: added to the code, it gives the index of the symbol. */
  readonly offset: Int32Array;
  readonly symbols: Buffer;
}

const maxCodeLength = 16;

/** `segments` are in the order of the file. */
export function isCompleteJpeg(
  frame: Frame,
  segments: readonly { readonly marker: number; readonly body: Buffer; readonly data: Buffer }[],
): boolean {
  const tables = new Map<number, HuffmanTable>();
  const scanned = new Set<number>();
  let restartInterval = 0;
  for (const { marker, body, data } of segments) {
    if (marker === markers.DRI && body.length >= 2) restartInterval = body.readUInt16BE(0);
    if (marker === markers.DHT) {
      // A segment may hold several tables, each with an ID, the number of codes of each length, and the symbols.
      for (let at = 0; at + 1 + maxCodeLength <= body.length; ) {
        const counts = body.subarray(at + 1, at + 1 + maxCodeLength);
        const length = counts.reduce((sum, count) => sum + count, 0);
        const symbols = body.subarray(at + 1 + maxCodeLength).subarray(0, length);
        tables.set(body[at] ?? 0, huffmanTable(counts, symbols));
        at += 1 + maxCodeLength + symbols.length;
      }
    }
    if (marker !== markers.SOS) continue;
    const scan = scanOf(frame, body, tables);
    if (scan === undefined) return false;
    if (scan.isAcScan) continue;
    for (const { id } of scan.components) scanned.add(id);
    if (!isCompleteScan(scan, data, restartInterval)) return false;
  }
  return frame.components.every(({ id }) => scanned.has(id));
}

/** `counts`: the number of codes of each length, from 1. */
function huffmanTable(counts: Buffer, symbols: Buffer): HuffmanTable {
  const short = new Uint16Array(256);
  const maxCode = new Int32Array(maxCodeLength + 1).fill(-1);
  const offset = new Int32Array(maxCodeLength + 1);
  let code = 0;
  let index = 0;
  for (let length = 1; length <= maxCodeLength; length++) {
    offset[length] = index - code;
    const endCode = code + (counts[length - 1] ?? 0);
    for (; code < endCode; code++) {
      const symbol = symbols[index++] ?? 0;
      if (length <= 8) short.fill((length << 8) | symbol, code << (8 - length), (code + 1) << (8 - length));
      maxCode[length] = code;
    }
    code <<= 1;
  }
  return { short, maxCode, offset, symbols };
}

interface Scan {
  readonly components: readonly (FrameComponent & {
    readonly dcTable: HuffmanTable;
    readonly acTable: HuffmanTable | undefined;
  })[];
  /** If the scan has one component, an MCU is one block. */
  readonly mcuCount: number;
  /** Successive approximation: each block adds one bit. */
  readonly isRefinement: boolean;
  /** Spectral selection leaves out the DC coefficient. */
  readonly isAcScan: boolean;
  readonly isProgressive: boolean;
}

/** `undefined` if the scan header names a component or a table that does not exist. */
function scanOf(frame: Frame, header: Buffer, tables: ReadonlyMap<number, HuffmanTable>): Scan | undefined {
  const count = header[0] ?? 0;
  if (header.length < 4 + 2 * count) return undefined;
  const [spectralStart = 0, , approximation = 0] = header.subarray(1 + 2 * count);
  const { isProgressive } = frame;
  const isAcScan = isProgressive && spectralStart > 0;
  const isRefinement = isProgressive && approximation >> 4 > 0;
  const components = Array.from({ length: count }, (_, index) => {
    const [id = 0, selectors = 0] = header.subarray(1 + 2 * index);
    const component = frame.components.find((candidate) => candidate.id === id);
    const [dcTable, acTable] = [tables.get(selectors >> 4), tables.get(0x10 | (selectors & 15))];
    const hasTables = isAcScan || isRefinement || (dcTable !== undefined && (isProgressive || acTable !== undefined));
    return component === undefined || !hasTables
      ? undefined
      : { ...component, dcTable: dcTable ?? huffmanTable(Buffer.alloc(maxCodeLength), Buffer.alloc(0)), acTable };
  }).filter((component) => component !== undefined);
  if (components.length < count || count === 0) return undefined;
  const [maxHorizontal, maxVertical] = (['horizontal', 'vertical'] as const).map((factor) =>
    Math.max(...frame.components.map((component) => component[factor])),
  );
  const mcusAlong = (sizePx: number, factor: number, maxFactor = 1) =>
    count > 1 ? Math.ceil(sizePx / (8 * maxFactor)) : Math.ceil(Math.ceil((sizePx * factor) / maxFactor) / 8);
  const [{ horizontal, vertical } = { horizontal: 1, vertical: 1 }] = components;
  const mcuCount =
    mcusAlong(frame.widthPx, horizontal, maxHorizontal) * mcusAlong(frame.heightPx, vertical, maxVertical);
  return { components, mcuCount, isRefinement, isAcScan, isProgressive };
}

/** Restart markers divide the data into intervals of `restartInterval` MCUs; if that is 0, there is one interval. */
function isCompleteScan(scan: Scan, data: Buffer, restartInterval: number): boolean {
  const { components, mcuCount, isRefinement, isProgressive } = scan;
  const mcusPerInterval = restartInterval === 0 ? mcuCount : restartInterval;
  const endOfInterval = (from: number): number => {
    for (let at = data.indexOf(0xff, from); at !== -1; at = data.indexOf(0xff, at + 1)) {
      const next = data[at + 1] ?? 0;
      if (next >= markers.RST0 && next <= markers.RST7) return at;
    }
    return data.length;
  };
  const isCompleteInterval = (bits: BitReader, mcus: number): boolean => {
    for (let mcu = 0; mcu < mcus; mcu++)
      for (const { dcTable, acTable, horizontal, vertical } of components)
        for (let block = components.length === 1 ? 1 : horizontal * vertical; block > 0; block--) {
          if (isRefinement) bits.skip(1);
          else if (!bits.readBlock(dcTable, isProgressive ? undefined : acTable)) return false;
          if (bits.isPastEnd) return false;
        }
    return true;
  };
  let start = 0;
  for (let left = mcuCount; left > 0; left -= mcusPerInterval) {
    if (start > data.length) return false;
    const end = endOfInterval(start);
    const bits = new BitReader(data.subarray(start, end));
    if (!isCompleteInterval(bits, Math.min(mcusPerInterval, left))) return false;
    start = end + 2;
  }
  return true;
}

/** Reads the bits of one interval, and zeros after its end. */
class BitReader {
  readonly #data: Buffer;
  #at = 0;
  #buffer = 0;
  #bitCount = 0;
  #paddingBits = 0;

  constructor(data: Buffer) {
    this.#data = data;
  }

  /** True if more bits were read than the data has. */
  get isPastEnd(): boolean {
    return this.#paddingBits > this.#bitCount;
  }

  #fill(): void {
    const data = this.#data;
    while (this.#bitCount <= 16) {
      let byte = data[this.#at];
      if (byte === undefined) {
        byte = 0;
        this.#paddingBits += 8;
      } else this.#at += byte === 0xff ? 2 : 1;
      this.#buffer = ((this.#buffer << 8) | byte) & 0xffffff;
      this.#bitCount += 8;
    }
  }

  skip(count: number): void {
    if (this.#bitCount < count) this.#fill();
    this.#bitCount -= count;
  }

  /** The next symbol; -1 if no code of the table matches. */
  symbol({ short, maxCode, offset, symbols }: HuffmanTable): number {
    if (this.#bitCount < maxCodeLength) this.#fill();
    const next = (this.#buffer >> (this.#bitCount - maxCodeLength)) & 0xffff;
    const entry = short[next >> 8] ?? 0;
    if (entry > 0) {
      this.#bitCount -= entry >> 8;
      return entry & 255;
    }
    for (let length = 9; length <= maxCodeLength; length++) {
      const code = next >> (maxCodeLength - length);
      if (code > (maxCode[length] ?? -1)) continue;
      this.#bitCount -= length;
      return symbols[code + (offset[length] ?? 0)] ?? -1;
    }
    return -1;
  }

  /** False if a code is not in its table. */
  readBlock(dcTable: HuffmanTable, acTable: HuffmanTable | undefined): boolean {
    const size = this.symbol(dcTable);
    if (size < 0 || size > 16) return false;
    this.skip(size);
    if (acTable === undefined) return true;
    for (let at = 1; at < 64; at++) {
      const symbol = this.symbol(acTable);
      if (symbol < 0) return false;
      const [zeros, length] = [symbol >> 4, symbol & 15];
      if (length === 0 && zeros < 15) return true;
      at += zeros;
      this.skip(length);
    }
    return true;
  }
}
