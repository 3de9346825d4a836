/** Prepares content for print: measures it for a quote, compares it with that quote, and writes the PDF. */
import type { GivenContent, Layout, QuotedContent, Rendered, StoredDocument } from '../core/content.ts';
import { sha256Hex } from '../core/digest.ts';
import type { Product } from '../core/product.ts';
import { Refusal } from '../core/refusal.ts';
import type { Warning } from '../core/warnings/warning.ts';
import type { AskingDeps } from '../fulfilment/ask-once.ts';
import { unpaidDocumentKey } from '../fulfilment/document.ts';
import type { Deps } from '../ports.ts';
import { type Comparing, comparePdf } from './content/compare-pdf.ts';

/** Returns the renderer's result, or throws a refusal that names the field. */
function printable<T>(field: string, result: Rendered<T>): { readonly warnings: readonly Warning[] } & T {
  if (result.ok) return result;
  const { code = 'content_refused', problem } = result;
  throw new Refusal({ code, message: `${field}: ${problem}`, field });
}

/** `key`: the PDF's place. `network`: of the caller, who waits in line. */
interface Printing {
  readonly key: string;
  readonly network: string;
}

export interface Measured {
  readonly content: QuotedContent;
  readonly warnings: readonly Warning[];
}

/** Counts the real pages. It stores the bytes to print of HTML, under `key`, and of PDFs; text is only laid out. */
export async function measure(
  deps: PrintDeps & Pick<Deps, 'documents'>,
  { kind, value, field }: GivenContent,
  layout: Layout,
  { key, network }: Printing,
): Promise<Measured> {
  if (kind === 'pdf_url') {
    const { pdf, validators } = printable(field, await deps.renderer.fetchPdf(value));
    const { pages, warnings } = printable(field, await deps.renderer.inspectPdf(pdf, layout, network));
    const sha256 = sha256Hex(pdf);
    // A PDF that is quoted again and again is stored once.
    const document = { key: unpaidDocumentKey(sha256), sha256 };
    await deps.documents.put(document.key, pdf);
    const source = { urlHash: sha256Hex(value), ...validators };
    return { content: { kind, hash: sha256, pages, document, source }, warnings };
  }
  const hash = sha256Hex(value);
  if (kind === 'text') {
    const { pages, layoutVersion, warnings } = printable(field, deps.renderer.measureText(value, layout));
    return { content: { kind, hash, pages, layoutVersion }, warnings };
  }
  const printed = printable(field, await printHtml(deps, value, layout, { key, network }));
  const { pages, sha256, engine, warnings } = printed;
  return { content: { kind, hash, pages, engine, document: { key, sha256 } }, warnings };
}

/** The dependencies that printing HTML needs. */
export type PrintDeps = Pick<Deps, 'clock' | 'log' | 'renderer'>;

/** Prints HTML and measures the time. A print that times out is a refusal or an accident, so it is not measured. */
export async function printHtml(
  { clock, log, renderer }: PrintDeps,
  html: string,
  layout: Layout,
  { key, network }: Printing,
) {
  const startedAt = clock.now();
  const result = await renderer.printHtml(html, layout, key, network);
  log.measure('renderMs', clock.now() - startedAt);
  return result;
}

/** Refuses content that differs from the quoted content, in kind or in bytes. */
export async function verify(
  deps: AskingDeps & Pick<Deps, 'log' | 'renderer'>,
  sent: GivenContent,
  quoted: QuotedContent,
  comparing: Comparing,
): Promise<void> {
  const { kind, value, field } = sent;
  if (kind !== quoted.kind) throw mismatch(deps, sent, `the quote was made for ${quoted.kind}`);
  const isSame =
    kind === 'pdf_url'
      ? printable(field, await comparePdf(deps, value, quoted, comparing)).isSame
      : sha256Hex(value) === quoted.hash;
  if (!isSame) throw mismatch(deps, sent, 'it has changed since the quote');
}

function mismatch({ log }: Pick<Deps, 'log'>, { field }: Pick<GivenContent, 'field'>, why: string): Refusal {
  log.measure('contentMismatches', 1);
  return new Refusal({
    code: 'quote_content_mismatch',
    message: `${field} is not the quoted content: ${why}. Request a fresh quote for this content and let the user approve its price.`,
    field,
  });
}

/** Returns the PDF for the partner: the one stored with the quote, or one written now from the quoted text. */
export async function documentOf(
  deps: Pick<Deps, 'documents' | 'log' | 'renderer'>,
  sent: Pick<GivenContent, 'field' | 'value'>,
  quoted: QuotedContent,
  { layout, key, title }: { readonly layout: Layout; readonly key: string; readonly title: string },
): Promise<StoredDocument> {
  if (quoted.document !== undefined) return quoted.document;
  const { pdf, pages, layoutVersion } = printable(sent.field, await deps.renderer.writeText(sent.value, layout, title));
  if (pages !== quoted.pages) throw mismatch(deps, sent, `it now takes ${pages} pages instead of ${quoted.pages}`);
  if (layoutVersion !== quoted.layoutVersion) throw mismatch(deps, sent, 'the standard print layout has changed since');
  await deps.documents.put(key, pdf);
  return { key, sha256: sha256Hex(pdf) };
}

/** An enclosure: HTML that a partner prints on a page of its own. It is cleaned first and fitted before it is sold. */
export interface Insert {
  readonly html: string;
  readonly field: string;
  readonly layout: Layout;
  readonly warnings: readonly Warning[];
}

/** Removes markup that may not go to the partner. Returns `undefined` if the order has no enclosure. */
export async function cleanedInsert(
  { renderer }: Pick<Deps, 'renderer'>,
  { name, insert }: Product,
  order: Readonly<Record<string, unknown>>,
): Promise<Insert | undefined> {
  const sent = insert && order[insert.member];
  if (insert === undefined || typeof sent !== 'string' || sent.trim() === '') return undefined;
  const field = `${name}.${insert.member}`;
  const { html, warnings } = printable(field, await renderer.cleanMessage(sent));
  return { html, field, layout: insert.layout, warnings: warnings.map((warning) => ({ ...warning, field })) };
}

/** Refuses an enclosure that does not fit its page. Stores one that fits under `key`, so the payer can preview it. */
export async function fittedInsert(
  deps: PrintDeps,
  { html, field, layout }: Insert,
  printing: Printing,
): Promise<StoredDocument> {
  const { sha256 } = printable(field, await printHtml(deps, html, layout, printing));
  return { key: printing.key, sha256 };
}
