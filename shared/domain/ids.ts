/** Ids and hashes. An id is a prefix that names the kind, then 128 random bits in lower-case base 32. */
import { createHash, createHmac } from 'node:crypto';
import { productNames } from './names.ts';

/** The prefixes of simulated partners' order ids: the product's name, and `cheque` for a check, as at real partners. */
export const orderPrefixes = productNames.map((product) => (product === 'check' ? 'cheque' : product));

export type IdPrefix =
  | 'quote'
  | 'upload'
  | 'job'
  | 'pay'
  | 'bank'
  | (typeof orderPrefixes)[number]
  | 'account'
  | 'cs_test'
  | 'evt_test'
  | 'pi_test';

/** 16 bytes → 26 characters of Crockford's alphabet, which has no i, l, o or u, so an id can be read aloud. */
export function base32(bytes: Uint8Array): string {
  const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
  let encoded = '';
  let buffer = 0;
  // If the bits don't divide by 5, the first character has fewer.
  let bits = (5 - ((bytes.length * 8) % 5)) % 5;
  for (const byte of bytes) {
    buffer = ((buffer << 8) | byte) & 0xfff;
    for (bits += 8; bits >= 5; bits -= 5) encoded += alphabet[(buffer >> (bits - 5)) & 31];
  }
  return encoded;
}

export const newId = (prefix: IdPrefix, random: Uint8Array): string => `${prefix}_${base32(random)}`;

/** Identifies a job without revealing its id: anyone with the id can cancel the job. */
const deriveId = (purpose: string, jobId: string, bytes = 16): string =>
  base32(Buffer.from(sha256Hex(`${purpose} of ${jobId}`), 'hex').subarray(0, bytes));

/** Identifies a job on its signed receipt, which others may read. */
export const receiptIdOf = (jobId: string): string => `rcpt_${deriveId('receipt', jobId)}`;

/** The token in a form that cancels a job, chooses its address or its emails, or deletes its document. */
export const formTokenOf = (form: 'cancel' | 'address' | 'emails' | 'deletion', jobId: string): string =>
  deriveId(`${form} form`, jobId);

/**
 * Identifies a job in the log and to people. Its 10 characters fit on a card statement after any prefix. Among 13 million
 * jobs, the chance that a given job has the same number as another is 1 in 20 million.
 */
export const orderNumberOf = (jobId: string): string => `order_${deriveId('order number', jobId, 6)}`;

/**
 * The id of a job's event, which reveals nothing about the job. It also depends on the type, because after a restore from a
 * backup the numbers are used again, and receivers ignore an event whose id they have seen.
 */
export const eventIdOf = (jobId: string, event: { readonly number: number; readonly type: string }): string =>
  `evt_${deriveId(`event ${event.number}, ${event.type}`, jobId)}`;

/** The id of the outbox for one recipient of a job's events. */
export const outboxIdOf = (recipient: 'webhook' | 'email' | 'payer' | 'owner', jobId: string): string =>
  `${recipient === 'webhook' ? 'webhooks' : 'emails'}_${deriveId(`outbox of the ${recipient}`, jobId)}`;

/** The id of an email that is stored instead of sent. It depends only on the email, so a retry doesn't store a second one. */
export const emailIdOf = (reference: string, to: string): string =>
  `mail_${sha256Hex(`${reference} ${to}`).slice(0, 32)}`;

/** An order number as people read it, perhaps aloud: `70K2M9QX4T`. */
export const spokenOrderNumber = (orderNumber: string): string => orderNumber.replace('order_', '').toUpperCase();

/** The order number in a text that a person copied, perhaps in groups, with `#` or misread; `undefined` if there is none. */
export function orderNumberIn(text: string): string | undefined {
  if (text.length > 200) return undefined;
  // On a card statement it follows the account's name and an asterisk, `ACME* 70K2M9QX4T`; in a report, a colon.
  const [, letters = ''] = /^(?:[^*]*\*|[^:]*:)?\s*(?:order[\s_-]*)?(.*)$/.exec(text.trim().toLowerCase()) ?? [];
  const number = letters
    .replace(/[\s.#-]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1');
  return /^[0-9a-hjkmnp-tv-z]{10}$/.test(number) ? `order_${number}` : undefined;
}

export const isId = (prefix: IdPrefix, text: string): boolean =>
  text.startsWith(`${prefix}_`) && /^[0-9a-hjkmnp-tv-z]{26}$/.test(text.slice(prefix.length + 1));

/** The partitions of an index that would be too busy with only one. An item's id decides its partition. */
export const shards = ['0', '1', '2', '3', '4', '5', '6', '7'] as const;
export type Shard = (typeof shards)[number];

/** Three bits of a hash, which spreads random and derived ids evenly. */
export const shardOf = (id: string): Shard =>
  `${Number.parseInt(sha256Hex(id).slice(0, 2), 16) % shards.length}` as Shard;

/** Whether a partner's order is ours. Others were created by hand, or by another program that uses the same account. */
export const isOurs = (reference: unknown): boolean => typeof reference === 'string' && reference.startsWith('job_');

/** Hashes bytes, or the UTF-8 bytes of a text. */
export const sha256Hex = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');

export const hmacHex = (key: string, data: string): string => createHmac('sha256', key).update(data).digest('hex');
