/** Measures content for a quote: counts its real pages, and stores what will be printed. */
import type { GivenContent, Layout, QuotedContent } from '../../core/content.ts';
import { sha256Hex } from '../../core/digest.ts';
import { contentHashOf } from '../../core/given/content-hash.ts';
import type { GivenDocument } from '../../core/given/document.ts';
import type { Warning } from '../../core/warnings/warning.ts';
import { unpaidDocumentKey } from '../../fulfilment/document.ts';
import type { Deps } from '../../ports.ts';
import { type PrintDeps, type Printing, printHtml } from './print-html.ts';
import { printable } from './printable.ts';

export interface Measured {
  readonly content: QuotedContent;
  readonly warnings: readonly Warning[];
}

/** Counts the real pages. It stores the bytes to print of HTML, under `key`, and of PDFs; text is only laid out. */
export async function measure(
  deps: MeasureDeps,
  given: GivenDocument,
  layout: Layout,
  printing: Printing,
): Promise<Measured> {
  const { content, warnings } = await measureContent(deps, given.content, layout, printing);
  const hash = contentHashOf(content.parts ?? { content: content.hash });
  return { content: { ...content, hash }, warnings };
}

const measureContent = (
  deps: MeasureDeps,
  content: GivenContent,
  layout: Layout,
  printing: Printing,
): Promise<Measured> => {
  switch (content.kind) {
    case 'text':
      return measureText(deps, content, layout);
    case 'html':
      return measureHtml(deps, content, layout, printing);
    case 'pdf_url':
      return measurePdf(deps, content, layout, printing);
  }
};

type MeasureDeps = PrintDeps & Pick<Deps, 'documents'>;

async function measureText(
  { renderer }: Pick<Deps, 'renderer'>,
  { kind, value, field }: GivenContent,
  layout: Layout,
): Promise<Measured> {
  const { pages, layoutVersion, warnings } = printable(field, renderer.measureText(value, layout));
  return { content: { kind, hash: sha256Hex(value), pages, layoutVersion }, warnings };
}

async function measureHtml(
  deps: PrintDeps,
  { kind, value, field }: GivenContent,
  layout: Layout,
  { key, network }: Printing,
): Promise<Measured> {
  const printed = printable(field, await printHtml(deps, value, layout, { key, network }));
  const { pages, sha256, engine, warnings } = printed;
  return { content: { kind, hash: sha256Hex(value), pages, engine, document: { key, sha256 } }, warnings };
}

async function measurePdf(
  { documents, renderer }: MeasureDeps,
  { kind, value, field }: GivenContent,
  layout: Layout,
  { network }: Pick<Printing, 'network'>,
): Promise<Measured> {
  const { pdf, validators } = printable(field, await renderer.fetchPdf(value));
  const { pages, warnings } = printable(field, await renderer.inspectPdf(pdf, layout, network));
  const sha256 = sha256Hex(pdf);
  // A PDF that is quoted again and again is stored once.
  const document = { key: unpaidDocumentKey(sha256), sha256 };
  await documents.put(document.key, pdf);
  const source = { urlHash: sha256Hex(value), ...validators };
  return { content: { kind, hash: sha256, pages, document, source }, warnings };
}
