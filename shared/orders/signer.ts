/** The signer of receipts. */

/** A public key as the service publishes it; `x` is the key itself in base64url. */
export interface PublicKey {
  readonly kty: string;
  readonly kid: string;
  readonly x: string;
}

export interface Signer {
  /** A compact JWS (EdDSA) over the payload. */
  sign(payload: Record<string, unknown>): Promise<string>;
  /** The key that signs now, and those that signed before. */
  publicKeys(): Promise<{ readonly keys: readonly PublicKey[] }>;
}
