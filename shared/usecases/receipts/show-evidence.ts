/** Gathers all that there is to show of an order: its receipt, its document, the carrier's signature. */
import type { Job } from '../../core/job/job.ts';
import { findDocument, isDocumentRetained, signatureKey } from '../../fulfilment/document.ts';
import type { Deps } from '../../ports/deps.ts';
import type { ReceiptDeps } from './get-receipt.ts';
import { showReceipt } from './show-receipt.ts';

/** A Lambda function answers with 6 MB at most, and base64 takes a third more. The rest of the file is small. */
const mostBytes = 3_500_000;

/** A file is left out if it is not kept any more, or is too large to stand in an answer beside the others. */
export async function showEvidence(deps: ReceiptDeps & Pick<Deps, 'documents'>, job: Job, baseUrl: string) {
  const now = deps.clock.now();
  const signed = signatureKey(job, now);
  const [view, found, signature] = await Promise.all([
    showReceipt(deps, job, baseUrl),
    isDocumentRetained(job, now) ? findDocument(deps, job) : undefined,
    signed === undefined ? undefined : deps.documents.get(signed),
  ]);
  const room = mostBytes - (signature?.length ?? 0);
  const document = found !== undefined && found.pdf.length <= room ? found.pdf : undefined;
  const isTooLarge = found !== undefined && document === undefined;
  return { view, document, isOwn: isOwn(job), isTooLarge, signature };
}

/** This service made all of its document. */
const isOwn = ({ content, document }: Job): boolean =>
  document !== undefined &&
  content !== undefined &&
  content.kind !== 'pdf_url' &&
  (content.parts?.attachments ?? []).length === 0;

export type EvidenceView = Awaited<ReturnType<typeof showEvidence>>;
