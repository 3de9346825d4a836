/**
 * Has an authority stamp a paid order's receipt when its evidence is asked for: once for each state of its facts, so that
 * asking often costs no further stamp. While the authority is away, each request asks again.
 */
import canonicalize from 'canonicalize';
import { sha256Hex } from '../../core/digest.ts';
import type { Job } from '../../core/job/job.ts';
import { isOverload } from '../../core/refusal.ts';
import type { Deps } from '../../ports/deps.ts';
import type { TimeStamp } from '../../ports/time-stamps.ts';
import { bytesOfJson, readJsonFile } from '../log/log-files.ts';

/** `receipt`: the JWS whose bytes are stamped. */
export interface StampedReceipt extends TimeStamp {
  readonly receipt: string;
}

/** `answer`: in base64. */
type StoredStamp = Omit<StampedReceipt, 'answer'> & { readonly answer: string };

/** Somebody waits for the file. */
const mostMs = 4_000;

/** `away`: the authority gave none. `undefined`: there is no authority, or nothing is paid. */
export async function stampedReceipt(
  deps: Pick<Deps, 'documents' | 'log' | 'timeStamps'>,
  job: Job,
  { receipt, signature }: { readonly receipt: { readonly receipt_id: string }; readonly signature: string },
): Promise<StampedReceipt | 'away' | undefined> {
  const { documents, log, timeStamps } = deps;
  if (timeStamps === undefined || job.firsts.paid === undefined) return undefined;
  const facts = sha256Hex(canonicalize({ ...receipt, issued_at: undefined }) ?? '');
  const key = `stamped/${receipt.receipt_id}-${facts.slice(0, 16)}.json`;
  try {
    const known = await readJsonFile<StoredStamp>(deps, key);
    if (known !== undefined) return opened(known);
    const { at, authority, answer } = await timeStamps.stamp(new TextEncoder().encode(signature), mostMs);
    const fresh = { at, authority, receipt: signature, answer: Buffer.from(answer).toString('base64') };
    await documents.putOnce(key, bytesOfJson(fresh));
    return opened(fresh);
  } catch (error) {
    if (isOverload(error)) throw error;
    log.info('no time stamp', { jobId: job.id, error });
    return 'away';
  }
}

const opened = ({ answer, ...stamp }: StoredStamp): StampedReceipt => ({
  ...stamp,
  answer: new Uint8Array(Buffer.from(answer, 'base64')),
});
