/** SHA-256, the one fingerprint of the house, in lower-case hex. */
import { createHash } from 'node:crypto';

/** Of the bytes, or of the UTF-8 bytes of a text. */
export const sha256Hex = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');
