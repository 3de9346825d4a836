/** The verification page as a plain form: the posts of a browser without scripts, and those of attackers. */
import { evidenceSheet, verifyLink } from '../../shared/pages/receipt/parts.ts';
import { writeEvidence } from '../../shared/rendering/receipt/write-evidence.ts';
import type { HttpEvent, HttpResult } from '../../shared/web/http/http-event.ts';
import { httpEvent } from '../support/cloud/touches.ts';
import { jsonOf, readerIn, receiptOf, signingKey } from '../support/receipts.ts';

const [key, retired] = [signingKey(), signingKey()];
Object.assign(process.env, {
  RECEIPT_SIGNING_KEY: key.privateJwk,
  ADDITIONAL_PUBLIC_KEYS: retired.publicX,
  REQUEST_LIMITS: 'off',
});
const { verify } = (await import('../../functions/groups/receipts.ts')).handlers;
const view = await receiptOf('letter', { privateJwk: retired.privateJwk });
const pdf = await writeEvidence(evidenceSheet(view, undefined, readerIn('en')));
const link = verifyLink('https://mail.example.com/v1/verify', view.signature);

type Fields = Readonly<Record<string, string | Uint8Array>>;

const ask = (event: Partial<HttpEvent>, headers: Readonly<Record<string, string>> = {}) =>
  verify({ ...httpEvent({ headers }), rawPath: '/v1/verify', ...event }, {} as never) as Promise<HttpResult>;

const postBytes = (body: string | Buffer, type: string) =>
  ask({ body: Buffer.from(body).toString('base64'), isBase64Encoded: true }, { 'content-type': type });

/** Posts the form like a browser, which sends an empty file where the person chose none. */
async function postForm(fields: Fields): Promise<HttpResult> {
  const form = new FormData();
  const [receipt_file, document] = [new Uint8Array(), new Uint8Array()];
  for (const [name, value] of Object.entries({ receipt: '', receipt_file, document, ...fields }))
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, new Blob([new Uint8Array(value)]), 'file');
  const request = new Response(form);
  return postBytes(Buffer.from(await request.arrayBuffer()), request.headers.get('content-type') ?? '');
}

const genuine = '<p class="status paid">Genuine<';
/** A PDF may show text other than what was signed, so its verdict is not green. */
const onlySigned = '<p class="status open">Genuine signature<';
const verdictPart = ({ body = '' }: HttpResult) => body.split('<form')[0] ?? '';

test.each<[string, string, Fields]>([
  ['a PDF', onlySigned, { receipt_file: pdf }],
  ['a JSON file', genuine, { receipt_file: Buffer.from(jsonOf(view)) }],
  ['JSON as text', genuine, { receipt: jsonOf(view) }],
  ['a JWS', genuine, { receipt: view.signature }],
  ['the QR code’s link', genuine, { receipt: link }],
])('a receipt as %s, signed with a retired key, is genuine', async (_, verdict, fields) => {
  const response = await postForm(fields);
  expect(response.statusCode).toBe(200);
  expect(verdictPart(response)).toContain(verdict);
  expect(verdictPart(response)).toContain(view.receipt.receipt_id);
  expect(verdictPart(response)).toMatch(
    /<dt>Mail class<\/dt><dd>Standard mail.*<dt>Mailed<\/dt><dd><time.*<dt>PDF of the document \(SHA-\u2060256\)<\/dt><dd>[0-9a-f]{64}</s,
  );
});

test('the URL in the printed QR code shows the verdict, and a truncated one a message', async () => {
  const open = (receipt = '', headers = {}) =>
    ask({ ...httpEvent({ method: 'GET', headers }), rawPath: '/v1/verify', queryStringParameters: { receipt } });
  const receipt = new URL(link).searchParams.get('receipt') ?? '';
  const response = await open(receipt);
  expect(response.statusCode).toBe(200);
  expect(verdictPart(response)).toMatch(new RegExp(`${genuine}.*${view.receipt.receipt_id}`, 's'));
  expect(verdictPart(await open(receipt, { 'accept-language': 'fr' }))).toMatch(
    /, IL.62701, US<.*Prix<.*>2,12.\$.US</s,
  );
  for (const truncated of ['', 'r1.', receipt.slice(0, -9)])
    expect(verdictPart(await open(truncated))).toContain('We found no receipt');
});

test('a changed signature, changed text and a missing receipt get different messages', async () => {
  const signature = view.signature.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'));
  expect(verdictPart(await postForm({ receipt: signature }))).toMatch(/>Not genuine<.*This receipt isn’t genuine/s);
  expect(verdictPart(await postForm({}))).toContain('We found no receipt');
  const changed = await postForm({ receipt: jsonOf(view, { total: '$99.00' }) });
  expect(verdictPart(changed)).toContain('text around the signature was changed');
});

const partOf = (boundary: string) => `--${boundary}\r\ncontent-disposition: form-data; name="receipt"\r\n\r\n`;
const x30 = 'x'.repeat(30);
const formType = (boundary: string) => `multipart/form-data; boundary=${boundary}`;

test.each([
  ['JSON', jsonOf(view), 'application/json'],
  ['no type', jsonOf(view), ''],
  ['no boundary', '--x--', 'multipart/form-data'],
  ['a truncated form', `${partOf('x')}a`, formType('x')],
  ['seventy thousand fields', `${`${partOf('x')}\r\n`.repeat(70_000)}--x--\r\n`, formType('x')],
  ['a form whose type names two boundaries', `${partOf(x30)}\r\n--${x30}--\r\n`, formType(`${x30}; y=boundary=z`)],
  ['nothing', '', formType('x')],
])('%s instead of the form is refused with a page that does not repeat the receipt', async (_, body, type) => {
  const response = await postBytes(body, type);
  expect(response.statusCode).toBe(400);
  expect(verdictPart(response)).toContain('is not a form with files');
  expect(response.body).not.toContain(view.signature);
});
