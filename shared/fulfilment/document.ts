/**
 * What a job prints or shows, kept from the moment that its payment counts on. Before, it lies where the documents of
 * all the quotes lie that nobody pays for, and those are soon forgotten.
 */
import { documentRetentionMs } from '../core/lifetimes.ts';
import type { Job } from '../core/product.ts';
import type { Deps } from '../ports.ts';

export const unpaidDocumentKey = (quoteOrJobId: string): string => `unpaid/${quoteOrJobId}.pdf`;
export const paidDocumentKey = ({ id }: Pick<Job, 'id'>): string => `paid/${id}.pdf`;

/** Whether its pages can still be drawn; told by the times alone, in case of doubt no. */
export function isDocumentRetained({ state, createdAt, firsts }: Job, now: number): boolean {
  if (state === 'awaiting_payment' || state === 'parked') return true;
  const isUnsent = firsts.claimed === undefined;
  return now - (firsts.claimed ?? createdAt) < (isUnsent ? documentRetentionMs.unpaid : documentRetentionMs.paid);
}

/** `undefined` where the job has no paper, and where its paper is gone. */
export async function readDocument({ documents }: Pick<Deps, 'documents'>, job: Job): Promise<Uint8Array | undefined> {
  const paper = job.document ?? job.insert;
  return paper && ((await documents.get(paidDocumentKey(job))) ?? (await documents.get(paper.key)));
}

/** Done again with every attempt to send it, and while a person decides, so that its time is counted from the last. */
export async function retainDocument(deps: Pick<Deps, 'documents'>, job: Job): Promise<Uint8Array | undefined> {
  const pdf = await readDocument(deps, job);
  if (pdf !== undefined) await deps.documents.put(paidDocumentKey(job), pdf);
  return pdf;
}
