/** Compares the document of a job with the document of its quote. */
import { sha256Hex } from '../../domain/ids.ts';
import { budgetForAllFiles, type SentContent, type SentDocument } from '../../domain/input/content.ts';
import type { QuotedContent, QuotedFile, Validators } from '../../domain/input/quoted-content.ts';
import { uploadIdIn, uploadKey } from '../../domain/input/upload.ts';
import { siteOf } from '../../domain/network.ts';
import type { Rendered, Unprintable } from '../../domain/paper.ts';
import { Refusal } from '../../domain/refusal.ts';
import { lifetimesMs } from '../../domain/times.ts';
import { callOnce } from '../call-once.ts';
import type { Deps } from '../deps.ts';
import { printable } from '../renderer.ts';
import { allInOrder, type FileFetching, fileProblem } from './lay-out.ts';

/** Refuses a job whose content hash isn't the quoted one. `field`: the path of the hash. */
export function checkHash(
  deps: Deps,
  { hash, field }: { readonly hash: string; readonly field: string },
  quoted: QuotedContent,
): void {
  if (hash.toLowerCase() === quoted.hash) return;
  throw refusal(
    deps,
    field,
    'is not the content_hash of this quote. Send the one from the response to the quote, or request a fresh quote for other content and let the user approve its price.',
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

/** Refuses a document that differs from the quoted one in its kind, its attachments or its bytes. */
export async function verifyDocument(
  deps: Deps,
  { content, attachments, path }: SentDocument,
  quoted: QuotedContent,
  context: ComparisonContext,
): Promise<void> {
  const files = quoted.parts?.attachments ?? [];
  // Free checks come first, so that no file is fetched for a document that differs anyway.
  if (content.kind !== quoted.kind) throw mismatch(deps, content, `the quote was made for ${quoted.kind}`);
  checkAttachmentCount(deps, attachments, files, path);
  checkAttachmentOrder(deps, attachments, files);
  const together = { ...context, budget: budgetForAllFiles() };
  // A URL that is attached several times is compared once.
  const partOf = ({ value: url }: SentDocument['attachments'][number]) =>
    1 + attachments.findIndex(({ value }) => value === url);
  const quotedContent: QuotedFile = { hash: quoted.parts?.content ?? quoted.hash, source: quoted.source };
  const verifyContent = async (): Promise<void> => {
    if (content.kind === 'pdf_url') return verifyFile(deps, content, quotedContent, together);
    if (sha256Hex(content.value) !== quotedContent.hash) throw mismatch(deps, content, changed);
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
  context: ComparisonContext,
): Promise<void> {
  const isSame = quoted && printable(field, await comparePdf(deps, value, quoted, context)).isSame;
  if (!isSame) throw mismatch(deps, { field }, changed);
}

const changed = 'it has changed since the quote';

/** Refuses a different number of attachments. The error names the first one that is missing or extra. */
function checkAttachmentCount(
  deps: Deps,
  sent: SentDocument['attachments'],
  quoted: readonly QuotedFile[],
  path: string,
): void {
  if (sent.length === quoted.length) return;
  // The first difference is at the latest where the shorter list ends.
  let at = 0;
  while (quoted[at]?.source?.urlHash === sha256Hex(sent[at]?.value ?? '')) at += 1;
  const attachments = quoted.length === 1 ? 'one attachment' : `${quoted.length} attachments`;
  const missing = { field: `${path}attachments.${at}` };
  if (sent.length < quoted.length)
    throw mismatch(deps, missing, `the quote has ${attachments}, and this one is missing`);
  const has = quoted.length === 0 ? 'no attachments' : `only ${attachments}, and this one is extra`;
  throw mismatch(deps, { field: sent[at]?.field ?? path }, `the quote has ${has}`);
}

/** Refuses attachments in a different order. Their URLs are enough to see that, so nothing is fetched. */
function checkAttachmentOrder(deps: Deps, sent: SentDocument['attachments'], quoted: readonly QuotedFile[]): void {
  for (const [index, { value, field }] of sent.entries()) {
    const urlHash = sha256Hex(value);
    const quotedAt = quoted.findIndex(({ source }) => source?.urlHash === urlHash);
    const isDifferent = quoted[quotedAt]?.hash !== quoted[index]?.hash;
    if (quotedAt !== -1 && isDifferent && quoted[index]?.source?.urlHash !== urlHash)
      throw mismatch(deps, { field }, `the quote has it as attachment ${quotedAt + 1}, and the order matters`);
  }
}

/** Identifies the quote and the client, because each network can have a quote's files fetched only a few times. */
interface ComparisonContext extends FileFetching {
  readonly quoteId: string;
  /** The client's IP address. */
  readonly address: string;
  /** The number of the attachment, from 1; missing for the content. */
  readonly part?: number;
}

/** The last comparison of a quote's file with a URL, for one network. */
interface FileComparison {
  readonly urlHash: string;
  readonly result: 'same' | 'changed' | Pick<Unprintable, 'problem' | 'details'>;
  /** The whole file was downloaded, so it isn't downloaded again. */
  readonly isWhole: boolean;
  /** How many fetches have failed. */
  readonly failures: number;
}

const maxFailures = 3;

/**
 * Compares the PDF at a URL with the quoted one, with as few downloads as possible. If a server wrongly says "unchanged", the
 * letter is still right, because it is printed from the quote's bytes.
 */
async function comparePdf(
  deps: Deps,
  url: SentContent['value'],
  quoted: QuotedFile,
  { quoteId, address, part, ...fetching }: ComparisonContext,
): Promise<Rendered<{ readonly isSame: boolean }>> {
  const urlHash = sha256Hex(url);
  const compared = await callOnce<FileComparison>(deps, {
    key: `pdf ${part === undefined ? quoteId : `${quoteId} ${part}`} ${siteOf(address)}`,
    // Both are longer than a fetch may take.
    waitMs: 20_000,
    leaseMs: 20_000,
    keepMs: lifetimesMs.price,
    reuse: ({ answer, ageMs }) => {
      // After the last failure, the problem is returned for any URL: with this URL's hash, it passes the check below.
      if (typeof answer.result === 'object') return answer.failures < maxFailures ? undefined : { ...answer, urlHash };
      // A server's "unchanged" is reused for 30 seconds.
      return answer.isWhole || (answer.urlHash === urlHash && ageMs < 30_000) ? answer : undefined;
    },
    call: (previous) => fetchAndCompare(deps, url, quoted, { urlHash, failures: previous?.failures ?? 0, ...fetching }),
  });
  if (compared.urlHash !== urlHash)
    return fileProblem(
      'The document of this quote was already fetched again, from a different URL. Send that URL, or request a fresh quote.',
    );
  const { result } = compared;
  return typeof result === 'object' ? { ok: false, ...result } : { ok: true, warnings: [], isSame: result === 'same' };
}

async function fetchAndCompare(
  deps: Deps,
  url: string,
  { hash, source }: QuotedFile,
  { urlHash, failures, ...fetching }: Pick<FileComparison, 'urlHash' | 'failures'> & FileFetching,
): Promise<FileComparison> {
  // Validators apply only to the URL that they came from.
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

/** Fetches a file again for a job. `bytes` is undefined if the server says that the file is unchanged. */
async function fetchFileAgain(
  deps: Deps,
  url: SentContent['value'],
  quoted: Validators,
  { baseUrl, budget }: FileFetching,
): Promise<Rendered<{ readonly bytes: Uint8Array | undefined }>> {
  const id = uploadIdIn(url, [baseUrl, deps.settings.publicBaseUrl]);
  if (id === undefined) {
    const fetched = await deps.renderer.fetchPdfIfChanged(url, quoted, budget);
    return fetched.ok ? { ...fetched, bytes: fetched.pdf } : fetched;
  }
  const bytes = await deps.documents.get(uploadKey(id));
  if (bytes !== undefined) return { ok: true, warnings: [], bytes };
  return fileProblem(
    'The file of this upload is no longer stored, or never arrived. Send the content_hash of the quote instead of the URL: what was quoted is printed.',
    { kind: 'upload_not_kept' },
  );
}
