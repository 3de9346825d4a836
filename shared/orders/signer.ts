/** The signer of receipts. */
import type { PublicKey } from './receipts/verifier.ts';

export interface Signer {
  /** A compact JWS (EdDSA) over the payload. */
  sign(payload: Record<string, unknown>): Promise<string>;
  /** The key that signs now, and those that signed before. */
  publicKeys(): Promise<{ readonly keys: readonly PublicKey[] }>;
}
