/** A receipt packed into a link: the JWS, compressed, behind the # of the verification page's address. */
import { deflateRawSync } from 'node:zlib';
import { encodeQR } from 'qr';

/** Marks a packed receipt, so that a later form can be told from this one. `ReceiptVerifier` unpacks it. */
const mark = 'r1.';

/** The address that opens this receipt's verification. What follows the # never leaves the browser. */
export function verifyLink(verifyUrl: string, jws: string): string {
  const [header = '', payload = '', signature = ''] = jws.split('.').map((part) => Buffer.from(part, 'base64url'));
  const packed = deflateRawSync(Buffer.concat([Buffer.from(header), Buffer.from('\n'), Buffer.from(payload)]), {
    level: 9,
  });
  return `${verifyUrl}#${mark}${Buffer.concat([packed, Buffer.from(signature)]).toString('base64url')}`;
}

/** A phone reads this many modules a side from a print of two inches. */
const mostModules = 129;

/** The QR code of the link, rows of modules without a margin, true is dark. Too long: the page's address alone. */
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
