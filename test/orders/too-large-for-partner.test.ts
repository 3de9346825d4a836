/** A document that is too large for its partner is refused before anyone pays. */
import { partnerLimits } from '../../shared/partners/catalogue.ts';
import { memoryDeps } from '../support/fakes/deps.ts';
import { quotedAs } from '../support/fakes/orders.ts';

test.each([
  [{}, {}],
  [{ FAX_PARTNER: 'telnyx' }, { fax: 20_000_000 }],
  [{ FAX_PARTNER: 'none', PRINT_PARTNER: 'postgrid' }, {}],
])('with %j, the partners’ size limits are %j', (environment, max) => {
  expect(partnerLimits('maxUploadBytes', environment)).toEqual(max);
});

const pdf = { html: undefined, text: undefined, pdf_url: 'https://documents.example/scan.pdf' };

/** The size of the fake renderer's PDF, in bytes. Errors round sizes up to 0.1 MB, because real limits are whole megabytes. */
const size = `%PDF-fake\n${pdf.pdf_url}`.length;

test('a fax that is one byte too large is refused at the quote with both sizes and what to do, but a letter is not', async () => {
  const deps = memoryDeps();
  const withLimit = (fax: number) => Object.assign(deps, { settings: { ...deps.settings, maxBytes: { fax } } });
  withLimit(size);
  expect(await quotedAs(deps, 'fax', pdf)).toHaveProperty('quote_id');
  withLimit(size - 1);
  await expect(quotedAs(deps, 'fax', pdf)).rejects.toMatchObject({
    code: 'content_refused',
    field: 'pdf_url',
    message:
      'pdf_url: the PDF of the fax is 0.1 MB, and our partner accepts at most 0.1 MB. Send a smaller PDF, for example with lower-resolution pictures.',
  });
  expect(await quotedAs(deps, 'letter', pdf)).toHaveProperty('quote_id');
});

test('if a fax is too large because of its attachments, the refusal names their field', async () => {
  const deps = memoryDeps();
  Object.assign(deps, { settings: { ...deps.settings, maxBytes: { fax: size } } });
  const { pdf_url } = pdf;
  await expect(quotedAs(deps, 'fax', { ...pdf, attachments: [{ pdf_url }] })).rejects.toMatchObject({
    code: 'content_refused',
    field: 'attachments',
    message: expect.stringContaining('attachments: the PDF of the fax is 0.1 MB, and our partner accepts at most'),
  });
});
