/** Prepares content for print: measures it for a quote, compares it with that quote, and writes the PDF. */
import type { GivenContent, Layout, QuotedContent, Rendered, StoredDocument } from '../core/content.ts';
import { sha256Hex } from '../core/digest.ts';
import { Refusal } from '../core/refusal.ts';
import type { Deps } from '../ports.ts';

/** Returns the renderer's result, or throws a refusal that names the field. */
export function printable<T>(field: string, result: Rendered<T>): { readonly warnings: readonly string[] } & T {
  if (result.ok) return result;
  throw new Refusal({ code: 'content_refused', message: `${field}: ${result.problem}`, field });
}

export interface Measured {
  readonly content: QuotedContent;
  readonly warnings: readonly string[];
}

/** Counts the real pages. For HTML and PDFs it stores the bytes to print under `key`; text is only laid out. */
export async function measure(
  deps: PrintDeps & Pick<Deps, 'documents'>,
  given: GivenContent,
  layout: Layout,
  key: string,
): Promise<Measured> {
  const { kind, value, field } = given;
  if (kind === 'pdf_url') return measurePdf(deps, given, layout, key);
  const hash = sha256Hex(value);
  if (kind === 'text') {
    const { pages, layoutVersion, warnings } = printable(field, deps.renderer.measureText(value, layout));
    return { content: { kind, hash, pages, layoutVersion }, warnings };
  }
  const { pages, sha256, warnings } = printable(field, await printHtml(deps, value, layout, key));
  return { content: { kind, hash, pages, document: { key, sha256 } }, warnings };
}

/** The dependencies that printing HTML needs. */
export type PrintDeps = Pick<Deps, 'clock' | 'log' | 'renderer'>;

/** Prints HTML and measures the time. A print that times out is a refusal or an accident, so it is not measured. */
export async function printHtml({ clock, log, renderer }: PrintDeps, html: string, layout: Layout, key: string) {
  const startedAt = clock.now();
  const result = await renderer.printHtml(html, layout, key);
  log.measure('renderMs', clock.now() - startedAt);
  return result;
}

async function measurePdf(
  { documents, renderer }: Pick<Deps, 'documents' | 'renderer'>,
  { kind, value, field }: GivenContent,
  layout: Layout,
  key: string,
): Promise<Measured> {
  const { pdf } = printable(field, await renderer.fetchPdf(value));
  const { pages, warnings } = printable(field, await renderer.inspectPdf(pdf, layout));
  await documents.put(key, pdf);
  const hash = sha256Hex(pdf);
  return { content: { kind, hash, pages, document: { key, sha256: hash } }, warnings };
}

/** Refuses content that differs from the quoted content, in kind or in bytes. */
export async function verify(
  deps: Pick<Deps, 'log' | 'renderer'>,
  given: GivenContent,
  quoted: QuotedContent,
): Promise<void> {
  if (given.kind !== quoted.kind) throw mismatch(deps, given, `the quote was made for ${quoted.kind}`);
  const hash = sha256Hex(given.kind === 'pdf_url' ? await fetched(deps, given) : given.value);
  if (hash !== quoted.hash) throw mismatch(deps, given, 'it has changed since the quote');
}

const fetched = async ({ renderer }: Pick<Deps, 'renderer'>, { value, field }: GivenContent): Promise<Uint8Array> =>
  printable(field, await renderer.fetchPdf(value)).pdf;

function mismatch({ log }: Pick<Deps, 'log'>, { field }: GivenContent, why: string): Refusal {
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
  given: GivenContent,
  quoted: QuotedContent,
  { layout, key, title }: { readonly layout: Layout; readonly key: string; readonly title: string },
): Promise<StoredDocument> {
  if (quoted.document !== undefined) return quoted.document;
  const { pdf, pages, layoutVersion } = printable(
    given.field,
    await deps.renderer.writeText(given.value, layout, title),
  );
  if (pages !== quoted.pages) throw mismatch(deps, given, `it now takes ${pages} pages instead of ${quoted.pages}`);
  if (layoutVersion !== quoted.layoutVersion)
    throw mismatch(deps, given, 'the standard print layout has changed since');
  await deps.documents.put(key, pdf);
  return { key, sha256: sha256Hex(pdf) };
}
