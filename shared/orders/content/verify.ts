/** Compares the document of a job with the document of its quote. */
import { sha256Hex } from '../../domain/digest.ts';
import type { GivenAttachment } from '../../domain/given/attachments.ts';
import type { GivenContent } from '../../domain/given/content.ts';
import type { GivenDocument } from '../../domain/given/document.ts';
import { ownContent, type QuotedAttachment, type QuotedContent } from '../../domain/given/quoted-content.ts';
import { roomForAll } from '../../domain/given/room.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Deps } from '../deps.ts';
import { printable } from '../renderer.ts';
import { type Comparing, comparePdf } from './compare-pdf.ts';
import { allInOrder } from './lay-out.ts';

/** The hash that a job names, and the path of its field. */
interface NamedContent {
  readonly hash: string;
  readonly field: string;
}

export function checkHash({ log }: Deps, { hash, field }: NamedContent, quoted: QuotedContent): void {
  if (hash.toLowerCase() === quoted.hash) return;
  log.measure('contentMismatches', 1);
  throw new Refusal(
    'quote_content_mismatch',
    `${field} is not the content_hash of this quote. Send the one that the quote's answer has, or request a fresh quote for other content and let the user approve its price.`,
    { field },
  );
}

export function mismatch({ log }: Deps, { field }: Pick<GivenContent, 'field'>, why: string): Refusal {
  log.measure('contentMismatches', 1);
  return new Refusal(
    'quote_content_mismatch',
    `${field} is not the quoted content: ${why}. Request a fresh quote for this content and let the user approve its price.`,
    { field },
  );
}

/** Refuses a document that differs from the quoted one, in kind, in its parts or in bytes. `path`: of the document. */
export async function verifyDocument(
  deps: Deps,
  { content, attachments, path }: GivenDocument,
  quoted: QuotedContent,
  comparing: Comparing,
): Promise<void> {
  const files = quoted.parts?.attachments ?? [];
  // Free checks come first: no server is asked for the files of a document that differs anyway.
  if (content.kind !== quoted.kind) throw mismatch(deps, content, `the quote was made for ${quoted.kind}`);
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
  deps: Deps,
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

/** Names the attachment that is missing, or the one too many, by its address. */
function mustBeAsMany(
  deps: Deps,
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
function mustBeInOrder(deps: Deps, sent: readonly GivenAttachment[], quoted: readonly QuotedAttachment[]): void {
  for (const [index, { value, field }] of sent.entries()) {
    const urlHash = sha256Hex(value);
    const place = quoted.findIndex(({ source }) => source?.urlHash === urlHash);
    const isOther = quoted[place]?.hash !== quoted[index]?.hash;
    if (place !== -1 && isOther && quoted[index]?.source?.urlHash !== urlHash)
      throw mismatch(deps, { field }, `the quote has it as attachment ${place + 1}, and the order counts`);
  }
}

async function verifyAttachment(
  deps: Deps,
  { value, field }: GivenAttachment,
  quoted: QuotedAttachment | undefined,
  comparing: Comparing,
): Promise<void> {
  const isSame = quoted && printable(field, await comparePdf(deps, value, quoted, comparing)).isSame;
  if (!isSame) throw mismatch(deps, { field }, 'it has changed since the quote');
}

const indexOr = (fallback: number, found: number): number => (found === -1 ? fallback : found);

const ofAttachments = (count: number): string => (count === 1 ? 'one attachment' : `${count} attachments`);
