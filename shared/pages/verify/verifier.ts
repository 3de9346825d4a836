/** Verifies a submitted receipt: its signature, the text around it, and the document that it is about. */
import { inflateRawSync } from 'node:zlib';
import { sha256Hex } from '../../domain/ids.ts';
import { parseJson } from '../../domain/json.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { PublicKey } from '../../orders/deps.ts';

type SignedFields = Readonly<Record<string, unknown>>;

/** `no_receipt`: no JWS of this kind. `unknown_key`: no published key of ours. */
type Verification =
  | { readonly kind: 'genuine'; readonly keyId: string; readonly receipt: SignedFields }
  | { readonly kind: 'no_receipt' | 'unknown_key' | 'altered' };

export type Verdict =
  | Exclude<Verification, { kind: 'genuine' }>
  | (Extract<Verification, { kind: 'genuine' }> & {
      /**
       * The text around the signature. `same`: JSON that says what was signed. `differs`: JSON that says something else.
       * `nothing`: only the signature or its link. `not_compared`: anything else, such as a PDF, whose text is not compared.
       */
      readonly around: 'same' | 'differs' | 'nothing' | 'not_compared';
      /** The document's relation to the receipt: the printed PDF, the content as sent, another file, or unknown. */
      readonly document: 'printed' | 'content' | 'other' | 'no_hash' | 'none_given';
    });

type GenuineVerdict = Extract<Verdict, { kind: 'genuine' }>;

/**
 * `keys`: those that this service publishes. `input`: a PDF, JSON, a compact JWS or the URL in the QR code. `document`: the
 * file that the receipt may be about.
 */
export async function verifyReceipt(
  keys: readonly PublicKey[],
  input: Uint8Array,
  document?: Uint8Array,
): Promise<Verdict> {
  let verdict: Verification = { kind: 'no_receipt' };
  for (const jws of signaturesIn(input)) {
    const next = await verified(keys, jws);
    if (verdict.kind === 'no_receipt' || next.kind === 'genuine') verdict = next;
    if (verdict.kind === 'genuine') break;
  }
  if (verdict.kind !== 'genuine') return verdict;
  const { receipt } = verdict;
  return { ...verdict, around: compareText(input, receipt), document: compareDocument(receipt, document) };
}

/** The first five words that look like a compact JWS. Split rather than matched: no text makes this slow. */
function signaturesIn(input: Uint8Array): string[] {
  // Every JWS is ASCII, and a PDF is read without its compressed parts.
  const text = Buffer.from(input).toString('latin1');
  return [jwsFromLink(text), ...text.split(/[^\w.-]+/)].filter(looksSigned).slice(0, 5);
}

function looksSigned(word: string): boolean {
  if (!word.startsWith('eyJ')) return false;
  const [, payload = '', signature = '', ...more] = word.split('.', 4);
  // An Ed25519 signature has 64 bytes.
  return more.length === 0 && payload !== '' && signature.length === 86;
}

/** The JWS that `verifyLink` has packed into an address; empty if it is damaged, or unpacks to more than 50 kB. */
function jwsFromLink(text: string): string {
  const packed = /(?:^|=)r1\.([\w-]{100,8000})/.exec(text)?.[1];
  if (packed === undefined) return '';
  const bytes = Buffer.from(packed, 'base64url');
  try {
    const content = inflateRawSync(bytes.subarray(0, -64), { maxOutputLength: 50_000 });
    const end = content.indexOf(10);
    const parts = [content.subarray(0, end), content.subarray(end + 1), bytes.subarray(-64)];
    return parts.map((part) => part.toString('base64url')).join('.');
  } catch {
    return '';
  }
}

async function verified(keys: readonly PublicKey[], jws: string): Promise<Verification> {
  const [head = '', payload = '', signature = ''] = jws.split('.');
  const header = parsed(head);
  // RFC 7515, 4.1.11: a verifier must refuse unknown names in `crit`. We know none.
  if (header?.alg !== 'EdDSA' || header.typ !== 'receipt+jws' || header.crit !== undefined)
    return { kind: 'no_receipt' };
  const publicKey = keys.find(({ kid }) => kid === header.kid);
  if (publicKey === undefined) return { kind: 'unknown_key' };
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: publicKey.x };
  const key = await crypto.subtle.importKey('jwk', jwk, 'Ed25519', false, ['verify']);
  const [signatureBytes, signed] = [Buffer.from(signature, 'base64url'), Buffer.from(`${head}.${payload}`)];
  const isOurs = await crypto.subtle.verify('Ed25519', key, signatureBytes, signed);
  const receipt = isOurs ? parsed(payload) : undefined;
  return receipt === undefined ? { kind: 'altered' } : { kind: 'genuine', keyId: publicKey.kid, receipt };
}

/** A part of a JWS as JSON; `undefined` if it is none. */
function parsed(part: string): SignedFields | undefined {
  try {
    const value: unknown = parseJson(Buffer.from(part, 'base64url').toString());
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function compareText(input: Uint8Array, receipt: SignedFields): GenuineVerdict['around'] {
  const text = new TextDecoder().decode(input).trim();
  if (looksSigned(text) || /^(?:https?:\/\/[^\s"<>]+=)?r1\.[\w-]+$/.test(text)) return 'nothing';
  try {
    const around: unknown = parseJson(text);
    if (typeof around !== 'object' || around === null || Array.isArray(around)) return 'not_compared';
    // These members are not signed.
    const signable = Object.entries(around).filter(([name]) => !['job_id', 'signature'].includes(name));
    if (signable.length === 0) return 'nothing';
    if (!isSame(Object.fromEntries(signable), receipt)) return 'differs';
    // If a name appears twice, programs read only the second value and people may read the first.
    // Strings are matched whole, so that no name within one counts.
    const names = (text.match(/"(?:[^"\\]|\\.)*"\s*:?/g) ?? []).filter((each) => each.endsWith(':'));
    return names.length === membersOf(around) ? 'same' : 'differs';
  } catch (error) {
    // No receipt has that many values.
    return error instanceof Refusal && text.startsWith('{') ? 'differs' : 'not_compared';
  }
}

/** How many members a value has, at all depths. It is the same as a receipt, so it is not deep. */
function membersOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce((sum: number, each) => sum + membersOf(each), own);
}

/** Goes no deeper than both do, so that brackets in brackets end it early. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other;
  const members = new Map<string, unknown>(Object.entries(other));
  const own: [string, unknown][] = Object.entries(one);
  return (
    Array.isArray(one) === Array.isArray(other) &&
    own.length === members.size &&
    own.every(([name, value]) => members.has(name) && isSame(value, members.get(name)))
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
