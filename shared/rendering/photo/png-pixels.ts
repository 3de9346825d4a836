/** Unpacks the lines of a PNG into gray or colored pixels of one byte a color, with white behind what is transparent. */
export interface PngForm {
  readonly widthPx: number;
  readonly heightPx: number;
  /** The bits of one sample. */
  readonly bits: number;
  /** 0 gray, 2 colors, 3 a palette, 4 gray and alpha, 6 colors and alpha. */
  readonly colorType: number;
  readonly channels: number;
  readonly isInterlaced: boolean;
}

/** The passes that have pixels. Every pixel that lies `across` and `down` from the first one belongs to the pass. */
function piecesOf({ widthPx, heightPx, bits, channels, isInterlaced }: PngForm) {
  // Adam7.
  const sevenPasses = [
    { left: 0, top: 0, across: 8, down: 8 },
    { left: 4, top: 0, across: 8, down: 8 },
    { left: 0, top: 4, across: 4, down: 8 },
    { left: 2, top: 0, across: 4, down: 4 },
    { left: 0, top: 2, across: 2, down: 4 },
    { left: 1, top: 0, across: 2, down: 2 },
    { left: 0, top: 1, across: 1, down: 2 },
  ];
  const passes = isInterlaced ? sevenPasses : [{ left: 0, top: 0, across: 1, down: 1 }];
  return passes.flatMap((pass) => {
    const columns = Math.ceil((widthPx - pass.left) / pass.across);
    const rows = Math.ceil((heightPx - pass.top) / pass.down);
    const lineBytes = Math.ceil((columns * bits * channels) / 8);
    return columns > 0 && rows > 0 ? [{ ...pass, columns, rows, lineBytes }] : [];
  });
}

/** The bytes of all lines; each has its filter before it. */
export const packedBytes = (form: PngForm): number =>
  piecesOf(form).reduce((sum, { rows, lineBytes }) => sum + rows * (lineBytes + 1), 0);

/** True if every line has one of the five filters. */
export function hasKnownFilters(lines: Buffer, form: PngForm): boolean {
  let at = 0;
  for (const { rows, lineBytes } of piecesOf(form))
    for (let row = 0; row < rows; row++, at += lineBytes + 1) if ((lines[at] ?? 0) > 4) return false;
  return true;
}

interface Colors {
  readonly palette: Buffer | undefined;
  /** The chunk tRNS: the alpha of palette entries, or the one color that is transparent. */
  readonly transparent: Buffer | undefined;
}

/** Changes `lines` in place. */
export function pixelsOf(
  lines: Buffer,
  form: PngForm,
  colors: Colors,
): { readonly components: 1 | 3; readonly pixels: Buffer } {
  const components = form.colorType === 0 || form.colorType === 4 ? 1 : 3;
  const pixels = Buffer.alloc(form.widthPx * form.heightPx * components);
  const paint = painter(form, colors, components, pixels);
  const step = Math.max(1, (form.bits * form.channels) >> 3);
  let at = 0;
  for (const { left, top, across, down, columns, rows, lineBytes } of piecesOf(form)) {
    let above: Buffer = Buffer.alloc(lineBytes);
    for (let row = 0; row < rows; row++) {
      const line = lines.subarray(at + 1, at + 1 + lineBytes);
      unfilter(lines[at] ?? 0, line, above, step);
      const start = (top + row * down) * form.widthPx + left;
      for (let column = 0; column < columns; column++) paint(line, column, (start + column * across) * components);
      above = line;
      at += lineBytes + 1;
    }
  }
  return { components, pixels };
}

function unfilter(filter: number, line: Buffer, above: Buffer, step: number): void {
  for (let at = 0; filter > 0 && at < line.length; at++) {
    const [left, up, corner] = [line[at - step] ?? 0, above[at] ?? 0, at < step ? 0 : (above[at - step] ?? 0)];
    line[at] = (line[at] ?? 0) + guess(filter, left, up, corner);
  }
}

/** The byte that a filter expects: 1 Sub, 2 Up, 3 Average, 4 Paeth. */
function guess(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  const [toLeft, toUp, toCorner] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

function painter(
  { bits, colorType, channels }: PngForm,
  { palette, transparent }: Colors,
  components: 1 | 3,
  pixels: Buffer,
): (line: Buffer, column: number, to: number) => void {
  const bytes = bits >> 3;
  const most = 2 ** Math.min(bits, 8) - 1;
  /** One sample. Of 16 bits the upper 8 are enough. */
  const sample = (line: Buffer, index: number): number => {
    if (bytes > 0) return line[index * bytes] ?? 0;
    const shift = 8 - bits - ((index * bits) & 7);
    return ((line[(index * bits) >> 3] ?? 0) >> shift) & most;
  };
  if (colorType === 3)
    return (line, column, to) => {
      const index = sample(line, column);
      const alpha = transparent?.[index] ?? 255;
      for (let color = 0; color < 3; color++) pixels[to + color] = onWhite(palette?.[3 * index + color] ?? 0, alpha);
    };
  const hasAlpha = colorType >= 4;
  // The one transparent color has two bytes a sample, whatever its bits.
  const clear = hasAlpha ? undefined : transparent;
  const isClear = (line: Buffer, column: number) =>
    clear !== undefined &&
    Array.from({ length: channels }, (_, channel) => {
      const index = column * channels + channel;
      const whole = bytes === 2 ? line.readUInt16BE(2 * index) : sample(line, index);
      return clear.length >= 2 * channels && whole === clear.readUInt16BE(2 * channel);
    }).every(Boolean);
  return (line, column, to) => {
    const whole = isClear(line, column) ? 0 : 255;
    const alpha = hasAlpha ? sample(line, column * channels + channels - 1) : whole;
    for (let color = 0; color < components; color++) {
      const value = sample(line, column * channels + color);
      pixels[to + color] = onWhite(most === 255 ? value : Math.round((value * 255) / most), alpha);
    }
  };
}

const onWhite = (value: number, alpha: number): number =>
  alpha === 255 ? value : Math.round((value * alpha + 255 * (255 - alpha)) / 255);
