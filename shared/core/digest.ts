/** SHA-256 in lower-case hex, the only fingerprint in use. */
import { createHash } from 'node:crypto';

/** Hashes bytes, or the UTF-8 bytes of a text. */
export const sha256Hex = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');
