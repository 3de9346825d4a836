/** Verifies a receipt that somebody shows: its signature, the text around it, and the document that it speaks of. */

/** A public key as the service publishes it; `x` is the key itself in base64url. */
export interface PublicKey {
  readonly kty: string;
  readonly kid: string;
  readonly x: string;
}

/** `no_receipt`: no JWS of this kind. `unknown_key`: no published key of ours. `no_keys`: none could be read. */
type Verification =
  | { readonly kind: 'genuine'; readonly keyId: string; readonly receipt: Readonly<Record<string, unknown>> }
  | { readonly kind: 'no_receipt' | 'unknown_key' | 'altered' | 'no_keys' };

/** How a document relates to a receipt: the printed PDF, the content as sent, another file, or unknown. */
type Compared = 'printed' | 'content' | 'other' | 'no_hash' | 'none_given';

export type Verdict =
  | Exclude<Verification, { kind: 'genuine' }>
  | (Extract<Verification, { kind: 'genuine' }> & {
      /** The text around the signature, held against what was signed. */
      readonly around: Around;
      readonly document: Compared;
      /** `same`: the carrier's file is in it that the receipt names. */
      readonly carrier: 'same' | 'none_given';
    });

/**
 * `same`: JSON that says what was signed. `differs`: JSON that says something else. `nothing`: the signature or its link
 * alone. `not_compared`: anything else around it, such as a PDF, which may say what it likes.
 */
type Around = 'same' | 'differs' | 'nothing' | 'not_compared';

type Bytes = Uint8Array<ArrayBuffer>;

/** Runs on the server and in the browser, to which its source is sent: it names nothing but what both have. */
export class ReceiptVerifier {
  readonly #keys: () => Promise<readonly PublicKey[] | undefined>;

  /** `keys`: the keys of this service that are published; `undefined` if they cannot be read. */
  constructor(keys: () => Promise<readonly PublicKey[] | undefined>) {
    this.#keys = keys;
  }

  /** Whether this runtime knows Ed25519. */
  isAble(): Promise<boolean> {
    const anyKey = this.#imported('11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo');
    return anyKey.then(
      () => true,
      () => false,
    );
  }

  /** `shown`: a PDF, JSON, a compact JWS or the address behind the code. `document`: what the receipt may speak of. */
  async verify(shown: Bytes, document?: Bytes): Promise<Verdict> {
    let verdict: Verification = { kind: 'no_receipt' };
    for (const jws of await this.#signaturesIn(shown)) {
      const next = await this.#verified(jws);
      if (verdict.kind === 'no_receipt' || next.kind === 'genuine') verdict = next;
      if (verdict.kind === 'genuine') break;
    }
    if (verdict.kind !== 'genuine') return verdict;
    const { receipt } = verdict;
    const text = new TextDecoder('latin1').decode(shown);
    const embedded = this.#embeddedIn(shown, text);
    return {
      ...verdict,
      around: this.#around(shown, receipt),
      document: await this.#compared(receipt, document === undefined ? embedded : [document]),
      carrier: await this.#carrierFile(embedded, receipt),
    };
  }

  /** The files in a PDF of evidence, which stand in it as they are. */
  #embeddedIn(shown: Bytes, text: string): Bytes[] {
    const starts = text.matchAll(/\/Type \/EmbeddedFile[\s\S]{0,400}?\/Length (\d{1,9})\s*>>\s*stream\r?\n/g);
    return [...starts].slice(0, 20).map((found) => {
      const from = found.index + found[0].length;
      return shown.slice(from, from + Number(found[1]));
    });
  }

  async #carrierFile(files: readonly Bytes[], receipt: Readonly<Record<string, unknown>>) {
    const { signature_sha256: named } = { ...(receipt.return_receipt as { readonly signature_sha256?: unknown }) };
    return named !== undefined && (await this.#hashesOf(files)).some((hash) => hash === named) ? 'same' : 'none_given';
  }

  /** The first five words that look like a compact JWS. Split rather than matched: no text makes this slow. */
  async #signaturesIn(shown: Bytes): Promise<string[]> {
    // Every JWS is ASCII, and a PDF is read without its compressed parts.
    const text = new TextDecoder('latin1').decode(shown);
    const linked = await this.#linkedIn(text).catch(() => '');
    return [linked, ...text.split(/[^\w.-]+/)].filter((word) => this.#looksSigned(word)).slice(0, 5);
  }

  #looksSigned(word: string): boolean {
    if (!word.startsWith('eyJ')) return false;
    const [, payload = '', signature = '', ...more] = word.split('.', 4);
    // An Ed25519 signature has 64 bytes.
    return more.length === 0 && payload !== '' && signature.length === 86;
  }

  /** The JWS that `verifyLink` has packed into an address. Throws if it is damaged, or unpacks to more than 50 kB. */
  async #linkedIn(text: string): Promise<string> {
    const found = /#r1\.([\w-]{100,8000})/.exec(text)?.[1];
    if (found === undefined) return '';
    const bytes = this.#decoded(found);
    const content = await this.#inflated(bytes.subarray(0, -64));
    const end = content.indexOf(10);
    const parts = [content.subarray(0, end), content.subarray(end + 1), bytes.subarray(-64)];
    return parts.map((part) => this.#encoded(part)).join('.');
  }

  async #inflated(packed: Bytes): Promise<Bytes> {
    const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
    const parts: Bytes[] = [];
    let size = 0;
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      size += next.value.length;
      if (size > 50_000) {
        await reader.cancel();
        throw new RangeError('a packed receipt has at most 50 kB');
      }
      parts.push(next.value);
    }
    return new Uint8Array(await new Blob(parts).arrayBuffer());
  }

  async #verified(jws: string): Promise<Verification> {
    const [head = '', payload = '', signature = ''] = jws.split('.');
    const header = this.#parsed(head);
    // RFC 7515, 4.1.11: whoever does not know what `crit` names must refuse.
    if (header?.alg !== 'EdDSA' || header.typ !== 'receipt+jws' || header.crit !== undefined)
      return { kind: 'no_receipt' };
    const keys = await this.#keys();
    if (keys === undefined) return { kind: 'no_keys' };
    const key = keys.find(({ kid }) => kid === header.kid);
    if (key === undefined) return { kind: 'unknown_key' };
    const signed = new TextEncoder().encode(`${head}.${payload}`);
    const isOurs = await crypto.subtle.verify('Ed25519', await this.#imported(key.x), this.#decoded(signature), signed);
    const receipt = isOurs ? this.#parsed(payload) : undefined;
    return receipt === undefined ? { kind: 'altered' } : { kind: 'genuine', keyId: key.kid, receipt };
  }

  async #imported(x: string) {
    return crypto.subtle.importKey('jwk', { kty: 'OKP', crv: 'Ed25519', x }, 'Ed25519', false, ['verify']);
  }

  #around(shown: Bytes, receipt: object): Around {
    const text = new TextDecoder().decode(shown).trim();
    if (this.#looksSigned(text) || /^https?:\/\/[^\s"<>]+#r1\.[\w-]+$/.test(text)) return 'nothing';
    try {
      const around: unknown = JSON.parse(text);
      if (typeof around !== 'object' || around === null || Array.isArray(around)) return 'not_compared';
      // These members are not signed.
      const told = Object.entries(around).filter(([name]) => !['job_id', 'signature'].includes(name));
      if (told.length === 0) return 'nothing';
      if (!this.#isSame(Object.fromEntries(told), receipt)) return 'differs';
      // A name that stands twice hides its first value from every reader of JSON, but not from people.
      return this.#namesIn(text) === this.#membersOf(around) ? 'same' : 'differs';
    } catch {
      return 'not_compared';
    }
  }

  /** How many names the text of JSON has. Strings are matched whole, so none within them counts. */
  #namesIn(text: string): number {
    return (text.match(/"(?:[^"\\]|\\.)*"\s*:?/g) ?? []).filter((found) => found.endsWith(':')).length;
  }

  /** How many members a value has, at all depths. It is the same as a receipt, so it is not deep. */
  #membersOf(value: unknown): number {
    if (typeof value !== 'object' || value === null) return 0;
    const own = Array.isArray(value) ? 0 : Object.keys(value).length;
    return Object.values(value).reduce((sum: number, each) => sum + this.#membersOf(each), own);
  }

  /** Goes no deeper than both do, so that brackets in brackets end it early. */
  #isSame(one: unknown, other: unknown): boolean {
    if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other;
    const members = new Map<string, unknown>(Object.entries(other));
    const own: [string, unknown][] = Object.entries(one);
    return (
      Array.isArray(one) === Array.isArray(other) &&
      own.length === members.size &&
      own.every(([name, value]) => members.has(name) && this.#isSame(value, members.get(name)))
    );
  }

  /** A PDF of evidence holds several files, of which one is the document. */
  async #compared(receipt: Readonly<Record<string, unknown>>, documents: readonly Bytes[]): Promise<Compared> {
    const { document_sha256: printed, content_hash: content } = receipt;
    if (documents.length === 0) return 'none_given';
    if (printed === undefined && content === undefined) return 'no_hash';
    const hashes = await this.#hashesOf(documents);
    if (hashes.some((hash) => hash === printed)) return 'printed';
    return hashes.some((hash) => hash === content) ? 'content' : 'other';
  }

  #hashesOf(files: readonly Bytes[]): Promise<string[]> {
    const hashed = files.map(async (file) => {
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', file));
      return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
    });
    return Promise.all(hashed);
  }

  /** Base64url to bytes. Throws if it is none. */
  #decoded(text: string): Bytes {
    const characters = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(characters, (character) => character.charCodeAt(0));
  }

  #encoded(bytes: Bytes): string {
    const text = btoa(String.fromCharCode(...bytes));
    return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  }

  /** A part of a JWS as JSON; `undefined` if it is none. */
  #parsed(part: string): Readonly<Record<string, unknown>> | undefined {
    try {
      const value: unknown = JSON.parse(new TextDecoder().decode(this.#decoded(part)));
      return typeof value === 'object' && value !== null ? { ...value } : undefined;
    } catch {
      return undefined;
    }
  }
}
