/** Turns a photograph of a page into a one-page PDF, in a child process. */
import type { Paper, Rendered } from '../../domain/paper.ts';
import { unprintable } from '../layout.ts';
import { readInChild, siblingScript } from '../process/read-in-child.ts';

/** `pdf`: base64. */
export type PhotoFinding = { readonly problem: string } | { readonly pdf: string; readonly pixelsPerInch: number };

/** Throws `MachineBusy`. The PDF is not inspected yet. */
export async function photoPage(
  photo: Uint8Array,
  paper: Paper,
  network: string,
): Promise<Rendered<{ readonly pdf: Uint8Array }>> {
  const args = [JSON.stringify(paper)];
  const child = siblingScript('photo-child', import.meta.url);
  const { findings, excess } = await readInChild<PhotoFinding>(child, photo, { network, args });
  const [finding] = findings;
  if (finding === undefined)
    return unprintable(
      excess === undefined
        ? 'The picture cannot be read: it is damaged. Save it again.'
        : 'The picture takes too much time or memory to read. Save it smaller, or as a JPEG.',
    );
  if ('problem' in finding) return unprintable(finding.problem);
  const { pdf, pixelsPerInch } = finding;
  // With fewer, small letters look ragged.
  const minPixelsPerInch = 150;
  const warnings = pixelsPerInch < minPixelsPerInch ? [{ code: 'photo_coarse', pixelsPerInch } as const] : [];
  return { ok: true, warnings, pdf: Buffer.from(pdf, 'base64') };
}
