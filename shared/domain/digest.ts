/** Fingerprints in lower-case hex: SHA-256 for what anybody may compute, and HMAC-SHA256 for what nobody may search. */
import { createHash, createHmac } from 'node:crypto';

/** Hashes bytes, or the UTF-8 bytes of a text. */
export const sha256Hex = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');

export const hmacHex = (key: string, data: string): string => createHmac('sha256', key).update(data).digest('hex');
