/** How requests are read: JSON, forms, headers and routes. */
import fc from 'fast-check';
import { router } from '../../functions/routes.ts';
import { Refusal } from '../../shared/domain/refusal.ts';
import { preferred } from '../../shared/web/http/accept.ts';
import { bodyOf, formOf, type HttpEvent, isFromOtherSite } from '../../shared/web/http/http-event.ts';
import { postedForm } from '../../shared/web/http/multipart-form.ts';
import { readJson } from '../../shared/web/http/read-json.ts';

const maxValues = 10_000;

test('valid JSON is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 4 }), fc.constantFrom('', '\ufeff'), (text, mark) => {
      // JSON within a JSON string is refused.
      fc.pre(!/^\s*"\s*[[{]/.test(text));
      expect(readJson(mark + text)).toEqual(JSON.parse(text));
    }),
  );
});

test.each([
  ['lists in lists', '['.repeat(3_000_000)],
  ['objects in objects', '{"a":'.repeat(1_000_000)],
  ['a long array', `[${'1,'.repeat(maxValues)}1]`],
  ['many fields', `{${Array.from({ length: maxValues }, (_, at) => `"${at}":1,`).join('')}"b":1}`],
  ['values after a string with escapes', `{"a":"\\\\\\"[","b":[${'0,'.repeat(maxValues)}0]}`],
])('a body of too many values is refused before it is parsed: %s', (_, text) => {
  // The last character is missing, so a parser would refuse it with another message.
  expect(() => readJson(text.slice(0, -1))).toThrow(/^The body has more than 10000 values: /);
});

test.each([
  ['brackets and commas', '[,{'.repeat(maxValues)],
  ['quotation marks and backslashes', '"\\,['.repeat(maxValues)],
])('a string may contain any number of %s', (_, text) => {
  expect(readJson(JSON.stringify({ text, and: [1] }))).toEqual({ text, and: [1] });
});

test('a body with as many values as the limit is accepted', () => {
  expect(readJson(`[${'1,'.repeat(maxValues - 1)}1]`)).toHaveLength(maxValues);
});

const notJson = 'The body is not valid JSON';

test.each([
  ['', 'The body is empty'],
  ['  ', 'The body is empty'],
  ['[', `${notJson} (it ends too early)`],
  ['{"a":"', `${notJson} (it ends too early)`],
  ['"\\', `${notJson} (it ends too early)`],
  ['no', notJson],
  ['[1,]', notJson],
  ['(line 9 column 9)', notJson],
  ['{"a": 1,}', `${notJson} (line 1, column 9)`],
  ['{"a": 1,\n "b": 2 3\n}', `${notJson} (line 2, column 9)`],
  ["{'a': 1}", `${notJson} (line 1, column 2)`],
  ['{"a": "[,}", "b": NaN}', notJson],
  [`{"a": "${'x'.repeat(50_000)}" "b": 1}`, `${notJson} (line 1, column 50010)`],
])('invalid JSON is refused with the position of the error, and not repeated (row %#)', (text, problem) => {
  const fix = problem.startsWith(notJson) ? 'send a JSON object, encoded in UTF-8.' : 'send a JSON object.';
  expect(() => readJson(text)).toThrow(new Refusal('invalid_request', `${problem}: ${fix}`));
});

test.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
  'a body of the type %s is refused as a form, unless it looks like JSON',
  (type) => {
    expect(() => readJson('country=US&text=Hello', { 'content-type': type })).toThrow(
      `The body is a form (${type.split(';')[0]}), not JSON: send a JSON object, with content-type: application/json.`,
    );
    expect(readJson('{"country":"US"}', { 'content-type': type })).toEqual({ country: 'US' });
    expect(() => readJson('{"country":', { 'content-type': type })).toThrow(`${notJson} (it ends too early)`);
  },
);

test('a compressed body is refused, and the error says what to do; content-encoding: identity is allowed', () => {
  for (const encoding of ['gzip', 'GZIP', 'br'])
    expect(() => readJson('\u001f\ufffd\b', { 'content-encoding': encoding })).toThrow(
      'The body has a content-encoding: send it uncompressed, without that header.',
    );
  expect(readJson('{}', { 'content-encoding': ' Identity' })).toEqual({});
});

const [json, html, pdf] = ['application/json', 'text/html', 'application/pdf'];

test.each([
  ['no header', undefined, json],
  ['an empty header', '', json],
  ['anything', '*/*', json],
  ["a browser's fetch, and axios", 'application/json, text/plain, */*', json],
  ['a browser that opens the link', 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8', html],
  ['HTML', 'text/html', html],
  ['HTML in capitals and with a charset', 'TEXT/HTML; charset=utf-8', html],
  ['any text', 'text/*', html],
  ['a PDF', 'application/pdf', pdf],
  ['a PDF rather than HTML', 'text/html;q=0.5, application/pdf', pdf],
  ['a PDF rather than HTML, with spaces and a third digit', 'text/html ; q=0.899 , application/pdf ; q=0.9', pdf],
  ['anything but JSON', '*/*, application/json;q=0', html],
  ['any application', 'application/*', json],
  ['any application rather than JSON', 'application/*, application/json;q=0.1', pdf],
  ['a type that we do not have', 'image/png', json],
  ['nothing at all', 'text/html;q=0, application/pdf;q=0', json],
  ['a type that is listed twice: the first counts', 'text/html, application/pdf;q=0.9, text/html;q=0.1', html],
  ['a range that is not a type', 'html', json],
  ['an invalid quality', 'text/html;q=2, application/pdf;q=yes', json],
])('the Accept header chooses the format: %s', (_, accept, type) => {
  expect(preferred(accept, [json, html, pdf])).toBe(type);
});

test('only the first ranges of a very long Accept header are read, and without a preference the first type is chosen', () => {
  expect(preferred('*/*', [html, pdf, json])).toBe(html);
  expect(preferred(`${'a/b,'.repeat(250_000)}text/html`, [json, html, pdf])).toBe(json);
});

test.each([
  ['our own form', { 'sec-fetch-site': 'same-origin', origin: 'null' }, false],
  ['our own form, reloaded in the browser', { 'sec-fetch-site': 'none' }, false],
  ['an older browser, whose page sends no referrer', { origin: 'null' }, false],
  ['an older browser that names the origin', { origin: 'https://mail.example' }, false],
  ['a program', {}, false],
  ['another site', { 'sec-fetch-site': 'cross-site', origin: 'null' }, true],
  ['another subdomain of our domain', { 'sec-fetch-site': 'same-site' }, true],
  ['another site in an older browser', { origin: 'https://evil.example' }, true],
  ['our host over http', { origin: 'http://mail.example' }, true],
  ['nonsense', { 'sec-fetch-site': '' }, true],
])('a form is refused only if another site may have sent it: %s', (_, headers: Record<string, string>, isOther) => {
  expect(isFromOtherSite({ headers }, 'https://mail.example/v1')).toBe(isOther);
});

const event = (body: string | undefined, isBase64Encoded: boolean, method = 'POST') =>
  ({ body, isBase64Encoded, requestContext: { http: { method } } }) as unknown as HttpEvent;

const words = 'Zoë, 漢字, 😀 \u2028';

test('a body is read as UTF-8, as text or in base64, and a missing body as empty text', () => {
  expect(bodyOf(event(undefined, false))).toBe('');
  expect(bodyOf(event(words, false))).toBe(words);
  expect(bodyOf(event(Buffer.from(words).toString('base64'), true))).toBe(words);
});

test('a form is read from a POST only, as UTF-8', () => {
  const form = Buffer.from(`name=${encodeURIComponent(words)}`).toString('base64');
  expect(formOf(event(form, true))).toEqual({ name: words });
  expect(formOf(event(form, true, 'GET'))).toBeUndefined();
});

test('a form with too many fields or characters is refused', () => {
  for (const body of [`a=${'x'.repeat(100_000)}`, `a=${'x'.repeat(1_000_000)}`, `a=1${'&a=1'.repeat(100)}`])
    expect(() => formOf(event(body, false))).toThrow('is longer than any form here');
  const a = '漢'.repeat(99_999);
  expect(formOf(event(`${new URLSearchParams({ a })}`, false))).toEqual({ a });
  expect(formOf(event(`a=1${'&a=1'.repeat(99)}`, false))).toEqual({ a: '1' });
});

test('a form with files may have nine fields, and is refused if it has more', async () => {
  const formWith = (fields: number) => {
    const body = `${'--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n'.repeat(fields)}--b--\r\n`;
    return postedForm({ ...event(body, false), headers: { 'content-type': 'multipart/form-data; boundary=b' } });
  };
  expect((await formWith(9)).text('a')).toBe('1');
  await expect(formWith(10)).rejects.toThrow('is not a form with files');
});

test('a route with an exact segment takes precedence over a variable segment, and that one over a greedy segment', () => {
  const rows = (['GET /v1/{path+}', 'GET /v1/{page}', 'GET /v1/new'] as const).map((route) => ({
    trigger: { http: [route] },
  }));
  for (const ordered of [rows, rows.toReversed()]) {
    const route = router(ordered);
    expect(['/v1/new', '/v1/docs', '/v1/docs/errors'].map((path) => route('GET', path)?.routeKey)).toEqual([
      'GET /v1/new',
      'GET /v1/{page}',
      'GET /v1/{path+}',
    ]);
  }
});
