/** A document that no partner of its product takes where the service runs: it is refused before anybody pays. */
import { partnerLimits } from '../../shared/partners/catalogue.ts';
import { memoryDeps } from '../support/fakes/deps.ts';
import { quotedAs } from '../support/fakes/orders.ts';

test.each([
  [{}, {}],
  [{ FAX_PARTNER: 'telnyx' }, { fax: 20_000_000 }],
  [{ FAX_PARTNER: 'none', PRINT_PARTNER: 'postgrid' }, {}],
])('%j: the smallest upload that each partner takes', (environment, most) => {
  expect(partnerLimits('maxUploadBytes', environment)).toEqual(most);
});

const pdf = { html: undefined, text: undefined, pdf_url: 'https://documents.example/scan.pdf' };

/** The fake renderer's PDF has these bytes. */
const size = `%PDF-fake\n${pdf.pdf_url}`.length;

test('a fax of one byte too many is refused at its quote, with the sizes and the cure; a letter is not', async () => {
  const deps = memoryDeps();
  const withLimit = (fax: number) => Object.assign(deps, { settings: { ...deps.settings, mostBytes: { fax } } });
  withLimit(size);
  expect(await quotedAs(deps, 'fax', pdf)).toHaveProperty('quote_id');
  withLimit(size - 1);
  await expect(quotedAs(deps, 'fax', pdf)).rejects.toMatchObject({
    code: 'content_refused',
    field: 'pdf_url',
    message:
      'pdf_url: the fax has 0.1 MB, and its partner takes at most 0.1 MB from here. Send a smaller PDF, for instance with pictures of a lower resolution.',
  });
  expect(await quotedAs(deps, 'letter', pdf)).toHaveProperty('quote_id');
});

test('a fax that fits only without its attachments is refused by their field', async () => {
  const deps = memoryDeps();
  Object.assign(deps, { settings: { ...deps.settings, mostBytes: { fax: size } } });
  const { pdf_url } = pdf;
  await expect(quotedAs(deps, 'fax', { ...pdf, attachments: [{ pdf_url }] })).rejects.toMatchObject({
    code: 'content_refused',
    field: 'attachments',
    message: expect.stringContaining('attachments: the fax has 0.1 MB, and its partner takes at most'),
  });
});
