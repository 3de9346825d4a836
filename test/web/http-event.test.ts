/** The body of a request, as API Gateway hands it over. */
import { bodyOf, formOf, type HttpEvent } from '../../shared/web/http/http-event.ts';

const event = (body: string | undefined, isBase64Encoded: boolean, method = 'POST') =>
  ({ body, isBase64Encoded, requestContext: { http: { method } } }) as unknown as HttpEvent;

const words = 'Zoë, 漢字, 😀 \u2028';

test('a body is UTF-8, whether it comes as text or in base64', () => {
  expect(bodyOf(event(words, false))).toBe(words);
  expect(bodyOf(event(Buffer.from(words).toString('base64'), true))).toBe(words);
});

test('a request without a body has an empty one', () => {
  expect(bodyOf(event(undefined, false))).toBe('');
});

test('a form is read from a POST only, as UTF-8', () => {
  const form = Buffer.from(`name=${encodeURIComponent(words)}`).toString('base64');
  expect(formOf(event(form, true))).toEqual({ name: words });
  expect(formOf(event(form, true, 'GET'))).toBeUndefined();
});
