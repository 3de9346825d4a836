/** The signer of receipts, and of the heads of the log. */
import type { PublicKey } from '../core/receipt/verifier.ts';

/** The header of each signature says what is signed: nothing passes for another kind. */
type SignedKind = 'receipt+jws' | 'log-head+jws';

export interface Signer {
  /** A compact JWS (EdDSA) over the payload; without `typ` it is a receipt. */
  sign(payload: Record<string, unknown>, typ?: SignedKind): Promise<string>;
  /** The key that signs now, and those that signed before. */
  publicKeys(): Promise<{ readonly keys: readonly PublicKey[] }>;
}
