/** Verifies a receipt that somebody shows: its signature, the text around it, and the document that it speaks of. */
import canonicalize from 'canonicalize';
import { sha256Hex } from '../../core/digest.ts';
import type { Deps, Verification } from '../../ports.ts';

/** `receipt`: a PDF, JSON or a compact JWS, as bytes. */
export interface Shown {
  readonly receipt: Uint8Array;
  readonly document?: Uint8Array | undefined;
}

/**
 * The relation of a document to a receipt: the printed PDF, the content as the client sent it, another file, or none that
 * the receipt could speak of.
 */
type Compared = 'printed' | 'content' | 'other' | 'no_hash' | 'none_given';

export type Verdict =
  | Exclude<Verification, { kind: 'genuine' }>
  | (Extract<Verification, { kind: 'genuine' }> & {
      /** The text around the signature says something else than what was signed. */
      readonly differs: boolean;
      readonly document: Compared;
    });

export async function verifyReceipt({ signer }: Pick<Deps, 'signer'>, shown: Shown): Promise<Verdict> {
  // Every JWS is ASCII, and a PDF is read without its compressed parts: nothing that a stranger sent is unpacked.
  const text = new TextDecoder('latin1').decode(shown.receipt);
  let verdict: Verification = { kind: 'no_receipt' };
  for (const jws of signaturesIn(text)) {
    const next = await signer.verify(jws);
    if (verdict.kind === 'no_receipt' || next.kind === 'genuine') verdict = next;
    if (verdict.kind === 'genuine') break;
  }
  if (verdict.kind !== 'genuine') return verdict;
  const differs = isOtherwiseIn(shown.receipt, verdict.receipt);
  return { ...verdict, differs, document: compared(verdict.receipt, shown.document) };
}

const mostTried = 5;
/** An Ed25519 signature in base64url. */
const signatureLength = 86;

/** Every word that looks like a compact JWS. Split rather than matched: no text makes this slow. */
const signaturesIn = (text: string): string[] =>
  text
    .split(/[^\w.-]+/)
    .filter((word) => {
      const [header = '', payload = '', signature = '', ...more] = word.startsWith('eyJ') ? word.split('.', 4) : [];
      return more.length === 0 && header !== '' && payload !== '' && signature.length === signatureLength;
    })
    .slice(0, mostTried);

/** The members of a receipt's JSON that are not signed. */
const unsigned = ['job_id', 'signature'];

const mostJsonBytes = 200_000;

function isOtherwiseIn(bytes: Uint8Array, receipt: Readonly<Record<string, unknown>>): boolean {
  if (bytes.length > mostJsonBytes) return false;
  try {
    const around: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof around !== 'object' || around === null) return false;
    const told = Object.fromEntries(Object.entries(around).filter(([name]) => !unsigned.includes(name)));
    // Only a signature was sent, and nothing around it.
    return Object.keys(told).length > 0 && canonicalize(told) !== canonicalize(receipt);
  } catch {
    return false;
  }
}

function compared(receipt: Readonly<Record<string, unknown>>, document: Uint8Array | undefined): Compared {
  const { document_sha256: printed, content_hash: content } = receipt;
  if (document === undefined) return 'none_given';
  if (printed === undefined && content === undefined) return 'no_hash';
  const hash = sha256Hex(document);
  return hash === printed ? 'printed' : hash === content ? 'content' : 'other';
}
