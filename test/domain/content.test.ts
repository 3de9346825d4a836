/** A request has exactly one of html, text, markdown and pdf_url, which errors name by its path. */
import { contentKinds, type DocumentInput, readSentDocument } from '../../shared/domain/input/content.ts';

const read = (input: DocumentInput, path: '' | 'letter.' = '') => readSentDocument(input, path).content;
const refused = (input: DocumentInput, path: '' | 'letter.', ...members: object[]) =>
  expect(() => read(input, path)).toThrow(expect.objectContaining(Object.assign({}, ...members)));

test.each(contentKinds)('%s is read byte for byte with its path, even if the other kinds are null', (kind) => {
  const value = '  as\r\nsent \u00e9 ';
  const others = { html: null, text: null, markdown: null, pdf_url: null };
  expect(read({ [kind]: value })).toEqual({ kind, value, field: kind });
  expect(read({ ...others, [kind]: value }, 'letter.')).toEqual({ kind, value, field: `letter.${kind}` });
});

test.each([[{}], [{ html: null }], [{ html: undefined, text: null }]])(
  '%j has no content, so the error names the possible fields',
  (input) => {
    const kinds = 'letter.html, letter.text, letter.markdown, letter.pdf_url';
    const message = 'Send exactly one of html, text, markdown, pdf_url: none was sent.';
    const without = `Send exactly one of ${kinds}: none was sent, and no letter.content_hash.`;
    refused(input, '', { code: 'invalid_request', message, field: undefined });
    refused(input, 'letter.', { message: without, field: 'letter' });
  },
);

test.each([
  [{ html: 'a', text: 'b' }, 'html and text', ['html', 'text']],
  [{ html: 'a', text: 'b', pdf_url: 'c' }, 'html and text and pdf_url', ['html', 'text', 'pdf_url']],
  [{ text: 'a', markdown: 'b' }, 'text and markdown', ['text', 'markdown']],
])('%j has too much content: the error names %s and no single field', (input, sent, fields) => {
  const message = `Send exactly one of html, text, markdown, pdf_url: ${sent} were sent${'pdf_url' in input ? '. A PDF that comes after a text goes in attachments' : ''}.`;
  const faults = fields.map((field) => ({ field, error: message, code: 'field_invalid' }));
  refused(input, '', { message, field: undefined, faults });
});

test.each(contentKinds)('an empty or blank %s is refused with its path', (kind) => {
  const error = { code: 'invalid_request', field: `letter.${kind}` };
  for (const value of ['', ' ', '\n\t\u00a0'])
    refused({ [kind]: value }, 'letter.', error, { message: `letter.${kind} is empty: send the content to print.` });
});

test.each(contentKinds)('%s has at most a million bytes, counted in UTF-8', (kind) => {
  const cure = 'at most 1000000 are allowed. Shorten it or send a PDF by pdf_url.';
  expect(read({ [kind]: 'é'.repeat(500_000) }).value).toHaveLength(500_000);
  refused({ [kind]: 'x'.repeat(1_000_001) }, '', { field: kind, message: `${kind} has 1000001 bytes; ${cure}` });
  refused({ [kind]: 'é'.repeat(500_001) }, '', { field: kind, message: `${kind} has 1000002 bytes; ${cure}` });
});
