/** Compares the document of a job with the document of its quote. */

import { sha256Hex } from '../../core/digest.ts';
import type { GivenAttachment } from '../../core/given/attachments.ts';
import type { GivenContent } from '../../core/given/content.ts';
import type { GivenDocument } from '../../core/given/document.ts';
import { roomForAll } from '../../core/given/room.ts';
import { ownContent, type QuotedContent } from '../../core/quoted-content.ts';
import type { Log } from '../../ports/log.ts';
import { allInOrder } from './all-in-order.ts';
import { type CompareDeps, type Comparing, comparePdf } from './compare-pdf.ts';
import { mismatch, printable } from './printable.ts';
import { mustBeAsMany, mustBeInOrder, verifyAttachment } from './verify-attachments.ts';
import { verifyMarks } from './verify-marks.ts';

type VerifyDeps = CompareDeps & { readonly log: Log };

/** Refuses a document that differs from the quoted one, in kind, in its parts or in bytes. `path`: of the document. */
export async function verifyDocument(
  deps: VerifyDeps,
  { content, attachments, marks = {}, path }: GivenDocument,
  quoted: QuotedContent,
  comparing: Comparing,
): Promise<void> {
  const files = quoted.parts?.attachments ?? [];
  // Free checks come first: no server is asked for the files of a document that differs anyway.
  if (content.kind !== quoted.kind) throw mismatch(deps, content, `the quote was made for ${quoted.kind}`);
  verifyMarks(deps, marks, quoted.parts ?? {}, path);
  mustBeAsMany(deps, attachments, files, path);
  mustBeInOrder(deps, attachments, files);
  const together = { ...comparing, room: roomForAll() };
  // One look serves an address that is attached several times.
  const partOf = ({ value }: GivenAttachment) => 1 + attachments.findIndex((one) => one.value === value);
  await allInOrder([
    verifyContent(deps, content, quoted, together),
    ...attachments.map((sent, index) =>
      verifyAttachment(deps, sent, files[index], { ...together, part: partOf(sent) }),
    ),
  ]);
}

async function verifyContent(
  deps: VerifyDeps,
  sent: GivenContent,
  quoted: QuotedContent,
  comparing: Comparing,
): Promise<void> {
  const { kind, value, field } = sent;
  const own = ownContent(quoted);
  const isSame =
    kind === 'pdf_url'
      ? printable(field, await comparePdf(deps, value, own, comparing)).isSame
      : sha256Hex(value) === own.hash;
  if (!isSame) throw mismatch(deps, sent, 'it has changed since the quote');
}
