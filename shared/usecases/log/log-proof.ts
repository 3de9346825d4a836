/** The proof that the log has taken in a job's receipt: what a reader needs to compute the signed root. */
import { receiptIdOf, shardOf } from '../../core/ids.ts';
import type { Job } from '../../core/job/job.ts';
import { dayOf, paidOn } from '../../core/job/waiting.ts';
import { base64, type LogDay, treeOf } from '../../core/log/day.ts';
import { leafHash } from '../../core/log/tree.ts';
import type { Deps } from '../../ports/deps.ts';
import { settledAt } from '../receipts/settled-at.ts';
import {
  type LoggedReceipt,
  type LoggedReceipts,
  loggedKey,
  publicDayKey,
  readJsonFile,
  timeStampKey,
} from './log-files.ts';

/** Hashes are in base64, in the order of RFC 6962. */
export interface LogProof {
  readonly day: string;
  /** The receipt as the log has it, a JWS: the leaf is the hash of the salt, a line feed and this. */
  readonly receipt: string;
  readonly salt: string;
  readonly leaf_index: number;
  readonly path: readonly string[];
  /** The signed head of that day, a JWS. */
  readonly head: string;
  /** A time stamp of the head (RFC 3161) in base64, once an authority has given one. */
  readonly time_stamp?: string;
}

/** The latest receipt of the job that the log has; `undefined` before the night after its payment. */
export async function logProofOf(deps: Pick<Deps, 'documents'>, job: Job): Promise<LogProof | undefined> {
  const settled = settledAt(job);
  const days = [settled === undefined ? undefined : dayOf(settled), paidOn(job)].filter((day) => day !== undefined);
  for (const day of new Set(days)) {
    const logged = await readJsonFile<LoggedReceipts>(deps, loggedKey(day, shardOf(job.id)));
    const found = logged?.[receiptIdOf(job.id)];
    if (found === undefined) continue;
    const closed = await readJsonFile<LogDay>(deps, publicDayKey(day));
    if (closed !== undefined) return proofIn(deps, closed, found);
  }
  return undefined;
}

async function proofIn(
  { documents }: Pick<Deps, 'documents'>,
  closed: LogDay,
  { receipt, salt }: LoggedReceipt,
): Promise<LogProof | undefined> {
  const place = closed.leaves.indexOf(base64(leafHash(`${salt}\n${receipt}`)));
  if (place < 0) return undefined;
  const leaf = closed.first_leaf + place;
  const stamp = await documents.get(timeStampKey(closed.day));
  const { day, signature: head } = closed;
  const path = treeOf(closed).inclusion(leaf).map(base64);
  return { day, receipt, salt, leaf_index: leaf, path, head, ...(stamp && { time_stamp: base64(stamp) }) };
}
