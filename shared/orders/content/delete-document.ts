/**
 * Deletes the document of an order at its sender's request. `documentDeletedAt` is written first, and from then on no one can
 * read the document here. Then it is deleted from the stores. Repeating an interrupted deletion finishes it.
 */
import * as z from 'zod/mini';
import { maxAttachments } from '../../domain/input/content.ts';
import { uploadKey } from '../../domain/input/upload.ts';
import type { Job } from '../../domain/job/job.ts';
import { Refusal } from '../../domain/refusal.ts';
import { update } from '../../domain/stored.ts';
import { lifetimesMs } from '../../domain/times.ts';
import { productNamed } from '../../products/index.ts';
import type { Deps } from '../deps.ts';
import {
  deletionAwaits,
  paidDocumentKey,
  previewedKey,
  previewKey,
  unpaidDocumentKey,
  unpaidPartKey,
  unpaidTextKey,
} from '../document.ts';
import { findJob, type JobReference, jobReference } from '../follow/find-job.ts';
import { partnerOf } from '../partner.ts';
import type { UseCase } from '../use-case.ts';

export const deleteDocument: UseCase<JobReference, undefined> = {
  name: 'delete-document',
  summary: 'Deletes the document of an order that was mailed or sent, or that has ended. This cannot be undone.',
  description:
    'Deletes the document with its pages, pictures and text, the message of a check, and the text of a cover sheet. Hashes, addresses, price and times stay. The fax partner deletes its copy; the print partner keeps its own. Repeating it changes nothing.',
  tag: 'jobs',
  schemas: {},
  outcomes: { deleted: 'Deleted, by this request or an earlier one.' },
  refusals: ['not_found', 'document_needed', 'unavailable'],
  limitedAs: 'jobs',
  input: jobReference,
  output: z.undefined(),
  run: async (deps: Deps, { job_id }) => {
    await deleteDocumentOf(deps, await findJob(deps, job_id));
    return { outcome: 'deleted', body: undefined };
  },
};

const reasonToWait: Readonly<Record<NonNullable<ReturnType<typeof deletionAwaits>>, string>> = {
  payment:
    'The order is not paid and may still be: cancel it first, or wait until its payment link expires, 24 hours after the order.',
  dispute: 'The payment is disputed, and the document may be evidence: delete it once the payer’s bank has decided.',
  review:
    'A person is looking into the order and may need its document: delete it once the order continues or has ended.',
  mailed: 'The order still needs its document: delete it once the order is mailed, or cancel the order first.',
  sent: 'The order still needs its document: delete it once the order is sent, or cancel the order first.',
};

export async function deleteDocumentOf(deps: Deps, { id, quoteId }: Job): Promise<void> {
  const { clock, documents, jobs, log, quotes } = deps;
  const now = clock.now();
  const job = await update(jobs, id, (stored) => {
    if (stored === undefined || stored.documentDeletedAt !== undefined) return stored;
    const awaited = deletionAwaits(stored);
    if (awaited !== undefined) throw new Refusal('document_needed', reasonToWait[awaited]);
    return {
      ...stored,
      order: productNamed(stored.product).withoutText?.(stored) ?? stored.order,
      // This warning quotes the document.
      warnings: stored.warnings.filter(({ code }) => code !== 'blanks_unfilled'),
      documentDeletedAt: now,
    };
  });
  if (job === undefined) return;
  await update(quotes, quoteId, (quote) => {
    if (quote === undefined) return undefined;
    const expiresAt = Math.min(quote.expiresAt, now);
    const documentDeletedAt = quote.documentDeletedAt ?? now;
    return { ...quote, options: {}, warnings: [], packedText: undefined, expiresAt, documentDeletedAt };
  });
  await Promise.all(keysOf(job, now).map((key) => documents.delete(key)));
  const erase = async () => job.partner && partnerOf(deps, job).erase?.(job.partner.id);
  const isErased = await erase().catch((error: unknown) => {
    log.info('document not erased at the partner', { jobId: id, error });
    return false;
  });
  if (isErased === false)
    throw new Refusal(
      'unavailable',
      'Our copies are deleted, but the partner has not confirmed that it deleted its own: send the same request again in a minute.',
      { retryAfterSeconds: 60 },
    );
  log.info('document deleted', { jobId: id, product: job.product });
}

/**
 * The keys under which the document may be stored. As long as another order of the same quote could still be paid and print
 * the quote's PDF, that PDF isn't deleted, but expires. A PDF that is stored under its own hash stays too, because other quotes
 * may use it.
 */
function keysOf({ id, quoteId, createdAt, content }: Job, now: number): readonly string[] {
  const pictures = (of: string) => Array.from({ length: content?.pages ?? 1 }, (_, at) => previewKey(of, at + 1));
  const quoted = unpaidDocumentKey(quoteId);
  const files = [content, ...(content?.parts?.attachments ?? [])];
  const uploads = files.flatMap((file) => file?.source?.uploadId ?? []);
  const parts = Array.from({ length: maxAttachments + 1 }, (_, part) => unpaidPartKey(quoted, part));
  // Another order may be created from this quote up to an hour after this one. If a bank payment for it is still in progress
  // when its payment page closes, its document is copied within one more hour.
  const isQuoteOver = createdAt + 2 * lifetimesMs.price + lifetimesMs.checkout <= now;
  return [
    paidDocumentKey({ id }),
    unpaidDocumentKey(id),
    previewedKey(quoteId),
    unpaidTextKey(id),
    unpaidTextKey(quoteId),
    ...pictures(id),
    ...pictures(quoteId),
    ...uploads.map(uploadKey),
    ...(isQuoteOver ? [quoted, ...parts] : []),
  ];
}
