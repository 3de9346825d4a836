/** The document of a job. Once the job is paid, it is retained; until then, it expires like the document of a quote. */
import { sha256Hex } from '../domain/ids.ts';
import type { Job } from '../domain/job/job.ts';
import { hasEnded, hasLeft, isScheduled } from '../domain/job/lifecycle.ts';
import { documentRetentionMs, lifetimesMs } from '../domain/times.ts';
import { productNamed } from '../products/index.ts';
import type { Deps } from './deps.ts';

/** `name`: the id of the quote or job, or the hash of a fetched PDF. */
export const unpaidDocumentKey = (name: string): string => `unpaid/${name}.pdf`;
/** A part of a document until all parts are joined. Part 0 is the content. */
export const unpaidPartKey = (documentKey: string, part: number): string =>
  documentKey.replace(/\.pdf$/, `-${part}.pdf`);
/** A quoted text until its PDF is written for a job. */
export const unpaidTextKey = (quoteId: string): string => `unpaid/${quoteId}.txt`;
/** The document of an order that is only previewed: its text, its enclosure, or its cover sheet with the fax number. */
export const previewedKey = (quoteId: string): string => `unpaid/${quoteId}-preview.pdf`;
/** The picture of a page of a job's or quote's document. */
export const previewKey = (id: string, page: number): string => `previews/${id}/${page}.png`;
export const paidDocumentKey = ({ id }: Pick<Job, 'id'>): string => `paid/${id}.pdf`;

/** The time until which the document can be read and sent again, Unix ms. The storage deletes it no earlier. */
export function documentKeptUntil(job: Job, now: number): number {
  const { state, createdAt, firstSeenAt, documentDeletedAt, notBefore = 0 } = job;
  if (documentDeletedAt !== undefined) return documentDeletedAt;
  if (state === 'awaiting_payment' || state === 'needs_review') return Number.POSITIVE_INFINITY;
  if (!hasEnded(job) && isScheduled(job, now)) return Number.POSITIVE_INFINITY;
  const retainedAt = firstSeenAt.claimed ?? firstSeenAt.scheduled;
  if (retainedAt === undefined)
    return hasEnded(job) ? createdAt + documentRetentionMs.unpaid : Number.POSITIVE_INFINITY;
  // A scheduled job's document is copied repeatedly until its day, unless the job ends first.
  const until = Math.max(retainedAt, hasEnded(job) ? 0 : notBefore) + lifetimesMs.document.sent;
  const { returned } = firstSeenAt;
  return returned !== undefined && returned < until ? Math.max(until, returned + lifetimesMs.document.returned) : until;
}

export const isDocumentRetained = (job: Job, now: number): boolean => now < documentKeptUntil(job, now);

/** Whether the job has a document that can still be read. A check has one only with a message. */
export const hasRetainedDocument = (job: Job, now: number): boolean =>
  (job.document ?? job.insert) !== undefined && isDocumentRetained(job, now);

/** `undefined` if the job has no document, or if the document is gone. */
export async function findDocument({ documents }: Deps, job: Job) {
  const stored = job.document ?? job.insert;
  if (stored === undefined || job.documentDeletedAt !== undefined) return undefined;
  for (const key of [paidDocumentKey(job), stored.key]) {
    const pdf = await documents.get(key);
    if (pdf !== undefined) return { key, pdf };
  }
  return undefined;
}

/**
 * Copies the document to the paid documents, which starts its retention over, and returns it. Called after the payment, at
 * every attempt to send, and while a person decides.
 */
export async function retainDocument(deps: Deps, job: Job): Promise<Uint8Array | undefined> {
  const pdf = (await findDocument(deps, job))?.pdf;
  if (pdf === undefined) return undefined;
  await deps.documents.put(paidDocumentKey(job), pdf);
  // If its sender deleted it meanwhile, the new copy is emptied, because only `delete-document` has permission to delete.
  const { documentDeletedAt } = (await deps.jobs.get(job.id)) ?? {};
  if (documentDeletedAt !== undefined) await deps.documents.put(paidDocumentKey(job), new Uint8Array());
  return pdf;
}

/** Whether these are exactly the quoted bytes. True for a job without a document. */
export const isIntact = ({ document }: Job, pdf: Uint8Array | undefined): boolean =>
  document === undefined || (pdf !== undefined && sha256Hex(pdf) === document.sha256);

/** The event that must come before the document can be deleted; `undefined` if it can be deleted now. */
export function deletionAwaits(job: Job): 'payment' | 'dispute' | 'review' | 'mailed' | 'sent' | undefined {
  const { state, disputes = {}, product } = job;
  if (Object.values(disputes).includes('open')) return 'dispute';
  if (state === 'awaiting_payment') return 'payment';
  if (state === 'needs_review') return 'review';
  if (hasEnded(job)) return undefined;
  // The order needs it until it has left. A fax to a busy line has to be sent again.
  return state === 'fulfilled' && hasLeft(job) ? undefined : productNamed(product).leftAs;
}
