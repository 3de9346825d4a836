/** Finds what prints differently from what the author sees, and content that decompresses to too much. */
import { inflateSync } from 'node:zlib';
import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNull,
  type PDFObject,
  PDFRawStream,
  PDFStream,
  PDFString,
} from '#pdf-lib';
import type { ScreenMark } from '../../../domain/warnings.ts';
import { annotationFlags, boxOf, fieldEntry, isOnPaper, isPushButton, lookup, numberOf } from './page.ts';

/** The problem of content that decompresses to more than any real page. Process limits cover filters other than Flate. */
export function problemOfContent(context: PDFContext): string | undefined {
  const maxBytes = 100_000_000;
  const contents = new Set(
    context.enumerateIndirectObjects().flatMap(([, object]) => {
      if (!(object instanceof PDFDict) || object.get(PDFName.of('Type')) !== PDFName.of('Page')) return [];
      const content = context.lookup(object.get(PDFName.of('Contents')));
      const parts = content instanceof PDFArray ? content.asArray() : [content];
      return parts.map((part) => context.lookup(part)).filter((part) => part instanceof PDFRawStream);
    }),
  );
  for (const stream of contents) {
    try {
      inflate(stream, maxBytes);
    } catch (error) {
      // Any other error means damage, which readers repair or report.
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
        return `The content of a page decompresses to more than ${maxBytes / 1_000_000} MB. Save the PDF again with another program.`;
    }
  }
  return undefined;
}

/**
 * Decodes the stream's Flate filters. `isEncoded`: another filter remains. Throws the errors of `inflateSync`, also for
 * more than `maxBytes`.
 */
function inflate(
  { dict, contents }: PDFRawStream,
  maxBytes: number,
): { readonly bytes: Uint8Array; readonly isEncoded: boolean } {
  const filter = dict.lookup(PDFName.of('Filter'));
  let bytes = contents;
  for (const name of filter instanceof PDFArray ? filter.asArray() : [filter ?? PDFNull]) {
    if (name === PDFNull) break;
    if (name !== PDFName.of('FlateDecode')) return { bytes, isEncoded: true };
    bytes = inflateSync(bytes, { maxOutputLength: maxBytes });
  }
  return { bytes, isEncoded: false };
}

/** Finds what programs draw differently on a page, or show only on screen. "Marks" are its annotations. */
export function printRisksOf(
  context: PDFContext,
  page: PDFDict,
  resources: PDFObject | undefined,
): {
  /** True if a mark that prints has no appearance stream. Each program draws such a mark differently, or not at all. */
  readonly hasMarkWithoutAppearance: boolean;
  /** Marks that are shown on screen but not printed. */
  readonly screenMarks: readonly ScreenMark[];
  /** True if a field other than a button is printed. */
  readonly hasField: boolean;
  /** True if some text uses a font that isn't embedded, so programs substitute another or omit the text. */
  readonly hasMissingFont: boolean;
} {
  const all = lookup(context, page.get(PDFName.of('Annots')));
  const entries = all instanceof PDFArray ? all.asArray().map((entry) => lookup(context, entry)) : [];
  const marks = entries.filter((mark) => mark instanceof PDFDict);
  // These are visible on paper. Notes, links and pop-ups are not, and `Raster` checks fields.
  const visibleSubtypes = new Set(
    'Line Polygon PolyLine FreeText Ink Square Circle Stamp Caret Highlight Underline Squiggly StrikeOut'
      .split(' ')
      .map((name) => PDFName.of(name)),
  );
  const isVisible = (subtype: PDFObject | undefined) => subtype instanceof PDFName && visibleSubtypes.has(subtype);
  const subtypeOf = (mark: PDFDict) => lookup(context, mark.get(PDFName.of('Subtype')));
  const hasMarkWithoutAppearance = marks.some((mark) => {
    const hasAppearance = lookup(context, mark.get(PDFName.of('AP'))) !== undefined;
    return !hasAppearance && isVisible(subtypeOf(mark)) && isOnPaper(context, mark);
  });
  const screenMarks = marks.flatMap((mark): ScreenMark[] => {
    const { hidden, noView } = annotationFlags;
    const isOnScreen = ((numberOf(context, mark.get(PDFName.of('F'))) ?? 0) & (hidden | noView)) === 0;
    if (isOnPaper(context, mark) || !isOnScreen || !hasInk(context, mark)) return [];
    const subtype = subtypeOf(mark);
    if (subtype === PDFName.of('Widget')) {
      if (isPushButton(context, mark)) return [];
      return [fieldEntry(context, mark, 'FT') === PDFName.of('Sig') ? 'signature' : 'filled-in field'];
    }
    if (!isVisible(subtype)) return [];
    if (subtype === PDFName.of('FreeText')) return ['typed text'];
    return [subtype === PDFName.of('Stamp') ? 'stamp' : 'drawing'];
  });
  const fields = marks.filter((mark) => subtypeOf(mark) === PDFName.of('Widget') && isOnPaper(context, mark));
  const hasField = fields.some((mark) => fieldEntry(context, mark, 'FT') !== PDFName.of('Btn'));
  return { hasMarkWithoutAppearance, screenMarks, hasField, hasMissingFont: usesMissingFont(context, page, resources) };
}

/**
 * True if the mark draws anything. The appearance stream of an empty field has only `/Tx BMC` and `EMC`. Without a
 * stream, viewers draw a mark from its other entries, and a field from its value.
 */
function hasInk(context: PDFContext, mark: PDFDict): boolean {
  const [left, bottom, right, top] = boxOf(context, mark.get(PDFName.of('Rect'))) ?? [0, 0, 0, 0];
  const appearances = lookup(context, mark.get(PDFName.of('AP')));
  if (right <= left || top <= bottom) return false;
  if (!(appearances instanceof PDFDict)) {
    const value = fieldEntry(context, mark, 'V');
    const isText = value instanceof PDFString || value instanceof PDFHexString;
    return isText
      ? value.decodeText() !== ''
      : lookup(context, mark.get(PDFName.of('Subtype'))) !== PDFName.of('Widget');
  }
  const normal = lookup(context, appearances.get(PDFName.of('N')));
  const state = lookup(context, mark.get(PDFName.of('AS')));
  const shown = normal instanceof PDFDict && state instanceof PDFName ? lookup(context, normal.get(state)) : normal;
  if (!(shown instanceof PDFStream)) return false;
  // An encoded stream is not decoded here: an empty one takes about 40 bytes.
  if (shown.dict.has(PDFName.of('Filter'))) return shown.getContentsSize() > 48;
  const content = Buffer.from(shown.getContents()).toString('latin1');
  return /\b(?:[SsFfBb]\*?|Do|sh|T[jJ]|BI)\b|['"]/.test(content);
}

/** True if the page, or a form XObject on it, uses a font that is neither embedded nor one of the standard 14. */
function usesMissingFont(context: PDFContext, page: PDFDict, resources: PDFObject | undefined): boolean {
  const seen = new Set<PDFStream>();
  const maxDepth = 20;
  const entriesOf = (all: PDFDict, kind: string) => {
    const group = lookup(context, all.get(PDFName.of(kind)));
    return group instanceof PDFDict
      ? group.entries().map(([name, value]) => ({ name, value: lookup(context, value) }))
      : [];
  };
  const uses = (streams: readonly PDFObject[], resourcesEntry: PDFObject | undefined, depth: number): boolean => {
    const dictionary = lookup(context, resourcesEntry);
    if (!(dictionary instanceof PDFDict) || depth > maxDepth) return false;
    const missing = entriesOf(dictionary, 'Font').filter(({ value }) => isFontMissing(context, value));
    const names = missing.map(({ name }) => name);
    if (names.length > 0 && streams.some((stream) => mayShowTextIn(names, stream))) return true;
    return entriesOf(dictionary, 'XObject').some(({ value: drawing }) => {
      if (!(drawing instanceof PDFStream) || seen.has(drawing)) return false;
      if (lookup(context, drawing.dict.get(PDFName.of('Subtype'))) === PDFName.of('Image')) return false;
      seen.add(drawing);
      return uses([drawing], drawing.dict.get(PDFName.of('Resources')) ?? dictionary, depth + 1);
    });
  };
  const contents = lookup(context, page.get(PDFName.of('Contents')));
  const parts = contents instanceof PDFArray ? contents.asArray() : [contents];
  const streams = parts.map((part) => lookup(context, part)).filter((part) => part !== undefined);
  return uses(streams, resources, 0);
}

function isFontMissing(context: PDFContext, font: PDFObject | undefined): boolean {
  if (!(font instanceof PDFDict)) return false;
  const entry = (dictionary: PDFDict, name: string) => lookup(context, dictionary.get(PDFName.of(name)));
  const subtype = entry(font, 'Subtype');
  // The glyphs of a Type 3 font are always in the file.
  if (subtype === PDFName.of('Type3')) return false;
  const descendants = entry(font, 'DescendantFonts');
  const described = descendants instanceof PDFArray ? lookup(context, descendants.get(0)) : font;
  const descriptor = described instanceof PDFDict ? entry(described, 'FontDescriptor') : undefined;
  const isEmbedded =
    descriptor instanceof PDFDict && ['FontFile', 'FontFile2', 'FontFile3'].some((name) => entry(descriptor, name));
  // The standard 14 fonts, which every program has.
  const standardNames =
    /^(?:(?:Helvetica|Courier)(?:-(?:Bold|Oblique|BoldOblique))?|Times-(?:Roman|Bold|Italic|BoldItalic)|Symbol|ZapfDingbats)$/;
  const name = entry(font, 'BaseFont');
  const isStandard =
    subtype !== PDFName.of('Type0') && name instanceof PDFName && standardNames.test(name.decodeText());
  return !isEmbedded && !isStandard;
}

/**
 * True if the content can't be read, or selects one of the fonts, unless all of its text is invisible. Resources often
 * list more fonts than a page uses, and the text over a scan is invisible.
 */
function mayShowTextIn(fonts: readonly PDFName[], stream: PDFObject): boolean {
  if (!(stream instanceof PDFRawStream)) return true;
  const maxBytes = 10_000_000;
  try {
    const { bytes, isEncoded } = inflate(stream, maxBytes);
    const text = Buffer.from(bytes).toString('latin1');
    if (isEncoded) return true;
    if (!fonts.some((name) => [' ', '\n', '\r', '\t'].some((end) => text.includes(name + end)))) return false;
    // Text rendering mode 3 (ISO 32000-1, 9.3.6).
    const invisible = '3';
    let hasInvisible = false;
    let mode: string | undefined;
    const saved: (string | undefined)[] = [];
    // Without strings, which may look like operators.
    const operators = text.replaceAll(/\((?:\\.|[^\\()])*\)/gs, '').matchAll(/(\d)\s+Tr\b|\b(?:q|Q|T[jJ])\b|['"]/g);
    for (const [operator, operand] of operators) {
      if (operand !== undefined) mode = operand;
      else if (operator === 'q') saved.push(mode);
      else if (operator === 'Q') mode = saved.pop();
      else if (mode === invisible) hasInvisible = true;
      else return true;
    }
    // A stream without text may select the font for the next stream.
    return !hasInvisible;
  } catch {
    return true;
  }
}
