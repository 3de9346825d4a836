/** A receipt packed into a link: the JWS, compressed, behind the # of the verification page's address. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { encodeQR } from 'qr';

/** Marks a packed receipt, so that a later form can be told from this one. */
const mark = 'r1.';
const signatureBytes = 64;
/** Far above every receipt that fits into a link. */
const mostBytes = 50_000;

/** The address that opens this receipt's verification. What follows the # never leaves the browser. */
export function verifyLink(verifyUrl: string, jws: string): string {
  const [header = '', payload = '', signature = ''] = jws.split('.').map((part) => Buffer.from(part, 'base64url'));
  const packed = deflateRawSync(Buffer.concat([Buffer.from(header), Buffer.from('\n'), Buffer.from(payload)]), {
    level: 9,
  });
  return `${verifyUrl}#${mark}${Buffer.concat([packed, Buffer.from(signature)]).toString('base64url')}`;
}

/** The JWS in a text that holds such a link; `undefined` if none is in it or it is damaged. */
export function unpacked(text: string): string | undefined {
  const found = /#r1\.([\w-]{100,8000})/.exec(text)?.[1];
  if (found === undefined) return undefined;
  const bytes = Buffer.from(found, 'base64url');
  try {
    const content = inflateRawSync(bytes.subarray(0, -signatureBytes), { maxOutputLength: mostBytes });
    const end = content.indexOf('\n');
    const parts = [content.subarray(0, end), content.subarray(end + 1), bytes.subarray(-signatureBytes)];
    return end < 0 ? undefined : parts.map((part) => part.toString('base64url')).join('.');
  } catch {
    return undefined;
  }
}

/** A phone reads this many modules a side from a print of two inches. */
const mostModules = 129;

/**
 * The QR code of the link, as rows of modules without a margin; true is dark. A receipt that is too long for one, such
 * as a check with a long note, gets the address of the verification page alone.
 */
export function qrCode(link: string): readonly (readonly boolean[])[] {
  const whole = modulesOf(link);
  return whole.length > 0 && whole.length <= mostModules ? whole : modulesOf(link.split('#')[0] ?? '');
}

function modulesOf(text: string): boolean[][] {
  // The most that a QR code holds; the encoder throws beyond it.
  if (Buffer.byteLength(text) > 2_900) return [];
  // The library insists on a margin; pages and paper draw their own.
  const rows = encodeQR(text, 'raw', { ecc: 'low', encoding: 'byte', border: 1 });
  return rows.slice(1, -1).map((row) => row.slice(1, -1));
}
