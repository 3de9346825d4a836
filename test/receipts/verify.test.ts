/** The verification of receipts: whether they are genuine, by which key, and whether a document belongs to them. */
import { execFile } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deflateRawSync, deflateSync } from 'node:zlib';
import { CompactSign, importJWK, type JWK } from 'jose';
import { listen } from '../../lib/local/gateway/http.ts';
import { jwsSigner } from '../../shared/config/jws-signer.ts';
import { evidenceSheet, verifyLink } from '../../shared/pages/receipt/parts.ts';
import { verifyReceipt } from '../../shared/pages/verify/verifier.ts';
import { writeEvidence } from '../../shared/rendering/receipt/write-evidence.ts';
import { newFolder } from '../support/new-folder.ts';
import { jsonOf, readerIn, receiptOf, signingKey } from '../support/receipts.ts';

const key = signingKey();
const signer = jwsSigner(key.privateJwk);
const view = await receiptOf('letter', { privateJwk: key.privateJwk });
const bytes = (text: string | Uint8Array) =>
  typeof text === 'string' ? new TextEncoder().encode(text) : Uint8Array.from(text);
const verdictOn = async (receipt: string | Uint8Array, document?: Uint8Array, by = signer) =>
  verifyReceipt((await by.publicKeys()).keys, bytes(receipt), document);
const genuine = { kind: 'genuine', document: 'none_given' };
const [json, changed] = [jsonOf(view), jsonOf(view, { total: '$99.00' })];
const link = verifyLink('https://mail.example.com/v1/verify', view.signature);
const [head = '', payload = '', signatureBytes = ''] = view.signature.split('.');
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

const pdf = await writeEvidence(evidenceSheet(view, undefined, readerIn('en')));

test.each([
  ['as JSON', json],
  ['as JSON that was indented', JSON.stringify(JSON.parse(json), null, 2)],
  ['as JSON in another order', JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(json)).reverse()))],
  ['as a PDF', pdf],
  ['as the JWS alone', view.signature],
  ['as the JWS in an email', `Dear Ada,\r\nhere it is: <${view.signature}>\r\nYours`],
  ['as the link in its QR code', link],
  ['as that link in an email', `See ${link} .`],
])('a receipt is genuine %s', async (_, receipt) => {
  expect(await verdictOn(receipt)).toMatchObject({ ...genuine, receipt: { receipt_id: view.receipt.receipt_id } });
});

test('the verdict says so if the JSON around the signature differs from the signed receipt', async () => {
  for (const change of [{ total: '$99.00' }, { to: { firstName: 'Eve' } }, { more: 1 }, { total: undefined }])
    expect(await verdictOn(jsonOf(view, change))).toMatchObject({ kind: 'genuine', surroundingText: 'differs' });
  const deep = '['.repeat(50_000) + ']'.repeat(50_000);
  expect(await verdictOn(json.replace('{', `{"to":${deep},`))).toMatchObject({ surroundingText: 'differs' });
  expect(await verdictOn(json.replace(/}$/, `,"to":${deep}}`))).toMatchObject({ surroundingText: 'differs' });
});

test.each([
  ['JSON', json, 'same'],
  ['the JWS alone', view.signature, 'nothing'],
  ['the link in its QR code', link, 'nothing'],
  ['only the signature in JSON', JSON.stringify({ signature: view.signature }), 'nothing'],
  ['the PDF, whose visible text is not compared', pdf, 'not_compared'],
  ['changed JSON followed by 200 kB of blanks', `${changed}${' '.repeat(200_000)}`, 'differs'],
  ['changed JSON followed by a comma', `${changed},`, 'not_compared'],
  ['changed JSON after a sentence', `Look: ${changed}`, 'not_compared'],
  ['changed JSON in a code fence', `\`\`\`\n${changed}\n\`\`\``, 'not_compared'],
  ['JSON with a name twice', json.replace('{', '{"total":"$99.00",'), 'differs'],
  ['a page around the JWS', `<h1>Paid to Eve: $99.00</h1>${view.signature}`, 'not_compared'],
])(
  'text around a genuine signature is compared with the receipt only if all of it is JSON: %s',
  async (_, receipt: string | Uint8Array, surroundingText) => {
    expect(await verdictOn(receipt)).toMatchObject({ kind: 'genuine', surroundingText });
  },
);

test('the signed receipt has neither the job’s id nor the partner’s id, which grant access', () => {
  const signed = Buffer.from(payload, 'base64url').toString();
  expect(JSON.parse(signed)).toEqual(view.receipt);
  expect(signed).not.toMatch(/(?:job|letter)_[0-9a-z]{20}/);
  expect(view.receipt.partner_id_hash).toMatch(/^[0-9a-f]{32}$/);
});

const forged = encoded({ ...view.receipt, total: '$99.00' });
const otherKey = await importJWK(JSON.parse(signingKey().privateJwk) as JWK, 'EdDSA');
const ourKey = await importJWK(JSON.parse(key.privateJwk) as JWK, 'EdDSA');
const signedWith = (by: typeof ourKey, header: object) =>
  new CompactSign(bytes(JSON.stringify(view.receipt))).setProtectedHeader({ alg: 'EdDSA', ...header }).sign(by);
const signedByOther = (header: object) => signedWith(otherKey, header);
const { kid } = JSON.parse(Buffer.from(head, 'base64url').toString());
const hmac = (header: string) => createHmac('sha256', key.publicX).update(`${header}.${payload}`).digest('base64url');
const typ = 'receipt+jws';
const hs256Header = encoded({ alg: 'HS256', kid, typ });
const changedSignature = signatureBytes.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A'));
const bomb = Buffer.concat([bytes('%PDF-1.7\nstream\n'), deflateSync(Buffer.alloc(50_000_000))]);

test.each([
  ['a changed payload', `${head}.${forged}.${signatureBytes}`, 'altered'],
  ['a changed signature', `${head}.${payload}.${changedSignature}`, 'altered'],
  ['another key with the id of our key', await signedByOther({ kid, typ }), 'altered'],
  ['another issuer’s key', await signedByOther({ kid: 'x'.repeat(43), typ }), 'unknown_key'],
  ['no key id', await signedByOther({ typ }), 'unknown_key'],
  ['a key in its own header', await signedByOther({ jwk: {}, typ }), 'unknown_key'],
  ['an unknown critical header', await signedWith(ourKey, { kid, typ, crit: ['b64'], b64: true }), 'no_receipt'],
  ['something else signed by our key', await signedWith(ourKey, { kid, typ: 'JWT' }), 'no_receipt'],
  ['alg none', `${encoded({ alg: 'none', kid, typ })}.${payload}.${'A'.repeat(86)}`, 'no_receipt'],
  ['alg HS256 with the public key', `${hs256Header}.${payload}.${hmac(hs256Header).padEnd(86, 'A')}`, 'no_receipt'],
  ['no signature', `${head}.${payload}.`, 'no_receipt'],
  ['nothing', '', 'no_receipt'],
  ['a broken header', `eyJ!.${payload}.${signatureBytes}`, 'no_receipt'],
  ['invalid JSON', '{"signature":', 'no_receipt'],
  ['deeply nested brackets', '['.repeat(100_000), 'no_receipt'],
  ['six million dots', '.'.repeat(6_000_000), 'no_receipt'],
  ['the start of a JWS, two million times', 'eyJ.'.repeat(2_000_000), 'no_receipt'],
  ['a decompression bomb in a PDF', bomb, 'no_receipt'],
  ['half a PDF', pdf.subarray(0, Buffer.from(pdf).indexOf('=r1.') + 600), 'no_receipt'],
])('this is not accepted as a genuine receipt: %s', async (_, receipt, kind) => {
  expect(await verdictOn(receipt)).toEqual({ kind });
});

test('a genuine signature is found after one false signature, but not after five', async () => {
  const altered = `${head}.${forged}.${signatureBytes}`;
  expect(await verdictOn(`${altered} ${view.signature}`)).toMatchObject(genuine);
  expect(await verdictOn(`${`${altered} `.repeat(5)}${view.signature}`)).toEqual({ kind: 'altered' });
});

const [hashA, hashB] = ['a'.repeat(64), 'b'.repeat(64)];

test.each([
  ['recognized as the printed PDF', 'printed', (own: string) => ({ document_sha256: own, content_hash: hashB })],
  ['recognized as the content', 'content', (own: string) => ({ document_sha256: hashA, content_hash: own })],
  ['another document', 'other', () => ({ document_sha256: hashA, content_hash: hashB })],
  ['not compared without a hash', 'no_hash', () => ({ document_sha256: undefined, content_hash: undefined })],
])('a document that is submitted with its receipt is %s', async (_, expected, hashesOf) => {
  const document = bytes('%PDF-1.7 the document');
  const hash = createHash('sha256').update(document).digest('hex');
  const jws = await signer.sign({ ...view.receipt, ...hashesOf(hash) });
  expect(await verdictOn(jws, document)).toMatchObject({ kind: 'genuine', document: expected });
});

const nextKey = signingKey();

test('after a rotation, an old receipt is genuine as long as its key is published', async () => {
  const rotated = jwsSigner(nextKey.privateJwk, [signingKey().publicX, key.publicX]);
  expect(await verdictOn(view.signature, undefined, rotated)).toMatchObject(genuine);
  expect(await verdictOn(await rotated.sign({ ...view.receipt }), undefined, rotated)).toMatchObject(genuine);
  expect(await verdictOn(view.signature, undefined, jwsSigner(nextKey.privateJwk))).toEqual({ kind: 'unknown_key' });
});

test('after a rotation, each key is published once, without its private half', async () => {
  const { keys } = await jwsSigner(nextKey.privateJwk, [key.publicX, nextKey.publicX]).publicKeys();
  expect(keys).toEqual(
    [nextKey, key].map(({ publicX: x }) => ({
      kty: 'OKP',
      crv: 'Ed25519',
      x,
      use: 'sig',
      alg: 'EdDSA',
      kid: expect.stringMatching(/^[\w-]{43}$/),
    })),
  );
});

test.each([
  ['that was truncated', link.slice(0, -200)],
  ['of another version', link.replace('=r1.', '=r2.')],
  ['that unpacks to 4 MB', `r1.${deflateRawSync(Buffer.alloc(4_000_000)).toString('base64url')}${'A'.repeat(86)}`],
  ['without a receipt', 'r1.'],
])('a link %s contains no receipt', async (_, text) => {
  expect(await verdictOn(text)).toEqual({ kind: 'no_receipt' });
});

test.each([
  [40_000, 'genuine'],
  [60_000, 'no_receipt'],
])('a link is unpacked up to 50 kB: with %i bytes, the verdict is %s', async (length, kind) => {
  const signature = await signer.sign({ ...view.receipt, statement: 'a'.repeat(length) });
  expect(await verdictOn(verifyLink('https://mail.example.com/v1/verify', signature))).toMatchObject({ kind });
});

const root = join(import.meta.dirname, '..', '..');

test('the code in docs/receipts.md verifies a genuine receipt, even after a rotation, and throws for a forged one', async () => {
  const keys = await jwsSigner(nextKey.privateJwk, [key.publicX]).publicKeys();
  const server = await listen(createServer((_, response) => response.end(JSON.stringify(keys))));
  const folder = newFolder();
  const file = join(folder, 'receipt.json');
  const [, sample = ''] = /```js\n([\s\S]*?)```/.exec(await readFile(join(root, 'docs/receipts.md'), 'utf8')) ?? [];
  expect(sample.trim().split('\n').length).toBeLessThanOrEqual(6);
  const code = sample
    .replace('https://mail.example.com/v1', `${server.url}/v1`)
    .replace("'receipt.json'", JSON.stringify(file));
  const verify = () => promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code], { cwd: root });
  await writeFile(file, jsonOf(view));
  expect((await verify()).stdout.trim()).toBe(view.receipt.statement);
  const signature = view.signature.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'));
  await writeFile(file, jsonOf({ ...view, signature }));
  await expect(verify()).rejects.toThrow('signature verification failed');
  await server.close();
});
