/**
 * The document of a job, retained from its payment on. Before, it expires with those of unpaid quotes. The file with the
 * signature of a return receipt is fetched from the partner, and kept as long.
 */
import { sha256Hex } from '../core/digest.ts';
import type { Job } from '../core/job/job.ts';
import { lacksFile, type ReturnReceipt, type SignatureFile } from '../core/job/return-receipt.ts';
import { carrierWord, isAhead } from '../core/job/standing.ts';
import { documentRetentionMs } from '../core/lifetimes.ts';
import { askSignatureEvery } from '../core/retry.ts';
import type { Deps } from '../ports/deps.ts';
import type { Documents } from '../ports/documents.ts';
import { type PartnerDeps, partnerOf } from './partner.ts';

/** `name`: the id of the quote or job, or the hash of a fetched PDF. */
export const unpaidDocumentKey = (name: string): string => `unpaid/${name}.pdf`;
/** A part of a document, until all are joined: 0 is the content. */
export const unpaidPartKey = (documentKey: string, part: number): string =>
  documentKey.replace(/\.pdf$/, `-${part}.pdf`);
/** Text that was quoted, until its PDF is written for a job. */
export const unpaidTextKey = (quoteId: string): string => `unpaid/${quoteId}.txt`;
export const paidDocumentKey = ({ id }: Pick<Job, 'id'>): string => `paid/${id}.pdf`;

/** The keys under one of which the store has the document of a job, if it has one. */
function documentKeys(job: Job): readonly string[] {
  const stored = job.document ?? job.insert;
  if (stored === undefined) return [];
  return [paidDocumentKey(job), stored.key];
}

/** Whether the document's pages can still be rendered. Only the times decide; in doubt the answer is no. */
export function isDocumentRetained(job: Job, now: number): boolean {
  const { state, createdAt, firsts, owedSince = 0 } = job;
  if (state === 'awaiting_payment' || state === 'parked') return true;
  const hasEnded = state === 'cancelled' || state === 'failed';
  if (!hasEnded && isAhead(job, now)) return true;
  const sent = firsts.claimed ?? firsts.scheduled;
  if (sent === undefined) return now - createdAt < documentRetentionMs.unpaid;
  // Until its day it was retained again and again.
  return now - Math.max(sent, hasEnded ? 0 : owedSince) < documentRetentionMs.paid;
}

/** `undefined` if the job has no document, or if the document is gone. */
export async function findDocument({ documents }: { readonly documents: Documents }, job: Job) {
  for (const key of documentKeys(job)) {
    const pdf = await documents.get(key);
    if (pdf !== undefined) return { key, pdf };
  }
  return undefined;
}

export const readDocument = async (
  deps: { readonly documents: Documents },
  job: Job,
): Promise<Uint8Array | undefined> => (await findDocument(deps, job))?.pdf;

/** Called at the payment, again at every attempt to send, and while a person decides: retention counts from the last call. */
export async function retainDocument(
  deps: { readonly documents: Documents },
  job: Job,
): Promise<Uint8Array | undefined> {
  const pdf = await readDocument(deps, job);
  if (pdf === undefined) return undefined;
  await deps.documents.put(paidDocumentKey(job), pdf);
  return pdf;
}

/** The very bytes that were quoted; a job without a document has nothing to lose. */
export const isIntact = ({ document }: Job, pdf: Uint8Array | undefined): boolean =>
  document === undefined || (pdf !== undefined && sha256Hex(pdf) === document.sha256);

type SignatureDeps = PartnerDeps & Pick<Deps, 'clock' | 'documents' | 'log'>;

/** A Lambda function answers with 6 MB at most, and base64 takes a third more. */
const mostBytes = 4_000_000;

const isPdf = (bytes: Uint8Array): boolean =>
  bytes.length <= mostBytes && Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-';

/** The file, stored; `undefined` if none is lacking, or if the partner does not give it now. */
export async function fetchSignature(deps: SignatureDeps, job: Job): Promise<SignatureFile | undefined> {
  const { partner, returnReceipt } = job;
  if (partner === undefined || !lacksFile(returnReceipt)) return undefined;
  const pdf = await partnerOf(deps, job)
    .signature?.(partner.id)
    .catch((error: unknown) => deps.log.info('signature not read', { jobId: job.id, error }));
  if (!(pdf instanceof Uint8Array)) return undefined;
  if (!isPdf(pdf)) {
    deps.log.alarm('a signature is no PDF of up to 4 MB', { jobId: job.id });
    return undefined;
  }
  const at = deps.clock.now();
  // Two that ask at once may be given other bytes: neither writes over those of the one that is recorded.
  const sha256 = sha256Hex(pdf);
  const key = `paid/${job.id}-signature-${sha256.slice(0, 16)}.pdf`;
  await deps.documents.put(key, pdf);
  return { key, sha256, at };
}

/** The key of the file with a signature, while the store has it. */
export function signatureKey(job: Job, now: number): string | undefined {
  const { file } = carrierWord(job).returnReceipt ?? {};
  if (file === undefined) return undefined;
  return now < file.at + documentRetentionMs.paid ? file.key : undefined;
}

/** When the partner is asked for the file, Unix ms: at once when it first tells of it, and then ever more rarely. */
export const askSignatureAt = (known: ReturnReceipt | undefined, now: number): number | undefined => {
  if (known?.status !== 'signed') return now;
  const age = now - known.heardAt;
  const { leastMs, mostMs, forMs } = askSignatureEvery;
  return age > forMs ? undefined : now + Math.min(Math.max(age, leastMs), mostMs);
};
