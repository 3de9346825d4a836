/** The verification page as a plain form: what a browser without scripts posts, and what attackers post. */
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

const raw = (body: string | Buffer, type: string) =>
  ask({ body: Buffer.from(body).toString('base64'), isBase64Encoded: true }, { 'content-type': type });

/** Posts the form as a browser does, with empty files where none was chosen. */
async function posted(fields: Fields): Promise<HttpResult> {
  const form = new FormData();
  const [receipt_file, document] = [new Uint8Array(), new Uint8Array()];
  for (const [name, value] of Object.entries({ receipt: '', receipt_file, document, ...fields }))
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, new Blob([new Uint8Array(value)]), 'file');
  const request = new Response(form);
  return raw(Buffer.from(await request.arrayBuffer()), request.headers.get('content-type') ?? '');
}

const genuine = '<p class="status paid">Genuine<';
/** A PDF may show text other than what was signed, so its verdict is not green. */
const onlySigned = '<p class="status open">Genuine signature<';
const shown = ({ body = '' }: HttpResult) => body.split('<form')[0] ?? '';

test.each<[string, string, Fields]>([
  ['a PDF', onlySigned, { receipt_file: pdf }],
  ['a JSON file', genuine, { receipt_file: Buffer.from(jsonOf(view)) }],
  ['JSON as text', genuine, { receipt: jsonOf(view) }],
  ['the JWS', genuine, { receipt: view.signature }],
  ['the QR code’s link', genuine, { receipt: link }],
])('%s with the signature of a retired key is genuine', async (_, verdict, fields) => {
  const answer = await posted(fields);
  expect(answer.statusCode).toBe(200);
  expect(shown(answer)).toContain(verdict);
  expect(shown(answer)).toContain(view.receipt.receipt_id);
  expect(shown(answer)).toMatch(
    /<dt>Mail class<\/dt><dd>Standard mail.*<dt>Mailed<\/dt><dd><time.*<dt>PDF of the document \(SHA-\u2060256\)<\/dt><dd>[0-9a-f]{64}</s,
  );
});

test('the URL in the printed QR code shows the verdict, and a truncated one a message', async () => {
  const opened = (receipt = '', headers = {}) =>
    ask({ ...httpEvent({ method: 'GET', headers }), rawPath: '/v1/verify', queryStringParameters: { receipt } });
  const receipt = new URL(link).searchParams.get('receipt') ?? '';
  const answer = await opened(receipt);
  expect(answer.statusCode).toBe(200);
  expect(shown(answer)).toMatch(new RegExp(`${genuine}.*${view.receipt.receipt_id}`, 's'));
  expect(shown(await opened(receipt, { 'accept-language': 'fr' }))).toMatch(/, IL.62701, US<.*Prix<.*>2,12.\$.US</s);
  for (const cut of ['', 'r1.', receipt.slice(0, -9)])
    expect(shown(await opened(cut))).toContain('We found no receipt');
});

test('a changed receipt and a missing one get different messages', async () => {
  const signature = view.signature.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'));
  expect(shown(await posted({ receipt: signature }))).toMatch(/>Not genuine<.*This receipt isn’t genuine/s);
  expect(shown(await posted({}))).toContain('We found no receipt');
  const changed = await posted({ receipt: jsonOf(view, { total: '$99.00' }) });
  expect(shown(changed)).toContain('text around the signature was changed');
});

const partOf = (boundary: string) => `--${boundary}\r\ncontent-disposition: form-data; name="receipt"\r\n\r\n`;
const x30 = 'x'.repeat(30);
const formOf = (boundary: string) => `multipart/form-data; boundary=${boundary}`;

test.each([
  ['JSON', jsonOf(view), 'application/json'],
  ['no type', jsonOf(view), ''],
  ['no boundary', '--x--', 'multipart/form-data'],
  ['a truncated form', `${partOf('x')}a`, formOf('x')],
  ['seventy thousand fields', `${`${partOf('x')}\r\n`.repeat(70_000)}--x--\r\n`, formOf('x')],
  ['a form whose type names two boundaries', `${partOf(x30)}\r\n--${x30}--\r\n`, formOf(`${x30}; y=boundary=z`)],
  ['nothing', '', formOf('x')],
])('%s instead of the form is refused with a page that does not repeat it', async (_, body, type) => {
  const answer = await raw(body, type);
  expect(answer.statusCode).toBe(400);
  expect(shown(answer)).toContain('is not a form with files');
  expect(answer.body).not.toContain(view.signature);
});
