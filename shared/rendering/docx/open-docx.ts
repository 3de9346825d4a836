/** Opens a .docx: tells what archive it is, and takes out the parts that can be printed, within fixed limits. */

import { ContentRefused } from '../content-refused.ts';
import { withBoundText } from './bound-text.ts';
import { readZip, type ZipEntry } from './zip.ts';

export interface Docx {
  /** The parts to print by their paths: XML and pictures. */
  readonly parts: ReadonlyMap<string, Buffer>;
  readonly paths: readonly string[];
}

/** Unpacked. A page of a letter has about 50 kB of XML. */
const mostBytes = { xml: 12_000_000, media: 20_000_000 } as const;

const isXml = (path: string) =>
  /^(?:\[Content_Types\]\.xml|_rels\/\.rels|word\/(?:_rels\/)?[\w-]+\.xml(?:\.rels)?)$/.test(path);
const isMedia = (path: string) => /^word\/media\/[\w.-]+$/.test(path);
const isData = (path: string) => /^customXml\/item(?:Props)?\d*\.xml$/.test(path);
/** Data of more bytes holds pictures or files. */
const mostOfData = 500_000;

export function openDocx(file: Buffer): Docx {
  const entries = readZip(file);
  const paths = [...entries.keys()];
  const problem = problemOf(paths, entries);
  if (problem !== undefined) throw new ContentRefused(problem);
  const take = (wanted: (path: string) => boolean, most: number): [string, Buffer][] => {
    const taken = [...entries.values()].filter(({ name }) => wanted(name));
    if (taken.reduce((sum, { size }) => sum + size, 0) > most)
      throw new ContentRefused('The document unpacks to too much. Save it as a PDF and send that.');
    return taken.map((entry) => [entry.name, entry.unpacked()]);
  };
  const data = [...entries.values()].filter(({ name, size }) => isData(name) && size <= mostOfData);
  const bound = new Map(data.map((entry) => [entry.name, entry.unpacked().toString('utf8').replaceAll('\ufffd', '')]));
  const xml = take(isXml, mostBytes.xml).map(([path, bytes]): [string, Buffer] => [
    path,
    Buffer.from(withBoundText(plain(bytes), bound)),
  ]);
  return { parts: new Map([...xml, ...take(isMedia, mostBytes.media)]), paths };
}

/** Names the archives that are taken for a .docx. */
function problemOf(paths: readonly string[], entries: ReadonlyMap<string, ZipEntry>): string | undefined {
  const has = (path: RegExp) => paths.some((one) => path.test(one));
  if (has(/^xl\//)) return 'The file is an Excel workbook. Save it as a PDF and send that.';
  if (has(/^ppt\//)) return 'The file is a PowerPoint presentation. Save it as a PDF and send that.';
  if (has(/^(?:Index\/Document\.iwa|Index\.zip|index\.xml|index\.apxl)$/))
    return 'The file is a document of Apple Pages. Export it as a PDF or as .docx.';
  const type = entries.get('mimetype');
  if (type !== undefined && type.size < 200 && type.unpacked().includes('opendocument'))
    return 'The file is an OpenDocument file (.odt). Save it as a PDF or as .docx.';
  if (!entries.has('[Content_Types].xml') || !has(/^word\/\w+\.xml$/))
    return 'The file is a zip archive and no Word document. Send a PDF, a .docx, or a JPEG or PNG picture.';
  if (has(/vbaProject/i) || entries.get('[Content_Types].xml')?.unpacked().includes('macroEnabled'))
    return 'The document has macros (.docm), which are never passed on. Save it as .docx or PDF.';
  return undefined;
}

/** Word processors write UTF-8, without a document type and without entities. */
function plain(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  if (text.includes('\0') || text.includes('\ufffd') || /<!(?:DOCTYPE|ENTITY)/i.test(text))
    throw new ContentRefused(
      'The document is not written as Word writes it. Save it anew with a word processor, or as a PDF.',
    );
  // No code page has a sign for these, so nobody could find them.
  return text.replaceAll(/[\x7f\x81\x8d\x8f\x90\x9d]|&#(?:127|x7f);/gi, '');
}
