/** Reads a PDF that Chromium wrote: its pages and what they show. */
import { setImmediate as turn } from 'node:timers/promises';
import { inflateSync } from 'node:zlib';

/** The offset of each object, by its number. The table has twenty bytes per entry, after "xref\\n0 <size>\\n". */
function objectStarts(pdf: Buffer): number[] {
  const tail = pdf.toString('latin1', Math.max(0, pdf.length - 1_024));
  const table = pdf.toString('latin1', Number(/startxref\s+(\d+)/.exec(tail)?.[1]));
  const [head = '', size] = /^xref\s+0 (\d+)\s+/.exec(table) ?? [];
  return Array.from({ length: Number(size ?? 0) }, (_, number) => Number(table.substr(head.length + number * 20, 10)));
}

/** Reads the pages of a PDF that Chromium wrote. Throws if the file is not of the plain kind that Chromium writes. */
export async function readPages(pdf: Buffer): Promise<{
  readonly pages: number;
  /** False if all pages are white. */
  readonly anything: boolean;
  /** True if a box replaces a character (glyph 0), even one that CSS or an SVG image brought in. */
  readonly missingGlyph: boolean;
  /** The pages with nothing but white on them, counted from 1. */
  readonly blank: readonly number[];
  /** True if the pages may take long to draw: gradients and patterns, many pictures or groups, or a large file. */
  readonly isElaborate: boolean;
}> {
  // The content of each page. Skia numbers pages in their order.
  const pageContents = objectStarts(pdf)
    .slice(1)
    .filter((start) => pdf.toString('latin1', start, start + 40).includes('/Type /Page\n'))
    .map((start) => pdf.toString('latin1', start, pdf.indexOf('endobj', start)))
    .map((page) => Number(/\/Contents (\d+) 0 R/.exec(page)?.[1]));
  if (pageContents.length === 0) throw new Error('The PDF from Chromium is not as it used to be: no pages found');
  let [anything, missingGlyph] = [false, false];
  let pictures = 0;
  const inked = new Set<number>();
  for await (const { content, object } of contentsOf(pdf)) {
    anything ||= draws(content);
    pictures += content.match(/\sDo\n/g)?.length ?? 0;
    // Skia writes glyphs as hexadecimal strings, four digits each, before `Tj`.
    missingGlyph ||= content
      .matchAll(/<([0-9A-Fa-f]+)>\s*Tj/g)
      .some(([, glyphs = '']) => glyphs.match(/.{4}/g)?.includes('0000') === true);
    // After `Q` the color is one from before, and counts as ink.
    const parts = content.split(/(?<=\s(?:rg|Q)\n)/);
    const drawsInk = parts.some((part, at) =>
      parts[at - 1]?.endsWith('1 1 1 rg\n') ? /\s(?:Do|sh)\n/.test(part) : draws(part),
    );
    if (drawsInk) inked.add(object);
  }
  const blank = pageContents.flatMap((object, index) => (inked.has(object) ? [] : [index + 1]));
  const [manyPictures, largeBytes] = [20, 1_000_000];
  const isShaded = pdf.includes('/ShadingType') || pdf.includes('/PatternType');
  const isElaborate = isShaded || pictures > manyPictures || pdf.length > largeBytes;
  return { pages: pageContents.length, anything, missingGlyph, blank, isElaborate };
}

/** True if it draws anything but Tinos's space, which is glyph 3. */
const draws = (content: string): boolean =>
  /\s(?:Do|sh|f\*?|S|B\*?)\n/.test(content) ||
  content.matchAll(/<([0-9A-Fa-f]+)>\s*Tj/g).some(([, glyphs = '']) => !/^(?:0003)*$/.test(glyphs));

/**
 * The content that Skia writes for pages and groups, without fonts and images. It goes from object to object, because
 * an image's bytes may look like a stream. Other requests get their turn before each, because sixty large pages take
 * 0.15 s.
 */
async function* contentsOf(pdf: Buffer): AsyncGenerator<{ readonly object: number; readonly content: string }> {
  const largestDictionaryBytes = 20_000;
  for (const [object, offset] of objectStarts(pdf).entries()) {
    if (object === 0) continue;
    const [dictionary = '', keyword] = pdf
      .toString('latin1', offset, offset + largestDictionaryBytes)
      .split(/(stream\n|endobj)/, 2);
    if (keyword !== 'stream\n' || /\/Subtype \/Image|\/Length1/.test(dictionary)) continue;
    const start = offset + dictionary.length + keyword.length;
    await turn();
    const isPacked = dictionary.includes('/FlateDecode');
    let content = '';
    try {
      content = isPacked
        ? inflateSync(pdf.subarray(start), { maxOutputLength: 50_000_000 }).toString('latin1')
        : pdf.toString('latin1', start, pdf.indexOf('endstream', start));
    } catch {
      // Damaged content shows nothing.
    }
    yield { object, content };
  }
}
