/** Makes the sender's marks ready for print, and tells the hashes that bind the price to them. */

import { sha256Hex } from '../../core/digest.ts';
import type { PreparedMarks } from '../../core/given/marks.ts';
import type { GivenMarks, GivenPicture } from '../../core/given/sender-marks.ts';
import type { Paper } from '../../core/paper.ts';
import type { QuotedMarks } from '../../core/quoted-content.ts';
import type { Renderer } from '../../ports/renderer.ts';
import { printable } from './printable.ts';

export async function prepareMarks(
  deps: { readonly renderer: Renderer },
  { signature, letterhead }: GivenMarks,
  paper: Paper,
  network: string,
): Promise<PreparedMarks> {
  const pictureOf = async ({ bytes, field }: GivenPicture, use: keyof PreparedMarks) =>
    printable(field, await deps.renderer.preparePicture(bytes, use, paper, network)).picture;
  return {
    signature:
      signature?.kind === 'typed'
        ? printable(signature.field, await deps.renderer.prepareName(signature.typed.trim(), paper)).name
        : signature && (await pictureOf(signature, 'signature')),
    letterhead: letterhead && (await pictureOf(letterhead, 'letterhead')),
  };
}

/** The hashes of marks by which a job's are compared. */
export const quotedMarks = ({ signature, letterhead }: GivenMarks): QuotedMarks => ({
  letterhead: letterhead && sha256Hex(letterhead.bytes),
  signature:
    signature?.kind === 'typed'
      ? { kind: 'typed', hash: sha256Hex(signature.typed), typed: signature.typed }
      : signature && { kind: 'image', hash: sha256Hex(signature.bytes) },
});
