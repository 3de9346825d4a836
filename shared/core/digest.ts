/** Fingerprints in lower-case hex: SHA-256 for what anybody may compute, and HMAC-SHA256 for what nobody may search. */
import { createHash, createHmac } from 'node:crypto';

/** Hashes bytes, or the UTF-8 bytes of a text. */
export const sha256Hex = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');

/** The hash of all parts, one behind the other. */
export function sha256Of(...parts: readonly Uint8Array[]): Uint8Array {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

export const hmacHex = (key: string, data: string): string => createHmac('sha256', key).update(data).digest('hex');
