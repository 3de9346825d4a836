/** Reads a time stamp (RFC 3161) as an authority answers it, and verifies it by the certificate that it brings along. */

type StampedBytes = Uint8Array<ArrayBuffer>;

/** An element of DER: its tag, where it begins, where its content begins, and where it ends. */
interface DerElement {
  readonly tag: number;
  readonly from: number;
  readonly inner: number;
  readonly to: number;
}

/** `at`: Unix ms. `authority`: the name in the certificate, which is compared with no list of authorities. */
export interface Stamped {
  readonly at: number;
  readonly authority: string;
}

/** Runs on the server and in the browser, to which its source is sent: it names nothing but what both have. */
export class TimeStampVerifier {
  /** The moment and the authority; `undefined` if this is no sound time stamp of exactly these bytes. */
  async verify(answer: StampedBytes, stamped: StampedBytes): Promise<Stamped | undefined> {
    try {
      return await this.#verified(answer, stamped);
    } catch {
      return undefined;
    }
  }

  async #verified(der: StampedBytes, stamped: StampedBytes): Promise<Stamped | undefined> {
    const hex = (element: DerElement | undefined) =>
      this.#hex(element === undefined ? [] : der.subarray(element.inner, element.to));
    const whole = (element: DerElement) => der.slice(element.from, element.to);
    const under = (element: DerElement | undefined) =>
      element === undefined ? [] : this.#within(der, element.inner, element.to);
    const [, token] = under(this.#at(der, 0));
    const signed = under(under(under(token)[1])[0]);
    const info = under(under(signed[2])[1])[0];
    const facts = under(this.#at(der, info?.inner ?? 0));
    const [imprintBy, imprint] = under(facts[2]);
    const certificates = under(signed.find(({ tag }) => tag === 0xa0));
    const signer = under(under(signed.at(-1))[0]);
    const [, by, digestBy, attributes, signedBy, signature] = signer;
    const time = facts.find(({ tag }) => tag === 0x18);
    if (info === undefined || attributes === undefined || signature === undefined || time === undefined)
      return undefined;
    const hash = this.#hashes[hex(under(digestBy)[0])];
    const sha256 = await this.#digest('SHA-256', stamped);
    if (hash === undefined || this.#hashes[hex(under(imprintBy)[0])] !== 'SHA-256' || hex(imprint) !== sha256)
      return undefined;
    const digest = under(attributes).find((one) => hex(under(one)[0]) === '2a864886f70d010904');
    if (hex(under(under(digest)[1])[0]) !== (await this.#digest(hash, der.slice(info.inner, info.to))))
      return undefined;
    for (const certificate of certificates) {
      // The version may be left out; behind it stand number, algorithm, issuer, validity, subject and key.
      const parts = under(under(certificate)[0]).filter(({ tag }) => tag !== 0xa0);
      const isSigner = hex(parts[2]) === hex(under(by)[0]) && hex(parts[0]) === hex(under(by)[1]);
      // It was issued for time stamps: extended key usage 1.3.6.1.5.5.7.3.8.
      if (!isSigner || parts[5] === undefined || !hex(certificate).includes('06082b06010505070308')) continue;
      // RFC 5035: the attributes name the very certificate by its hash.
      const hashes = await Promise.all(['SHA-1', 'SHA-256'].map((kind) => this.#digest(kind, whole(certificate))));
      if (!hashes.some((one) => hex(attributes).includes(one))) continue;
      // The attributes are signed as the set that they are, and not by the tag at which they stand.
      const told = whole(attributes);
      told[0] = 0x31;
      const curve = this.#curves[hex(under(under(parts[5])[0])[1])];
      const key = { bytes: whole(parts[5]), hash: this.#hashes[hex(under(signedBy)[0])] ?? hash, curve };
      const pair = curve === undefined ? [] : under(this.#at(der, signature.inner)).map((number) => hex(number));
      if (!(await this.#isSigned(key, der.slice(signature.inner, signature.to), pair, told))) return undefined;
      return {
        at: this.#time(new TextDecoder().decode(der.subarray(time.inner, time.to))),
        authority: this.#name(der, parts[4]),
      };
    }
    return undefined;
  }

  /** By the object identifier of the hash, or of a signature with it. */
  readonly #hashes: Readonly<Record<string, string>> = {
    '608648016503040201': 'SHA-256',
    '608648016503040202': 'SHA-384',
    '608648016503040203': 'SHA-512',
    '2a864886f70d01010b': 'SHA-256',
    '2a864886f70d01010c': 'SHA-384',
    '2a864886f70d01010d': 'SHA-512',
    '2a8648ce3d040302': 'SHA-256',
    '2a8648ce3d040303': 'SHA-384',
    '2a8648ce3d040304': 'SHA-512',
  };

  /** The length of a number is that of the curve in bytes. */
  readonly #curves: Readonly<Record<string, { readonly name: string; readonly length: number }>> = {
    '2a8648ce3d030107': { name: 'P-256', length: 32 },
    '2b81040022': { name: 'P-384', length: 48 },
    '2b81040023': { name: 'P-521', length: 66 },
  };

  async #isSigned(
    {
      bytes,
      hash,
      curve,
    }: {
      readonly bytes: StampedBytes;
      readonly hash: string;
      readonly curve: { readonly name: string; readonly length: number } | undefined;
    },
    signature: StampedBytes,
    pair: readonly string[],
    told: StampedBytes,
  ): Promise<boolean> {
    const by =
      curve === undefined ? { name: 'RSASSA-PKCS1-v1_5', hash } : { name: 'ECDSA', hash, namedCurve: curve.name };
    const key = await crypto.subtle.importKey('spki', bytes, by, false, ['verify']);
    if (curve === undefined) return crypto.subtle.verify(by, key, signature, told);
    const numbers = pair.map((number) => number.replace(/^00/, '').padStart(2 * curve.length, '0')).join('');
    const raw = Uint8Array.from(numbers.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
    return crypto.subtle.verify(by, key, raw, told);
  }

  async #digest(hash: string, bytes: StampedBytes): Promise<string> {
    return this.#hex(new Uint8Array(await crypto.subtle.digest(hash, bytes)));
  }

  #hex(bytes: ArrayLike<number>): string {
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  }

  /** `20261124030502Z`, also with parts of a second. */
  #time(text: string): number {
    const [, ...parts] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)/.exec(text) ?? [];
    const [year = 0, month = 0, ...rest] = parts.map(Number);
    return Date.UTC(year, month - 1, ...rest);
  }

  /** The last common name (2.5.4.3) of a subject. */
  #name(der: StampedBytes, subject: DerElement | undefined): string {
    const names = subject === undefined ? [] : this.#within(der, subject.inner, subject.to);
    const told = names
      .flatMap((set) => this.#within(der, set.inner, set.to))
      .map((pair) => this.#within(der, pair.inner, pair.to));
    const common = told.findLast(
      ([kind]) => kind !== undefined && this.#hex(der.subarray(kind.inner, kind.to)) === '550403',
    );
    return common?.[1] === undefined ? '' : new TextDecoder().decode(der.subarray(common[1].inner, common[1].to));
  }

  #at(der: StampedBytes, from: number): DerElement {
    const [tag = 0, first = 0] = der.subarray(from, from + 2);
    const more = first > 0x80 ? first - 0x80 : 0;
    const inner = from + 2 + more;
    const length = more === 0 ? first : der.subarray(from + 2, inner).reduce((sum, byte) => sum * 256 + byte, 0);
    if (first === 0x80 || more > 4 || inner + length > der.length) throw new RangeError('it is no DER');
    return { tag, from, inner, to: inner + length };
  }

  #within(der: StampedBytes, from: number, to: number): DerElement[] {
    const found: DerElement[] = [];
    for (let at = from; at < to; at = found.at(-1)?.to ?? to) found.push(this.#at(der, at));
    return found;
  }
}
