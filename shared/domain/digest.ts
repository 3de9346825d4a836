/** Hashes in lower-case hex: SHA-256, and HMAC-SHA256 for values that must not be guessed and searched. */
import { createHash, createHmac } from 'node:crypto';

/** Hashes bytes, or the UTF-8 bytes of a text. */
export const sha256Hex = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');

export const hmacHex = (key: string, data: string): string => createHmac('sha256', key).update(data).digest('hex');
