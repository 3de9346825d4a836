/** Bank numbers that nothing else contains, requests with them, and a search for their traces in any encoding. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { constants, inflateSync } from 'node:zlib';
import { caBank, usBank } from './desk.ts';

/** Valid numbers that don't appear by chance. */
export const secret = {
  usRouting: '314275084',
  usAccount: '73519284605173946',
  caTransit: '60719',
  caInstitution: '847',
  caAccount: '918273645501',
} as const;
const caRouting = secret.caTransit + secret.caInstitution;
export const badRouting = '314275083';
/** Without the institution number, because any three digits appear everywhere. */
export const secrets = [secret.usRouting, secret.usAccount, secret.caTransit, secret.caAccount, caRouting, badRouting];

export const us = {
  ...usBank,
  nickname: 'Canary household',
  routing_number: secret.usRouting,
  account_number: secret.usAccount,
};
export const ca = {
  ...caBank,
  nickname: 'Canary ménage',
  institution_number: secret.caInstitution,
  transit_number: secret.caTransit,
  account_number: secret.caAccount,
};
export const caRouted = { ...ca, institution_number: undefined, transit_number: undefined, routing_number: caRouting };
export const spaced = { ...us, routing_number: '3142-7508-4', account_number: '7351 9284 6051 7394 6' };

export const formOf = (fields: object) =>
  new URLSearchParams(JSON.parse(JSON.stringify({ ...fields, authorized: 'yes' }))).toString();
export const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' };
export const accountsPath = '/bank-accounts';
export const formPath = '/bank-accounts/new';

export interface Trace {
  /** The name of the searched content. */
  readonly where: string;
  /** The encoding, such as `base64`. */
  readonly how: string;
  readonly secret: string;
}

const hashes = ['sha256', 'sha1', 'md5', 'sha512'] as const;

/** For each of the three alignments, the part of the base64 of `bytes` that doesn't depend on the bytes around them. */
function base64Parts(bytes: Buffer): string[] {
  return [0, 1, 2].map((shift) => {
    const padded = Buffer.concat([Buffer.alloc(shift), bytes]);
    const from = Math.ceil((shift * 8) / 6);
    return padded.toString('base64').slice(from, Math.floor((padded.length * 8) / 6));
  });
}

/** The secret in every encoding. */
function needlesOf(secret: string): (readonly [how: string, needle: Buffer])[] {
  const bytes = Buffer.from(secret);
  const utf16 = Buffer.from(secret, 'utf16le');
  const encoded: (readonly [string, string | Buffer])[] = [
    ['plain', secret],
    ['UTF-16 LE', utf16],
    ['UTF-16 BE', Buffer.from(utf16).swap16()],
    ['reversed', [...secret].toReversed().join('')],
    ['hex', bytes.toString('hex')],
    ['hex of UTF-16', utf16.toString('hex')],
    ...base64Parts(bytes).map((part) => ['base64', part] as const),
    ...base64Parts(bytes).map((part) => ['base64url', part.replaceAll('+', '-').replaceAll('/', '_')] as const),
    ...base64Parts(utf16).map((part) => ['base64 of UTF-16', part] as const),
    ...hashes.flatMap((hash) => {
      const digest = createHash(hash).update(secret).digest();
      const url = digest.toString('base64url');
      return [digest, digest.toString('hex'), digest.toString('base64').replace(/=+$/, ''), url].map(
        (form) => [hash, form] as const,
      );
    }),
  ];
  return encoded.map(([how, needle]) => [how, typeof needle === 'string' ? Buffer.from(needle) : needle]);
}

/** Matches the digits, also in groups such as `1234 5678`; a short number only if no letter or digit is next to it. */
function digitPattern(secret: string): RegExp {
  const digits = [...secret].join('[\\s.\\-_/\\\\]?');
  return secret.length < 8 ? new RegExp(`(?<![0-9a-z])${digits}(?![0-9a-z])`, 'i') : new RegExp(digits);
}

/** Searches for all these secrets. Short ones are found only as digits, because their encodings appear by chance. */
export function searcher(secrets: readonly string[]) {
  const needles = secrets
    .filter(({ length }) => length >= 6)
    .flatMap((secret) => needlesOf(secret).map(([how, needle]) => ({ secret, how, needle })));
  const groups = secrets.map((secret) => ({ secret, pattern: digitPattern(secret) }));
  return (where: string, content: Buffer | string): Trace[] => {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    const text = bytes.toString('latin1');
    const encoded = [bytes, ...inflated(bytes)].flatMap((layer) =>
      needles.filter(({ needle }) => layer.includes(needle)),
    );
    const grouped = groups.filter(({ pattern }) => pattern.test(text));
    return [
      ...encoded.map(({ secret, how }) => ({ where, how, secret })),
      ...grouped.map(({ secret }) => ({ where, how: 'in groups', secret })),
    ];
  };
}

/** The inflated streams of a PDF; of any other file, none. */
function inflated(bytes: Buffer): Buffer[] {
  if (bytes.subarray(0, 5).toString('latin1') !== '%PDF-') return [];
  const starts = [...bytes.toString('latin1').matchAll(/stream\r?\n/g)].map((match) => match.index + match[0].length);
  return starts.flatMap((start) => {
    try {
      return [inflateSync(bytes.subarray(start), { finishFlush: constants.Z_SYNC_FLUSH })];
    } catch {
      return [];
    }
  });
}

/** The bytes of every file in a folder, by path. */
export async function filesIn(folder: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(await Promise.all(paths.map(async (path) => [path, await readFile(path)] as const)));
}
