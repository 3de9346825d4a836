/** Adds the pages of an order's document to a file of evidence, in a separate process. */
import { besideModule, readInChild } from '../process/read-in-child.ts';

/** The form that verifies receipts takes 4 MB, with a little around the file. */
const mostBytes = 3_900_000;

/** `undefined` if the document cannot be copied, or makes the file too large for an answer. */
export async function addPages(evidence: Uint8Array, document: Uint8Array): Promise<Uint8Array | undefined> {
  if (document.length > mostBytes) return undefined;
  const child = besideModule('add-pages-child', import.meta.url);
  const limits = { timeMs: 5_000, patienceMs: 18_000, memoryBytes: 600_000_000 };
  const around = { limits, network: 'evidence', args: [`${evidence.length}`] };
  // On a machine without time for them, the file comes without its pages.
  const { findings } = await readInChild<{ readonly pdf: string }>(
    child,
    Buffer.concat([evidence, document]),
    around,
  ).catch(() => ({ findings: [] }));
  const file = findings[0] && Buffer.from(findings[0].pdf, 'base64');
  return file !== undefined && file.length <= mostBytes ? file : undefined;
}
