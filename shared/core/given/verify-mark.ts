/** The mark by which a recipient verifies a document: a random code and its address, printed on the last page. */
import type { Stored } from '../stored.ts';

/** As a quote and its job remember it. */
export interface QuotedMark {
  /** Ten characters of Crockford's alphabet in lower case: 50 random bits. */
  readonly code: string;
  /** The address that is printed; the code in capitals and groups is its end. */
  readonly url: string;
}

/** The jobs of one code. `key`: of the request that made the job, so that its repeats are told from other requests. */
export interface VerifyMark extends Stored {
  readonly jobs: readonly { readonly id: string; readonly key?: string | undefined }[];
}

const codeLength = 10;

/** `id`: a fresh one, whose end is random. */
export const newCode = (id: string): string => id.slice(-codeLength);

export const markIdOf = (code: string): string => `mark_${code}`;

/** `ABCD-EFGH-JK` */
export const writtenCode = (code: string): string => code.toUpperCase().replace(/^(.{4})(.{4})/, '$1-$2-');

/** The code that a person typed: in any case, with or without hyphens, and with the letters that look like digits. */
export function codeIn(typed: string): string | undefined {
  if (typed.length > 40) return undefined;
  const read = typed
    .toLowerCase()
    .replace(/[^\da-z]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1');
  return /^[\da-hjkmnp-tv-z]{10}$/.test(read) ? read : undefined;
}

/** The short address, where the service stands at the root of its host; else the one below the base URL. */
export const markAt = (baseUrl: string, code: string): QuotedMark => {
  const { origin, pathname } = new URL(baseUrl);
  return { code, url: `${pathname === '/v1' ? origin : baseUrl}/v/${writtenCode(code)}` };
};

/** `noun`: the word for the document. Browsers ask for an address without a scheme by https. */
export const markLine = (noun: string, url: string): string => `Check this ${noun}: ${url.replace(/^https:\/\//, '')}`;
