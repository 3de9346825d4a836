/** Fetches a customer's PDF with the guarded fetch, and checks that the file is a PDF. */
import { type ByteBudget, isWordFile, maxFileBytes, saveAsPdf } from '../../domain/input/content.ts';
import type { Validators } from '../../domain/input/quoted-content.ts';
import type { Rendered } from '../../domain/paper.ts';
import { ownFile } from '../../domain/refusal.ts';
import { type FetchSeams, guardedFetch } from './guarded-fetch.ts';

export const fetchLimits = {
  bytes: maxFileBytes,
  bytesInFlight: 200_000_000,
  redirects: 3,
  connectMs: 5_000,
  totalMs: 15_000,
} as const;

/** `pdf` is undefined if the server says that it still matches the stored validators. `overrides`: for tests. */
export async function fetchPdfIfChanged(
  url: string,
  options: {
    readonly allowedHosts: readonly string[];
    readonly stored?: Validators;
    readonly budget?: ByteBudget | undefined;
  },
  overrides: Partial<FetchSeams> = {},
): Promise<Rendered<{ readonly pdf: Uint8Array | undefined; readonly validators: Validators }>> {
  const fileKind = { noun: 'PDF', accept: 'application/pdf', example: 'https://example.com/letter.pdf' };
  if (!/^https?:/i.test(url.trim()))
    return { ok: false, problem: `The URL must begin with https://. ${ownFile}`, details: { kind: 'own_file' } };
  const { budget, ...rest } = options;
  const fetched = await guardedFetch(url, { ...fileKind, ...rest, limits: { ...fetchLimits, budget } }, overrides);
  if (!fetched.ok) return fetched;
  const { bytes, validators } = fetched;
  // Some PDF writers put bytes before the signature, and readers accept it within the first KiB.
  if (bytes === undefined || bytes.subarray(0, 1_024).includes('%PDF-'))
    return { ok: true, warnings: [], pdf: bytes, validators };
  return isWordFile(bytes)
    ? { ok: false, problem: saveAsPdf, details: { kind: 'word_file' } }
    : { ok: false, problem: 'The URL does not deliver a PDF: the file does not begin with %PDF-.' };
}

/** Fetches without stored validators, so the server must send the PDF. */
export async function fetchPdf(
  url: string,
  options: Omit<Parameters<typeof fetchPdfIfChanged>[1], 'stored'>,
  overrides?: Partial<FetchSeams>,
): Promise<Rendered<{ readonly pdf: Uint8Array; readonly validators: Validators }>> {
  const fetched = await fetchPdfIfChanged(url, options, overrides);
  if (!fetched.ok) return fetched;
  const { pdf } = fetched;
  if (pdf === undefined) throw new Error('an unconditional fetch returned no bytes');
  return { ...fetched, pdf };
}
