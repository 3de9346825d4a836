/** Verifies a submitted receipt: its signature, the text around the signature, and the document that was ordered. */
import { inflateRawSync } from 'node:zlib';
import { sha256Hex } from '../../domain/ids.ts';
import { parseJson } from '../../domain/json.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { PublicKey } from '../../orders/deps.ts';

type SignedFields = Readonly<Record<string, unknown>>;

/** `no_receipt`: there is no receipt JWS. `unknown_key`: the key isn't one that we publish. */
type Verification =
  | { readonly kind: 'genuine'; readonly keyId: string; readonly receipt: SignedFields }
  | { readonly kind: 'no_receipt' | 'unknown_key' | 'altered' };

export type GenuineVerdict = Extract<Verification, { kind: 'genuine' }> & {
  /**
   * The text around the signature. `same`: JSON with exactly what was signed. `differs`: JSON with something else. `nothing`: only
   * the signature or its link was sent. `not_compared`: anything else, such as a PDF, whose text we don't compare.
   */
  readonly surroundingText: 'same' | 'differs' | 'nothing' | 'not_compared';
  /** The submitted document: the printed PDF, the content as ordered, a different file, or unknown without a hash to compare. */
  readonly document: 'printed' | 'content' | 'other' | 'no_hash' | 'none_given';
};

export type Verdict = Exclude<Verification, { kind: 'genuine' }> | GenuineVerdict;

/**
 * `keys`: those that this service publishes. `input`: a PDF, JSON, a compact JWS or the URL in the QR code; only its first five
 * words that look like a JWS are verified. `document`: a file to compare with the receipt.
 */
export async function verifyReceipt(
  keys: readonly PublicKey[],
  input: Uint8Array,
  document?: Uint8Array,
): Promise<Verdict> {
  // A JWS is ASCII, and our PDFs contain it uncompressed. Splitting takes linear time, whatever the text.
  const text = Buffer.from(input).toString('latin1');
  const candidates = [jwsFromLink(text), ...text.split(/[^\w.-]+/)].filter(looksSigned);
  let verdict: Verification = { kind: 'no_receipt' };
  for (const jws of candidates.slice(0, 5)) {
    const next = await verified(keys, jws);
    if (verdict.kind === 'no_receipt' || next.kind === 'genuine') verdict = next;
    if (verdict.kind === 'genuine') break;
  }
  if (verdict.kind !== 'genuine') return verdict;
  const { receipt } = verdict;
  return { ...verdict, surroundingText: compareText(input, receipt), document: compareDocument(receipt, document) };
}

function looksSigned(word: string): boolean {
  if (!word.startsWith('eyJ')) return false;
  const [, payload = '', signature = '', ...more] = word.split('.', 4);
  // An Ed25519 signature has 64 bytes.
  return more.length === 0 && payload !== '' && signature.length === 86;
}

/**
 * The JWS from a URL that `verifyLink` made; empty if it is damaged or unpacks to more than 50 kB. The URL contains the
 * compressed header, a newline and the payload, followed by the 64 bytes of the signature.
 */
function jwsFromLink(text: string): string {
  const packed = /(?:^|=)r1\.([\w-]{100,8000})/.exec(text)?.[1];
  if (packed === undefined) return '';
  const bytes = Buffer.from(packed, 'base64url');
  try {
    const content = inflateRawSync(bytes.subarray(0, -64), { maxOutputLength: 50_000 });
    const end = content.indexOf('\n');
    const segments = [content.subarray(0, end), content.subarray(end + 1), bytes.subarray(-64)];
    return segments.map((segment) => segment.toString('base64url')).join('.');
  } catch {
    return '';
  }
}

async function verified(keys: readonly PublicKey[], jws: string): Promise<Verification> {
  const [head = '', payload = '', signature = ''] = jws.split('.');
  const header = parsed(head);
  // RFC 7515, section 4.1.11: a verifier must refuse extensions in `crit` that it doesn't support. We support none.
  if (header?.alg !== 'EdDSA' || header.typ !== 'receipt+jws' || header.crit !== undefined)
    return { kind: 'no_receipt' };
  const publicKey = keys.find(({ kid }) => kid === header.kid);
  if (publicKey === undefined) return { kind: 'unknown_key' };
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: publicKey.x };
  const key = await crypto.subtle.importKey('jwk', jwk, 'Ed25519', false, ['verify']);
  const signatureBytes = Buffer.from(signature, 'base64url');
  const signed = Buffer.from(`${head}.${payload}`);
  const isOurs = await crypto.subtle.verify('Ed25519', key, signatureBytes, signed);
  const receipt = isOurs ? parsed(payload) : undefined;
  return receipt === undefined ? { kind: 'altered' } : { kind: 'genuine', keyId: publicKey.kid, receipt };
}

/** A segment of a JWS as JSON; `undefined` if it isn't a JSON object. */
function parsed(segment: string): SignedFields | undefined {
  try {
    const value: unknown = parseJson(Buffer.from(segment, 'base64url').toString());
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function compareText(input: Uint8Array, receipt: SignedFields): GenuineVerdict['surroundingText'] {
  const text = new TextDecoder().decode(input).trim();
  if (looksSigned(text) || /^(?:https?:\/\/[^\s"<>]+=)?r1\.[\w-]+$/.test(text)) return 'nothing';
  try {
    const json: unknown = parseJson(text);
    if (typeof json !== 'object' || json === null || Array.isArray(json)) return 'not_compared';
    // These members are not signed.
    const signable = Object.entries(json).filter(([name]) => !['job_id', 'signature'].includes(name));
    if (signable.length === 0) return 'nothing';
    return isSame(Object.fromEntries(signable), receipt) ? 'same' : 'differs';
  } catch (error) {
    // `parseJson` refuses a name that appears twice, and more values than any receipt has.
    return error instanceof Refusal && text.startsWith('{') ? 'differs' : 'not_compared';
  }
}

/** Recurses only as deep as both values, so deeply nested input stops early. */
function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  const members = new Map<string, unknown>(Object.entries(b));
  const entries: [string, unknown][] = Object.entries(a);
  return (
    Array.isArray(a) === Array.isArray(b) &&
    entries.length === members.size &&
    entries.every(([name, value]) => members.has(name) && isSame(value, members.get(name)))
  );
}

function compareDocument(receipt: SignedFields, document: Uint8Array | undefined): GenuineVerdict['document'] {
  const { document_sha256: printed, content_hash: content } = receipt;
  if (document === undefined) return 'none_given';
  if (printed === undefined && content === undefined) return 'no_hash';
  const hash = sha256Hex(document);
  if (hash === printed) return 'printed';
  return hash === content ? 'content' : 'other';
}
