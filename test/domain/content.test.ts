/** Exactly one of html, text, markdown and pdf_url, named by the path where it stood. */
import { contentKinds, maxContentBytes, readContent } from '../../shared/domain/input/content.ts';
import { Refusal } from '../../shared/domain/refusal.ts';

type Input = Parameters<typeof readContent>[0];

function refused(input: Input, path: '' | 'letter.' = ''): Refusal {
  try {
    readContent(input, path);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('not refused');
}

test.each(contentKinds)('%s is taken byte for byte, with its path in the request', (kind) => {
  const value = '  as\r\nsent \u00e9 ';
  expect(readContent({ [kind]: value }, '')).toEqual({ kind, value, field: kind });
  expect(readContent({ [kind]: value }, 'letter.')).toEqual({ kind, value, field: `letter.${kind}` });
});

test.each(contentKinds)('%s is the content when the other kinds are null', (kind) => {
  const others = { html: null, text: null, markdown: null, pdf_url: null };
  expect(readContent({ ...others, [kind]: 'x' }, '')).toMatchObject({ kind, value: 'x' });
});

test('nothing sent is refused with the fields that would do', () => {
  for (const none of [{}, { html: null }, { html: undefined, text: null }])
    expect(refused(none)).toMatchObject({
      code: 'invalid_request',
      message: 'Send exactly one of html, text, markdown, pdf_url: none was sent.',
      field: undefined,
    });
  expect(refused({}, 'letter.')).toMatchObject({
    message:
      'Send exactly one of letter.html, letter.text, letter.markdown, letter.pdf_url: none was sent, and no letter.content_hash.',
    field: 'letter',
  });
});

test.each([
  [{ html: 'a', text: 'b' }, 'html and text were sent', ['html', 'text']],
  [{ html: 'a', pdf_url: 'b' }, 'html and pdf_url were sent', ['html', 'pdf_url']],
  [{ text: 'a', pdf_url: 'b' }, 'text and pdf_url were sent', ['text', 'pdf_url']],
  [{ html: 'a', text: 'b', pdf_url: 'c' }, 'html and text and pdf_url were sent', ['html', 'text', 'pdf_url']],
  [{ text: 'a', markdown: 'b' }, 'text and markdown were sent', ['text', 'markdown']],
  [{ html: '', text: 'b' }, 'html and text were sent', ['html', 'text']],
])('%j is too many: %s, and no single one is at fault', (input, found, fields) => {
  const message = `Send exactly one of html, text, markdown, pdf_url: ${found}.`;
  const faults = fields.map((field) => ({ field, error: message, code: 'field_invalid' }));
  expect(refused(input)).toMatchObject({ message, field: undefined, faults });
});

test.each(contentKinds)('an empty or blank %s is refused by its name', (kind) => {
  for (const value of ['', ' ', '\n\t\u00a0'])
    expect(refused({ [kind]: value }, 'letter.')).toMatchObject({
      code: 'invalid_request',
      message: `letter.${kind} is empty: send the content to print.`,
      field: `letter.${kind}`,
    });
});

test.each(contentKinds)('%s may have a million bytes and no more', (kind) => {
  expect(maxContentBytes).toBe(1_000_000);
  expect(readContent({ [kind]: 'x'.repeat(1_000_000) }, '').value).toHaveLength(1_000_000);
  expect(refused({ [kind]: 'x'.repeat(1_000_001) })).toMatchObject({
    field: kind,
    message: `${kind} has 1000001 bytes; at most 1000000 are possible. Shorten it or send a PDF by pdf_url.`,
  });
});

test('size is counted in UTF-8 bytes, not in characters', () => {
  expect(readContent({ text: 'é'.repeat(500_000) }, '').value).toHaveLength(500_000);
  expect(refused({ text: 'é'.repeat(500_001) }).message).toContain('has 1000002 bytes');
});
