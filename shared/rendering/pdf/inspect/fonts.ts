/** Finds fonts that a page uses and its file does not have: programs set another one, or leave the words out. */
import { inflateSync } from 'node:zlib';
import { PDFArray, type PDFContext, PDFDict, PDFName, type PDFObject, PDFRawStream, PDFStream } from 'pdf-lib';
import { lookup } from './page.ts';

/** True if the page, or a drawing on it, uses a font that is neither in the file nor one of the standard 14. */
export function usesMissingFont(context: PDFContext, page: PDFDict, resources: PDFObject | undefined): boolean {
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
  const filter = stream.dict.lookup(PDFName.of('Filter'));
  const [only, ...others] = filter instanceof PDFArray ? filter.asArray() : [filter];
  let bytes = stream.contents;
  const mostBytes = 10_000_000;
  try {
    if (only === PDFName.of('FlateDecode')) bytes = inflateSync(bytes, { maxOutputLength: mostBytes });
    else if (only !== undefined) return true;
  } catch {
    return true;
  }
  const text = Buffer.from(bytes).toString('latin1');
  return others.length > 0 || fonts.some((name) => [' ', '\n', '\r', '\t'].some((end) => text.includes(name + end)));
}
