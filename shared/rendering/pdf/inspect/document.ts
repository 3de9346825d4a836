/** Finds what a page prints differently than its author sees, and content that unpacks too far, before anything draws it. */
import { PDFArray, type PDFContext, PDFDict, PDFName, type PDFObject, PDFRawStream, PDFStream } from 'pdf-lib';
import type { ScreenMark } from '../../../domain/warnings.ts';
import { fieldEntry, isPushButton } from './fields.ts';
import { boxOf, inflate, isOnPaper, isOnScreen, lookup } from './page.ts';

/** Refuses content that unpacks to more than any real page's does. The limits cover filters beside flate. */
export function problemOfContent(context: PDFContext): string | undefined {
  const mostBytes = 100_000_000;
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
      inflate(stream, mostBytes);
      continue;
    } catch (error) {
      // Any other error is damage, which readers repair or report.
      if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') continue;
    }
    return `The content of a page unpacks to more than ${mostBytes / 1_000_000} MB. Save the PDF again with another program.`;
  }
  return undefined;
}

/** Finds what programs show in different ways on a page, or only on screen. */
export function doubtsOn(
  context: PDFContext,
  page: PDFDict,
  resources: PDFObject | undefined,
): {
  /** A mark prints and has no look of its own: each program draws it in its own way, or not at all. */
  readonly isMarked: boolean;
  /** Marks that the page shows on screen and leaves out of print. */
  readonly screenMarks: readonly ScreenMark[];
  /** Some words are in a font that the file does not have: programs set another one, or leave the words out. */
  readonly hasMissingFont: boolean;
} {
  const all = lookup(context, page.get(PDFName.of('Annots')));
  const entries = all instanceof PDFArray ? all.asArray().map((entry) => lookup(context, entry)) : [];
  const marks = entries.filter((mark) => mark instanceof PDFDict);
  // These show something on paper. Notes, links and pop-ups do not, and fields are drawn from their values.
  const drawn = new Set(
    [
      ...['Line', 'Polygon', 'PolyLine', 'FreeText', 'Ink', 'Square', 'Circle', 'Stamp', 'Caret'],
      ...['Highlight', 'Underline', 'Squiggly', 'StrikeOut'],
    ].map((name) => PDFName.of(name)),
  );
  const isDrawn = (subtype: PDFObject | undefined) => subtype instanceof PDFName && drawn.has(subtype);
  const subtypeOf = (mark: PDFDict) => lookup(context, mark.get(PDFName.of('Subtype')));
  const isMarked = marks.some((mark) => {
    const hasLook = lookup(context, mark.get(PDFName.of('AP'))) !== undefined;
    return !hasLook && isDrawn(subtypeOf(mark)) && isOnPaper(context, mark);
  });
  const screenMarks = marks.flatMap((mark): ScreenMark[] => {
    if (isOnPaper(context, mark) || !isOnScreen(context, mark) || !hasInk(context, mark)) return [];
    const subtype = subtypeOf(mark);
    if (subtype === PDFName.of('Widget')) {
      if (isPushButton(context, mark)) return [];
      return [fieldEntry(context, mark, 'FT') === PDFName.of('Sig') ? 'signature' : 'filled-in field'];
    }
    if (!isDrawn(subtype)) return [];
    if (subtype === PDFName.of('FreeText')) return ['typed text'];
    return [subtype === PDFName.of('Stamp') ? 'stamp' : 'drawing'];
  });
  return { isMarked, screenMarks, hasMissingFont: usesMissingFont(context, page, resources) };
}

/** True if its look draws something. The look of an untouched field only says that it belongs to a field. */
function hasInk(context: PDFContext, mark: PDFDict): boolean {
  const [left, bottom, right, top] = boxOf(context, mark.get(PDFName.of('Rect'))) ?? [0, 0, 0, 0];
  const looks = lookup(context, mark.get(PDFName.of('AP')));
  if (right <= left || top <= bottom || !(looks instanceof PDFDict)) return false;
  const normal = lookup(context, looks.get(PDFName.of('N')));
  const state = lookup(context, mark.get(PDFName.of('AS')));
  const look = normal instanceof PDFDict && state instanceof PDFName ? lookup(context, normal.get(state)) : normal;
  if (!(look instanceof PDFStream)) return false;
  // A packed look is not unpacked here: packing an empty one takes about 40 bytes.
  const isPacked = look.dict.has(PDFName.of('Filter'));
  const text = isPacked ? '' : Buffer.from(look.getContents()).toString('latin1');
  return isPacked ? look.getContentsSize() > 48 : /\b(?:[SsFfBb]\*?|Do|sh|T[jJ]|BI)\b|['"]/.test(text);
}

/** True if the page, or a drawing on it, uses a font that is neither in the file nor one of the standard 14. */
function usesMissingFont(context: PDFContext, page: PDFDict, resources: PDFObject | undefined): boolean {
  const seen = new Set<PDFStream>();
  const deepest = 20;
  const entriesOf = (all: PDFDict, kind: string) => {
    const group = lookup(context, all.get(PDFName.of(kind)));
    return group instanceof PDFDict
      ? group.entries().map(([name, value]) => ({ name, value: lookup(context, value) }))
      : [];
  };
  const uses = (streams: readonly PDFObject[], resourcesEntry: PDFObject | undefined, depth: number): boolean => {
    const own = lookup(context, resourcesEntry);
    if (!(own instanceof PDFDict) || depth > deepest) return false;
    const missing = entriesOf(own, 'Font').flatMap(({ name, value }) => (isMissing(context, value) ? [name] : []));
    if (missing.length > 0 && streams.some((stream) => namesOneOf(missing, stream))) return true;
    return entriesOf(own, 'XObject').some(({ value: drawing }) => {
      if (!(drawing instanceof PDFStream) || seen.has(drawing)) return false;
      seen.add(drawing);
      return uses([drawing], drawing.dict.get(PDFName.of('Resources')) ?? own, depth + 1);
    });
  };
  const contents = lookup(context, page.get(PDFName.of('Contents')));
  const parts = contents instanceof PDFArray ? contents.asArray().map((part) => lookup(context, part)) : [contents];
  return uses(
    parts.filter((part) => part !== undefined),
    resources,
    0,
  );
}

function isMissing(context: PDFContext, font: PDFObject | undefined): boolean {
  if (!(font instanceof PDFDict)) return false;
  const entry = (dictionary: PDFDict, name: string) => lookup(context, dictionary.get(PDFName.of(name)));
  const subtype = entry(font, 'Subtype');
  // The glyphs of a Type 3 font are drawings in the file.
  if (subtype === PDFName.of('Type3')) return false;
  const descendants = entry(font, 'DescendantFonts');
  const described = descendants instanceof PDFArray ? lookup(context, descendants.get(0)) : font;
  const descriptor = described instanceof PDFDict ? entry(described, 'FontDescriptor') : undefined;
  const isEmbedded =
    descriptor instanceof PDFDict && ['FontFile', 'FontFile2', 'FontFile3'].some((name) => entry(descriptor, name));
  // Every program has these fonts.
  const standard = [
    ...['Helvetica', 'Helvetica-Bold', 'Helvetica-Oblique', 'Helvetica-BoldOblique', 'Symbol', 'ZapfDingbats'],
    ...['Times-Roman', 'Times-Bold', 'Times-Italic', 'Times-BoldItalic'],
    ...['Courier', 'Courier-Bold', 'Courier-Oblique', 'Courier-BoldOblique'],
  ];
  const name = entry(font, 'BaseFont');
  return (
    !isEmbedded && !(subtype !== PDFName.of('Type0') && name instanceof PDFName && standard.includes(name.decodeText()))
  );
}

/** True if a content chooses one of the fonts, or if that cannot be read. Lists of fonts often have more than a page uses. */
function namesOneOf(fonts: readonly PDFName[], stream: PDFObject): boolean {
  if (!(stream instanceof PDFRawStream)) return true;
  const mostBytes = 10_000_000;
  try {
    const { bytes, isPacked } = inflate(stream, mostBytes);
    const text = Buffer.from(bytes).toString('latin1');
    return isPacked || fonts.some((name) => [' ', '\n', '\r', '\t'].some((end) => text.includes(name + end)));
  } catch {
    return true;
  }
}
