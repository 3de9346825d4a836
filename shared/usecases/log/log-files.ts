/** The files of the operator's log: of each day a public one, which never changes, and the receipts behind it. */
import type { Documents } from '../../ports/documents.ts';

/** A receipt as the log took it in. The leaf is the hash of the salt, a line feed and the receipt. */
export interface LoggedReceipt {
  readonly receipt: string;
  readonly salt: string;
  /** The order had left or ended: the log takes in no later one. */
  readonly is_last: boolean;
}

/** By the receipt's number. */
export type LoggedReceipts = Readonly<Record<string, LoggedReceipt>>;

export const publicDayKey = (day: string): string => `log/${day}.json`;
export const timeStampKey = (day: string): string => `log/${day}.tsr`;
export const latestHeadKey = 'log/head.json';
export const loggedKey = (day: string, shard: string): string => `logged/${day}-${shard}.json`;
/** The orders of which a later night takes in another receipt. Only the night reads it: it holds ids of jobs. */
export const openKey = (day: string, shard: string): string => `unlogged/${day}-${shard}.json`;

type Files = { readonly documents: Pick<Documents, 'get'> };

export async function readJsonFile<T>({ documents }: Files, key: string): Promise<T | undefined> {
  const bytes = await documents.get(key);
  return bytes && (JSON.parse(Buffer.from(bytes).toString('utf8')) as T);
}

export const bytesOfJson = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));
