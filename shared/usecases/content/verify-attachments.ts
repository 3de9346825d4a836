/** Compares the attachments of a job with those of its quote: their number, their order and each file. */

import { sha256Hex } from '../../core/digest.ts';
import type { GivenAttachment } from '../../core/given/attachments.ts';
import type { QuotedAttachment } from '../../core/quoted-content.ts';
import type { Log } from '../../ports/log.ts';
import { type CompareDeps, type Comparing, comparePdf } from './compare-pdf.ts';
import { mismatch, printable } from './printable.ts';

/** Names the attachment that is missing, or the one too many, by its address. */
export function mustBeAsMany(
  deps: { readonly log: Log },
  sent: readonly GivenAttachment[],
  quoted: readonly QuotedAttachment[],
  path: string,
): void {
  if (sent.length === quoted.length) return;
  const [given, known] = [sent.map(({ value }) => sha256Hex(value)), quoted.map(({ source }) => source?.urlHash)];
  if (sent.length > quoted.length) {
    const added = indexOr(
      quoted.length,
      given.findIndex((one) => !known.includes(one)),
    );
    const has = quoted.length === 0 ? 'no attachments' : `${ofAttachments(quoted.length)} only, and not this one`;
    throw mismatch(deps, { field: sent[added]?.field ?? path }, `the quote has ${has}`);
  }
  const gone = indexOr(
    sent.length,
    known.findIndex((one) => one === undefined || !given.includes(one)),
  );
  const field = `${path}attachments.${gone}`;
  throw mismatch(deps, { field }, `the quote has ${ofAttachments(quoted.length)}, and this one is missing`);
}

/** An address that the quote has in another place: nothing needs to be fetched to see that. */
export function mustBeInOrder(
  deps: { readonly log: Log },
  sent: readonly GivenAttachment[],
  quoted: readonly QuotedAttachment[],
): void {
  for (const [index, { value, field }] of sent.entries()) {
    const urlHash = sha256Hex(value);
    const place = quoted.findIndex(({ source }) => source?.urlHash === urlHash);
    const isOther = quoted[place]?.hash !== quoted[index]?.hash;
    if (place !== -1 && isOther && quoted[index]?.source?.urlHash !== urlHash)
      throw mismatch(deps, { field }, `the quote has it as attachment ${place + 1}, and the order counts`);
  }
}

export async function verifyAttachment(
  deps: CompareDeps & { readonly log: Log },
  { value, field }: GivenAttachment,
  quoted: QuotedAttachment | undefined,
  comparing: Comparing,
): Promise<void> {
  const isSame = quoted && printable(field, await comparePdf(deps, value, quoted, comparing)).isSame;
  if (!isSame) throw mismatch(deps, { field }, 'it has changed since the quote');
}

const indexOr = (fallback: number, found: number): number => (found === -1 ? fallback : found);

const ofAttachments = (count: number): string => (count === 1 ? 'one attachment' : `${count} attachments`);
