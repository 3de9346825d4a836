/** Compares the document of a job with the document of its quote. */
import { sha256Hex } from '../../domain/ids.ts';
import { roomForAll, type SentContent, type SentDocument } from '../../domain/input/content.ts';
import type { QuotedContent, QuotedFile, Validators } from '../../domain/input/quoted-content.ts';
import { uploadIn, uploadKey } from '../../domain/input/upload.ts';
import { siteOf } from '../../domain/network.ts';
import type { Rendered, Unprintable } from '../../domain/paper.ts';
import { Refusal } from '../../domain/refusal.ts';
import { lifetimesMs } from '../../domain/times.ts';
import type { Deps } from '../deps.ts';
import { callOnce } from '../pay/call-once.ts';
import { printable } from '../renderer.ts';
import { allInOrder, type FileFetching, problem } from './lay-out.ts';

/** `hash`: as a job names it. `field`: the path of its field. */
export function checkHash(
  deps: Deps,
  { hash, field }: { readonly hash: string; readonly field: string },
  quoted: QuotedContent,
): void {
  if (hash.toLowerCase() === quoted.hash) return;
  throw refusal(
    deps,
    field,
    "is not the content_hash of this quote. Send the one that the quote's answer has, or request a fresh quote for other content and let the user approve its price.",
  );
}

export const mismatch = (deps: Deps, { field }: Pick<SentContent, 'field'>, why: string): Refusal =>
  refusal(
    deps,
    field,
    `is not the quoted content: ${why}. Request a fresh quote for this content and let the user approve its price.`,
  );

function refusal({ log }: Deps, field: string, why: string): Refusal {
  log.measure('contentMismatches', 1);
  return new Refusal('quote_content_mismatch', `${field} ${why}`, { field });
}

/** Refuses a document that differs from the quoted one, in kind, in its parts or in bytes. `path`: of the document. */
export async function verifyDocument(
  deps: Deps,
  { content, attachments, path }: SentDocument,
  quoted: QuotedContent,
  comparing: Comparing,
): Promise<void> {
  const files = quoted.parts?.attachments ?? [];
  // Free checks come first: files are not fetched for a document that differs anyway.
  if (content.kind !== quoted.kind) throw mismatch(deps, content, `the quote was made for ${quoted.kind}`);
  mustBeAsMany(deps, attachments, files, path);
  mustBeInOrder(deps, attachments, files);
  const together = { ...comparing, room: roomForAll() };
  // One look serves an address that is attached several times.
  const partOf = ({ value }: SentDocument['attachments'][number]) =>
    1 + attachments.findIndex((one) => one.value === value);
  const own: QuotedFile = { hash: quoted.parts?.content ?? quoted.hash, source: quoted.source };
  const verifyContent = async (): Promise<void> => {
    if (content.kind === 'pdf_url') return verifyFile(deps, content, own, together);
    if (sha256Hex(content.value) !== own.hash) throw mismatch(deps, content, changed);
  };
  await allInOrder([
    verifyContent(),
    ...attachments.map((sent, index) => verifyFile(deps, sent, files[index], { ...together, part: partOf(sent) })),
  ]);
}

async function verifyFile(
  deps: Deps,
  { value, field }: SentDocument['attachments'][number],
  quoted: QuotedFile | undefined,
  comparing: Comparing,
): Promise<void> {
  const isSame = quoted && printable(field, await comparePdf(deps, value, quoted, comparing)).isSame;
  if (!isSame) throw mismatch(deps, { field }, changed);
}

const changed = 'it has changed since the quote';

/** Names the attachment that is missing, or the one too many, by its address. */
function mustBeAsMany(
  deps: Deps,
  sent: SentDocument['attachments'],
  quoted: readonly QuotedFile[],
  path: string,
): void {
  if (sent.length === quoted.length) return;
  const isOther = (index: number) => quoted[index]?.source?.urlHash !== sha256Hex(sent[index]?.value ?? '');
  const at = [...(sent.length > quoted.length ? sent : quoted).keys()].findIndex(isOther);
  const attachments = quoted.length === 1 ? 'one attachment' : `${quoted.length} attachments`;
  if (sent.length < quoted.length)
    throw mismatch(
      deps,
      { field: `${path}attachments.${at}` },
      `the quote has ${attachments}, and this one is missing`,
    );
  const has = quoted.length === 0 ? 'no attachments' : `${attachments} only, and not this one`;
  throw mismatch(deps, { field: sent[at]?.field ?? path }, `the quote has ${has}`);
}

/** An address that the quote has in another place: nothing needs to be fetched to see that. */
function mustBeInOrder(deps: Deps, sent: SentDocument['attachments'], quoted: readonly QuotedFile[]): void {
  for (const [index, { value, field }] of sent.entries()) {
    const urlHash = sha256Hex(value);
    const place = quoted.findIndex(({ source }) => source?.urlHash === urlHash);
    const isOther = quoted[place]?.hash !== quoted[index]?.hash;
    if (place !== -1 && isOther && quoted[index]?.source?.urlHash !== urlHash)
      throw mismatch(deps, { field }, `the quote has it as attachment ${place + 1}, and the order counts`);
  }
}

/** The client and the quote: one network may fetch the document of one quote only a few times. */
interface Comparing extends FileFetching {
  readonly quoteId: string;
  readonly address: string;
  /** The attachment, counted from 1; missing for the content. */
  readonly part?: number;
}

/** The last comparison of the document of a quote for one network. */
interface Look {
  readonly urlHash: string;
  readonly result: 'same' | 'changed' | Pick<Unprintable, 'problem' | 'details'>;
  /** The whole file was downloaded, and is not downloaded again. */
  readonly isWhole: boolean;
  /** The number of fetches that failed. */
  readonly failures: number;
}

const maxFailures = 3;

/**
 * Compares the PDF behind an address with the quoted one, and asks its server for as little as it can. A server that
 * wrongly says "unchanged" changes nothing in the mail: the bytes that are mailed are those of the quote, with its hash.
 */
async function comparePdf(
  deps: Deps,
  url: SentContent['value'],
  quoted: QuotedFile,
  { quoteId, address, part, ...fetching }: Comparing,
): Promise<Rendered<{ readonly isSame: boolean }>> {
  const urlHash = sha256Hex(url);
  const look = await callOnce<Look>(deps, {
    key: `pdf ${[quoteId, part ?? []].flat().join(' ')} ${siteOf(address)}`,
    // Longer than a fetch may take.
    waitMs: 20_000,
    leaseMs: 20_000,
    keepMs: lifetimesMs.price,
    reuse: ({ answer, ageMs }) => {
      if (typeof answer.result === 'object') return answer.failures < maxFailures ? undefined : { ...answer, urlHash };
      // A server's "unchanged" holds for 30 seconds.
      return answer.isWhole || (answer.urlHash === urlHash && ageMs < 30_000) ? answer : undefined;
    },
    call: (previous) => lookAgain(deps, url, quoted, { urlHash, failures: previous?.failures ?? 0, ...fetching }),
  });
  if (look.urlHash !== urlHash)
    return {
      ok: false,
      problem:
        'The document of this quote was already fetched again, from another address. Send that address, or request a fresh quote.',
    };
  const { result } = look;
  return typeof result === 'object' ? { ok: false, ...result } : { ok: true, warnings: [], isSame: result === 'same' };
}

async function lookAgain(
  deps: Deps,
  url: string,
  { hash, source }: QuotedFile,
  { urlHash, failures, ...fetching }: Pick<Look, 'urlHash' | 'failures'> & FileFetching,
): Promise<Look> {
  // Validators mean something for their own address only.
  const { etag, lastModified } = source?.urlHash === urlHash ? source : {};
  const fetched = await fetchFileAgain(deps, url, { etag, lastModified }, fetching);
  if (!fetched.ok) {
    const isLast = failures + 1 >= maxFailures;
    const end = isLast ? ` It has failed ${maxFailures} times for this quote: request a fresh quote.` : '';
    const result = { problem: `${fetched.problem}${end}`, details: fetched.details };
    return { urlHash, result, isWhole: false, failures: failures + 1 };
  }
  const isSame = fetched.bytes === undefined || sha256Hex(fetched.bytes) === hash;
  return { urlHash, result: isSame ? 'same' : 'changed', isWhole: fetched.bytes !== undefined, failures };
}

/** Fetches for a job, and changes nothing. `undefined` if the server says that the file is unchanged. */
async function fetchFileAgain(
  deps: Deps,
  url: SentContent['value'],
  quoted: Validators,
  { baseUrl, room }: FileFetching,
): Promise<Rendered<{ readonly bytes: Uint8Array | undefined }>> {
  const id = uploadIn(url, [baseUrl, deps.settings.publicBaseUrl]);
  if (id === undefined) {
    const fetched = await deps.renderer.fetchPdfAgain(url, quoted, room);
    return fetched.ok ? { ...fetched, bytes: fetched.pdf } : fetched;
  }
  const bytes = await deps.documents.get(uploadKey(id));
  if (bytes !== undefined) return { ok: true, warnings: [], bytes };
  return problem(
    'The file of this upload is not kept any more, or never arrived. Send the content_hash of the quote in place of the address: what was quoted is printed.',
    { kind: 'upload_not_kept' },
  );
}
