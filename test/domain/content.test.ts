/** A request has exactly one of html, text, markdown and pdf_url. Errors name it by its path. */
import { contentKinds, type DocumentInput, readSentDocument } from '../../shared/domain/input/content.ts';

const read = (input: DocumentInput, path: '' | 'letter.' = '') => readSentDocument(input, path).content;
const expectRefusal = (input: DocumentInput, path: '' | 'letter.', members: object) =>
  expect(() => read(input, path)).toThrow(expect.objectContaining(members));

test.each(contentKinds)('%s is read byte for byte with its path, even if the other kinds are null', (kind) => {
  const value = '  as\r\nsent \u00e9 ';
  const others = { html: null, text: null, markdown: null, pdf_url: null };
  expect(read({ [kind]: value })).toEqual({ kind, value, field: kind });
  expect(read({ ...others, [kind]: value }, 'letter.')).toEqual({ kind, value, field: `letter.${kind}` });
});

test.each([[{}], [{ html: null }], [{ html: undefined, text: null }]])(
  '%j has no content, so the error names the possible fields',
  (input) => {
    const quoteMessage = 'Send exactly one of html, text, markdown, pdf_url: none was sent.';
    const jobMessage =
      'Send exactly one of letter.html, letter.text, letter.markdown, letter.pdf_url: none was sent, and no letter.content_hash.';
    expectRefusal(input, '', { code: 'invalid_request', message: quoteMessage, field: undefined });
    expectRefusal(input, 'letter.', { message: jobMessage, field: 'letter' });
  },
);

test.each([
  [{ html: 'a', text: 'b' }, 'html and text were sent.'],
  [
    { html: 'a', text: 'b', pdf_url: 'c' },
    'html and text and pdf_url were sent. A PDF that comes after a text goes in attachments.',
  ],
  [{ text: 'a', markdown: 'b' }, 'text and markdown were sent.'],
])('%j has too much content, so the error says: %s', (input, sentence) => {
  const message = `Send exactly one of html, text, markdown, pdf_url: ${sentence}`;
  const faults = Object.keys(input).map((field) => ({ field, error: message, code: 'field_invalid' }));
  expectRefusal(input, '', { message, field: undefined, faults });
});

test.each(contentKinds)('an empty or blank %s is refused with its path', (kind) => {
  const field = `letter.${kind}`;
  const message = `${field} is empty: send the content to print.`;
  for (const value of ['', ' ', '\n\t\u00a0'])
    expectRefusal({ [kind]: value }, 'letter.', { code: 'invalid_request', field, message });
});

test.each(contentKinds)('%s has at most a million bytes, counted in UTF-8', (kind) => {
  const messageFor = (bytes: number) =>
    `${kind} has ${bytes} bytes; at most 1000000 are allowed. Shorten it or send a PDF by pdf_url.`;
  expect(read({ [kind]: 'é'.repeat(500_000) }).value).toHaveLength(500_000);
  expectRefusal({ [kind]: 'x'.repeat(1_000_001) }, '', { field: kind, message: messageFor(1_000_001) });
  expectRefusal({ [kind]: 'é'.repeat(500_001) }, '', { field: kind, message: messageFor(1_000_002) });
});
