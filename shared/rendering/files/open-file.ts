/** Makes a caller's file ready for print: a PDF. */
import type { FileUse, Rendered } from '../../core/content.ts';
import { inspectPdf } from '../pdf/inspect-pdf.ts';

export type Opened = Rendered<{ readonly pdf: Uint8Array; readonly pages: number } | { readonly html: string }>;

/** Throws `MachineBusy` if the machine has no time. */
export async function openFile(bytes: Uint8Array, use: FileUse, network: string): Promise<Opened> {
  const inspected = await inspectPdf(bytes, use.layout, { network });
  return inspected.ok ? { ...inspected, pdf: bytes } : inspected;
}
