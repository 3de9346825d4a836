/** The PDF that a partner gets: the one stored with the quote, or one written now from the quoted text. */

import { sha256Hex } from '../../core/digest.ts';
import type { GivenContent } from '../../core/given/content.ts';
import type { Paper } from '../../core/paper.ts';
import type { QuotedContent, StoredDocument } from '../../core/quoted-content.ts';
import type { Documents } from '../../ports/documents.ts';
import type { Log } from '../../ports/log.ts';
import type { Renderer } from '../../ports/renderer.ts';
import { mismatch, printable } from './printable.ts';

/** Returns the PDF for the partner: the one stored with the quote, or one written now from the quoted text. */
export async function documentOf(
  deps: { readonly documents: Documents; readonly log: Log; readonly renderer: Renderer },
  sent: Pick<GivenContent, 'field' | 'value'>,
  quoted: QuotedContent,
  { paper, key, title }: { readonly paper: Paper; readonly key: string; readonly title: string },
): Promise<StoredDocument> {
  if (quoted.document !== undefined) return quoted.document;
  const { pdf, pages, layoutVersion } = printable(sent.field, await deps.renderer.writeText(sent.value, paper, title));
  if (pages !== quoted.pages) throw mismatch(deps, sent, `it now takes ${pages} pages instead of ${quoted.pages}`);
  if (layoutVersion !== quoted.layoutVersion) throw mismatch(deps, sent, 'the standard print layout has changed since');
  await deps.documents.put(key, pdf);
  return { key, sha256: sha256Hex(pdf) };
}
