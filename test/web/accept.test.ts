/** Which form of a receipt a client gets for its Accept header. */
import { preferred } from '../../shared/web/http/accept.ts';

const [json, html, pdf] = ['application/json', 'text/html', 'application/pdf'];

test.each([
  ['no header', undefined, json],
  ['an empty header', '', json],
  ['anything', '*/*', json],
  ['fetch of a browser and axios', 'application/json, text/plain, */*', json],
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
  ['a form that does not exist', 'image/png', json],
  ['nothing at all', 'text/html;q=0, application/pdf;q=0', json],
  ['a type that comes twice: the first counts', 'text/html, application/pdf;q=0.9, text/html;q=0.1', html],
  ['no type', 'html', json],
  ['a quality that is none', 'text/html;q=2, application/pdf;q=yes', json],
])('the Accept header chooses the form: %s', (_, accept, type) => {
  expect(preferred(accept, [json, html, pdf])).toBe(type);
});

test('a client without a preference gets the first form', () => {
  expect(preferred('*/*', [html, pdf, json])).toBe(html);
});

test('only the first ranges of a very long Accept header are read', () => {
  expect(preferred(`${'a/b,'.repeat(250_000)}text/html`, [json, html, pdf])).toBe(json);
});
