/** Every endpoint refuses a Word file with the same sentence, which says how to save it as a PDF. */
import { createServer } from 'node:http';
import { docSuffix, isWordFile, isWordInPlaceOfUrl, isWordType, saveAsPdf } from '../../shared/domain/input/content.ts';
import { uploadKey } from '../../shared/domain/input/upload.ts';
import type { Refusal } from '../../shared/domain/refusal.ts';
import { quote } from '../../shared/orders/quote/quote.ts';
import { ask } from '../../shared/orders/use-case.ts';
import { fetchPdf } from '../../shared/partners/http/fetch-pdf.ts';
import { catalog } from '../../shared/products/index.ts';
import type { PageRequest } from '../../shared/web/http/page.ts';
import { statusOfRefusal } from '../../shared/web/http/problem.ts';
import { openForm } from '../../shared/web/order-form/serve.ts';
import { requestUpload } from '../../shared/web/request-upload.ts';
import { hostileServers } from '../support/adapters/hostile-servers.ts';
import { type MemoryDeps, memoryDeps } from '../support/fakes/deps.ts';
import { caller, text } from '../support/fakes/orders.ts';
import { readerFor } from '../support/pages/reader.ts';
import { attribute, elements, pageText, textOf } from '../support/pages/reading.ts';

const { listen, close } = hostileServers();
afterEach(close);

const docx = Buffer.from('PK\x03\x04\x14\0\x06\0 [Content_Types].xml … word/document.xml', 'latin1');
const doc = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const asUri = `data:${docxType};base64,${docx.toString('base64')}`;

/** An upload ticket whose file was announced as a PDF, but is a Word file. */
async function uploaded(deps: MemoryDeps, bytes: Uint8Array = docx) {
  const { body } = await ask(requestUpload, deps, { size: bytes.length, content_type: 'application/pdf' }, caller);
  await deps.documents.put(uploadKey(body.upload_id), bytes);
  return body;
}

/** Quotes a letter with the file as its content and as an attachment. `problem`: the text after the field's name. */
async function expectRefused(deps: MemoryDeps, pdf_url: string, problem: string) {
  const contents = { pdf_url: { pdf_url }, 'attachments.0.pdf_url': { text, attachments: [{ pdf_url }] } };
  for (const [field, content] of Object.entries(contents)) {
    const quoteRequest = { country: 'US', ...content };
    const refusal = await ask(quote(catalog.letter), deps, quoteRequest, caller).catch((error: Refusal) => error);
    expect(refusal).toMatchObject({ field, message: `${field}${problem} ${saveAsPdf}` });
    expect(statusOfRefusal[(refusal as Refusal).code]).toBe(400);
  }
}

test.each([
  ['a data URI', asUri],
  ['a data URI without a type', `data:;base64,${docx.toString('base64')}`],
  ['a data URI that is longer than a URL may be', `data:${docxType};base64,${'A'.repeat(5_000)}`],
  ['base64', doc.toString('base64')],
  ['the name of a file', '/mnt/data/Letter.DOCX'],
])('the API refuses a Word file sent as %s', async (_, pdf_url) => {
  await expectRefused(memoryDeps(), pdf_url, ' is a Word file.');
});

test.each([
  ['.docx', docx],
  ['.doc', doc],
])('the API refuses a %s file that was uploaded as a PDF', async (_, bytes) => {
  const deps = memoryDeps();
  const { pdf_url } = await uploaded(deps, bytes);
  await expectRefused(deps, pdf_url, ':');
});

test.each([docxType, 'application/msword'])('the API refuses an upload of the type %s', async (content_type) => {
  const request = { size: 9, content_type };
  const refusal = await ask(requestUpload, memoryDeps(), request, caller).catch((error: Refusal) => error);
  expect(refusal).toMatchObject({ message: `content_type is that of a Word file. ${saveAsPdf}` });
  expect(statusOfRefusal[(refusal as Refusal).code]).toBe(400);
});

test('a PDF URL that returns a Word file is refused', async () => {
  const host = `127.0.0.1:${await listen(createServer((_, to) => to.end(docx)))}`;
  expect(await fetchPdf(`http://${host}/letter`, { allowedHosts: [host] })).toEqual({
    ok: false,
    problem: saveAsPdf,
    details: { kind: 'word_file' },
  });
});

test.each([
  ['en', /Word: .*PDFGoogle Docs: .*PDF.*Pages: .*PDF/],
  ['fr', /Word\s: .*PDFGoogle Docs\s: .*PDF.*Pages\s: .*PDF/],
])('the order form refuses a Word file in %s', async (acceptLanguage, menus) => {
  const deps = memoryDeps();
  const { upload_id: upload } = await uploaded(deps);
  const reader = readerFor({ acceptLanguage, operator: {}, isTest: false });
  const request = { deps, caller, reader, event: { rawPath: '/v1/new/letter' } } as unknown as PageRequest;
  const page = await openForm({ request, product: catalog.letter, typed: { upload } });
  // Three steps, with the menu of each program, and a button to attach another file.
  const steps = elements(page).filter(({ tagName }) => tagName === 'li');
  expect(steps.slice(0, 3).map(textOf)).toEqual([
    reader.say('Open it in the program you wrote it with.'),
    expect.stringMatching(menus),
    reader.say('Attach the PDF.'),
  ]);
  const button = elements(page).find((element) => attribute(element, 'name') === 'step');
  expect(attribute(button, 'value')).toBe('upload');
  expect(elements(page).filter((element) => attribute(element, 'name') === 'upload')).toEqual([]);
  expect(pageText(page)).not.toContain('A Word file looks');
});

test('other files are not mistaken for Word files', () => {
  const zip = Buffer.from('PK\x03\x04 content.xml', 'latin1');
  for (const bytes of [zip, Buffer.from('%PDF-1.7 word/'), Buffer.alloc(0)]) expect(isWordFile(bytes)).toBe(false);
  for (const address of ['https://example.com/letter.docx', 'data:application/pdf;base64,JVBERi0x', 'letter.pdf', ''])
    expect(isWordInPlaceOfUrl(address)).toBe(false);
  for (const name of ['letter.pdf', 'docx', 'letter.docx.pdf', 'letter.doctor']) expect(name).not.toMatch(docSuffix);
  expect(isWordType('application/vnd.oasis.opendocument.text')).toBe(false);
});
