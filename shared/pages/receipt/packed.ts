/** A receipt packed into a link: the JWS, compressed, in the address of the verification page. */
import { deflateRawSync } from 'node:zlib';
import { encodeQR } from 'qr';

/** A code of 129 modules a side holds as many. A phone reads no more from a print of two inches. */
const mostCharacters = 1_528;

/** The address that answers whether this receipt is genuine. Of a receipt too long for the code: that of the form. */
export function verifyLink(verifyUrl: string, jws: string): string {
  const [header = '', payload = '', signature = ''] = jws.split('.').map((part) => Buffer.from(part, 'base64url'));
  const packed = deflateRawSync(Buffer.concat([Buffer.from(header), Buffer.from('\n'), Buffer.from(payload)]), {
    level: 9,
  });
  // `verifyReceipt` unpacks it.
  const link = `${verifyUrl}?receipt=r1.${Buffer.concat([packed, Buffer.from(signature)]).toString('base64url')}`;
  return link.length <= mostCharacters ? link : verifyUrl;
}

/** The QR code of a link, rows of modules without a margin; true is dark. */
export function qrCode(link: string): readonly (readonly boolean[])[] {
  // The library insists on a margin; pages and paper draw their own.
  const rows = encodeQR(link, 'raw', { ecc: 'low', encoding: 'byte', border: 1 });
  return rows.slice(1, -1).map((row) => row.slice(1, -1));
}
