/** Gathers what there is to show of an order: its receipt, and its document while it is kept. */
import type { Job } from '../../domain/job/job.ts';
import type { Deps } from '../../orders/deps.ts';
import { findDocument, isDocumentRetained } from '../../orders/document.ts';
import { showReceipt } from './show-receipt.ts';

export async function showEvidence(deps: Deps, job: Job, baseUrl: string) {
  const [view, found] = await Promise.all([
    showReceipt(deps, job, baseUrl),
    isDocumentRetained(job, deps.clock.now()) ? findDocument(deps, job) : undefined,
  ]);
  return { view, document: found?.pdf };
}

export type EvidenceView = Awaited<ReturnType<typeof showEvidence>>;
