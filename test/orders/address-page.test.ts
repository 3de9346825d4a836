/**
 * The separate page for the addresses: it is counted, priced and bound as an option, and the content gets the whole sheet.
 */
import { sha256Hex } from '../../shared/domain/ids.ts';
import { uploadKey } from '../../shared/domain/input/upload.ts';
import type { Warning } from '../../shared/domain/warnings.ts';
import { getReceipt } from '../../shared/orders/receipts/get-receipt.ts';
import type { Renderer } from '../../shared/orders/renderer.ts';
import { ask } from '../../shared/orders/use-case.ts';
import { productNamed } from '../../shared/products/index.ts';
import type { PageRequest, ServedPage } from '../../shared/web/http/page.ts';
import { serveOrderForm } from '../../shared/web/order-form/serve.ts';
import { requestUpload } from '../../shared/web/request-upload.ts';
import { type MemoryDeps, memoryDeps } from '../support/fakes/deps.ts';
import { ada, caller, ordered, quoted, text } from '../support/fakes/orders.ts';
import { readerFor } from '../support/pages/reader.ts';
import { attribute, elements, pageText } from '../support/pages/reading.ts';
import { typedForm } from '../support/pages/typed.ts';
import { letterPrice } from '../support/prices.ts';

const pdf_url = 'https://example.com/lease.pdf';

/** Dependencies where every file prints in the address zone, unless it has an address page. */
function depsWithFullFiles() {
  const deps = memoryDeps();
  const { openFile } = deps.renderer;
  const renderer: Renderer = {
    ...deps.renderer,
    openFile: async (bytes, use, network) => {
      const warnings: Warning[] = use.paper.addressZoneIn > 0 ? [{ code: 'address_zone_used' }] : [];
      return { ...(await openFile(bytes, use, network)), warnings };
    },
  };
  return Object.assign(deps, { renderer });
}

test('an address page adds one page to the price, and the warning about the address zone suggests it', async () => {
  const deps = depsWithFullFiles();
  const plain = await quoted(deps, { text: undefined, pdf_url });
  expect(plain).toMatchObject({ pages: 1, warnings: [expect.stringContaining('address_page true')] });
  const paged = await quoted(deps, { text: undefined, pdf_url, address_page: true });
  expect(paged).toMatchObject({ pages: 2, address_page: true, warnings: [], content_hash: plain.content_hash });
  expect(paged.attachment_pages).toBeUndefined();
  expect([plain, paged]).toMatchObject([letterPrice(), letterPrice({ pages: 2 })]);
});

test('a job with an address page prints the quoted PDF, and its statements and receipt mention the page', async () => {
  const deps = memoryDeps();
  const { quote_id, content_hash } = await quoted(deps, { address_page: true });
  expect(content_hash).toBe(sha256Hex(text));
  const { body } = await ordered(deps, { quote_id, letter: { to: ada, from: ada, text } });
  expect(body).toMatchObject({ pages: 2 });
  const job = await deps.jobs.get(`${body.job_id}`);
  if (job === undefined) throw new Error('no job');
  const quote = await deps.quotes.get(`${quote_id}`);
  expect(job.content?.document).toMatchObject({ sha256: quote?.content?.document?.sha256 });
  expect(productNamed('letter').statements(job)).toEqual(
    expect.arrayContaining([
      { label: 'Pages', value: '2, single-sided, black and white' },
      { label: 'Addresses', value: 'On their own page, before the content' },
    ]),
  );
  const receipt = (await ask(getReceipt, deps, { job_id: job.id }, caller)).body;
  expect(receipt).toMatchObject({ address_page: true, pages: 2 });
  expect(receipt.content_parts).toBeUndefined();
});

test('a job that adds an address page to its quote is refused', async () => {
  const deps = memoryDeps();
  const { quote_id } = await quoted(deps);
  const order = { quote_id, letter: { to: ada, from: ada, text, address_page: true } };
  await expect(ordered(deps, order)).rejects.toMatchObject({ code: 'options_mismatch', field: 'letter.address_page' });
});

describe('on the order form', () => {
  const reader = readerFor({ operator: {}, isTest: false });
  const getEvent = { rawPath: '/v1/new/letter', headers: {}, requestContext: { http: { method: 'GET' } } };
  const postEvent = (fields: Record<string, string>) => ({
    requestContext: { http: { method: 'POST' } },
    body: new URLSearchParams(fields).toString(),
  });

  async function formPage(deps: MemoryDeps, event: object): Promise<ServedPage> {
    const request = { deps, caller, reader, event: { ...getEvent, ...event } };
    const served = await serveOrderForm(request as unknown as PageRequest);
    if ('seeOther' in served) throw new Error('it redirects');
    return served;
  }

  const isChecked = (page: ServedPage) =>
    elements(page).some(
      (tag) =>
        attribute(tag, 'name') === 'address_page' &&
        attribute(tag, 'value') === 'yes' &&
        attribute(tag, 'checked') !== undefined,
    );
  const isOffered = (page: ServedPage) => elements(page).some((tag) => attribute(tag, 'value') === 'address_page');

  /** An upload whose file prints in the address zone. */
  async function uploadedFile() {
    const deps = depsWithFullFiles();
    const { body } = await ask(requestUpload, deps, {}, caller);
    const upload = `${body.upload_id}`;
    await deps.documents.put(uploadKey(upload), new TextEncoder().encode('%PDF-1.7'));
    return { deps, upload };
  }

  test('a file that prints in the address zone preselects the address page, with its price', async () => {
    const { deps, upload } = await uploadedFile();
    const form = await formPage(deps, { queryStringParameters: { upload } });
    expect(isChecked(form)).toBe(true);
    expect(pageText(form)).toContain(`2 pages, ${letterPrice({ pages: 2 }).amount}`);
    expect(pageText(form)).toContain('Print it as it is');
    expect(isChecked(await formPage(deps, {}))).toBe(false);
  });

  test('the preview of a form without an address page offers one, and its button adds it', async () => {
    const { deps, upload } = await uploadedFile();
    const fields = { ...typedForm('letter'), text: '', upload };
    const plain = await formPage(deps, postEvent({ ...fields, step: 'preview' }));
    expect(isOffered(plain)).toBe(true);
    const paged = await formPage(deps, postEvent({ ...fields, step: 'address_page' }));
    expect(isOffered(paged)).toBe(false);
    expect(pageText(paged)).toContain('On their own page, before the content');
  });
});
