/** Fetches a customer's PDF with the guarded fetch: its limits, its words, and the check that the file is a PDF. */
import type { Rendered } from '../../core/content.ts';
import { type FetchSeams, guardedFetch } from './guarded-fetch.ts';

export const fetchLimits = { bytes: 20_000_000, redirects: 3, connectMs: 5_000, totalMs: 15_000 } as const;

/** `replaced`: the parts that a test replaces. */
export async function fetchPdf(
  url: string,
  { allowHosts }: { readonly allowHosts: readonly string[] },
  replaced: Partial<FetchSeams> = {},
): Promise<Rendered<{ readonly pdf: Uint8Array }>> {
  const aPdf = { noun: 'PDF', accept: 'application/pdf', example: 'https://example.com/letter.pdf' };
  const fetched = await guardedFetch(url, { ...aPdf, limits: fetchLimits, allowHosts }, replaced);
  if (!fetched.ok) return fetched;
  const { bytes } = fetched;
  // Some PDF writers put bytes before the signature, and readers accept it within the first KiB.
  return bytes.subarray(0, 1_024).includes('%PDF-')
    ? { ok: true, warnings: [], pdf: bytes }
    : { ok: false, problem: 'The URL does not deliver a PDF: the file does not begin with %PDF-.' };
}
