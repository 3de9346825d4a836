/** Compares the content of a job with the content of its quote. */
import { type GivenContent, ownContent, type QuotedContent } from '../../core/content.ts';
import { sha256Hex } from '../../core/digest.ts';
import type { GivenDocument } from '../../core/given/document.ts';
import type { Deps } from '../../ports.ts';
import { type CompareDeps, type Comparing, comparePdf } from './compare-pdf.ts';
import { mismatch, printable } from './printable.ts';

type VerifyDeps = CompareDeps & Pick<Deps, 'log'>;

/** Refuses a document that differs from the quoted one, in kind or in bytes. */
export async function verify(
  deps: VerifyDeps,
  { content }: GivenDocument,
  quoted: QuotedContent,
  comparing: Comparing,
): Promise<void> {
  await verifyContent(deps, content, quoted, comparing);
}

async function verifyContent(
  deps: VerifyDeps,
  sent: GivenContent,
  quoted: QuotedContent,
  comparing: Comparing,
): Promise<void> {
  const { kind, value, field } = sent;
  if (kind !== quoted.kind) throw mismatch(deps, sent, `the quote was made for ${quoted.kind}`);
  const own = ownContent(quoted);
  const isSame =
    kind === 'pdf_url'
      ? printable(field, await comparePdf(deps, value, own, comparing)).isSame
      : sha256Hex(value) === own.hash;
  if (!isSame) throw mismatch(deps, sent, 'it has changed since the quote');
}
