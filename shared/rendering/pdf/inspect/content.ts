/** Measures the unpacked size of every page's drawing instructions, before anything draws them. */
import { inflateSync } from 'node:zlib';
import { PDFArray, type PDFContext, PDFDict, PDFName, type PDFObject, PDFRawStream } from 'pdf-lib';

const mostBytes = 100_000_000;

/** Refuses content that unpacks to more than any real page's does. The limits cover filters beside flate. */
export function problemOfContent(context: PDFContext): string | undefined {
  const contents = new Set(context.enumerateIndirectObjects().flatMap(([, object]) => contentsOf(context, object)));
  for (const stream of contents) {
    if (!unpacksTooFar(stream)) continue;
    return `The content of a page unpacks to more than ${mostBytes / 1_000_000} MB. Save the PDF anew with another program.`;
  }
  return undefined;
}

function contentsOf(context: PDFContext, object: PDFObject): PDFRawStream[] {
  if (!(object instanceof PDFDict) || object.get(PDFName.of('Type')) !== PDFName.of('Page')) return [];
  const contents = context.lookup(object.get(PDFName.of('Contents')));
  const parts = contents instanceof PDFArray ? contents.asArray() : [contents];
  return parts.map((part) => context.lookup(part)).filter((part) => part instanceof PDFRawStream);
}

function unpacksTooFar(stream: PDFRawStream): boolean {
  const filter = stream.dict.lookup(PDFName.of('Filter'));
  const filters = filter instanceof PDFArray ? filter.asArray() : [filter];
  let bytes = stream.contents;
  try {
    for (const name of filters) {
      if (name !== PDFName.of('FlateDecode')) return false;
      bytes = inflateSync(bytes, { maxOutputLength: mostBytes });
    }
    return false;
  } catch (error) {
    // Any other error is damage, which readers repair or report.
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
  }
}
