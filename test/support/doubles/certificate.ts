/** A certificate for the tests' TLS servers. Each process generates its own, so that no file has a key. */
import { generateKeyPairSync, sign } from 'node:crypto';

/** An element in DER: its tag, its length, its content. */
const der = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  const length = content.length;
  const head = length < 128 ? [tag, length] : [tag, 0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from(head), content]);
};
const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const utcTime = (text: string) => der(0x17, Buffer.from(text));

const ed25519 = sequence(oid('2b6570'));

/** A self-signed X.509 certificate for one host name (RFC 5280), valid from 2020 to 2049, and its key, both as PEM. */
export function certificateFor(host: string): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const commonName = sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(host)))));
  const subjectAltName = sequence(oid('551d11'), der(0x04, sequence(der(0x82, Buffer.from(host)))));
  const version3 = der(0xa0, der(0x02, Buffer.from([2])));
  const serialNumber = der(0x02, Buffer.from([1]));
  const signed = sequence(
    version3,
    serialNumber,
    ed25519,
    commonName,
    sequence(utcTime('200101000000Z'), utcTime('491231235959Z')),
    commonName,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(subjectAltName)),
  );
  const signature = der(0x03, Buffer.from([0]), sign(null, signed, privateKey));
  const base64 = sequence(signed, ed25519, signature).toString('base64').replace(/.{64}/g, '$&\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
  };
}
