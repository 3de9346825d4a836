/** Letters and faxes with attachments over HTTP: what is quoted is printed, and a hostile file stops nothing but itself. */
import { createHash } from 'node:crypto';
import { contentHash } from '../../../client/index.ts';
import { encrypted } from '../../rendering/pdf/pdf-revisions.ts';
import { type Json, letterOf, text } from '../../support/e2e/client.ts';
import { type PdfServer, pdfOf, startPdfServer } from '../../support/e2e/pdf-server.ts';
import { type Service, startService } from '../../support/e2e/service.ts';
import { faxPrice, letterPrice } from '../../support/prices.ts';
import { sample } from '../../support/proofs.ts';
import { textsOf } from '../../support/read-pdf.ts';

let pdfs: PdfServer;
let service: Service;
let files: readonly Buffer<ArrayBuffer>[];
let attachments: readonly { readonly pdf_url: string }[];
beforeAll(async () => {
  pdfs = await startPdfServer();
  service = await startService({ PDF_URL_ALLOW_HOSTS: pdfs.host });
  files = [Buffer.from(await pdfOf(2, undefined, 'First')), Buffer.from(await pdfOf(1, undefined, 'Second'))];
  attachments = files.map((pdf, at) => ({ pdf_url: pdfs.put(`/${at}.pdf`, pdf) }));
});
afterAll(async () => {
  await service.stop();
  await pdfs.close();
});

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');
const pay = async ({ job_id, checkout_url }: Json) => {
  await service.pay(checkout_url);
  await service.jobUntil(job_id, { status: 'fulfilled' });
  const [item] = await service.mailed(job_id);
  return item;
};

test('a letter: priced, shown, printed and certified with its attachments, in their order', async () => {
  const quote = await service.quote({ attachments });
  const content_hash = await contentHash({ content: text, attachments: files });
  expect(quote).toMatchObject({
    pages: 4,
    attachment_pages: 3,
    content_hash,
    warnings: [],
    ...letterPrice({ pages: 4 }),
  });
  const job = await service.make('/jobs', letterOf(quote.quote_id, {}, { text, attachments }));
  const page = await service.get(job.pay_url);
  expect(page.text).toContain('4 (letter 1, attachments 3), single-sided, black and white');
  const enFrancais = await service.get(job.pay_url, { 'accept-language': 'fr' });
  expect(enFrancais.text.replaceAll('\u00A0', ' ')).toContain('4 (lettre : 1, pièces jointes : 3), recto seulement');
  expect((await service.get(`${job.pay_url}/pages/4`)).status).toBe(200);
  expect((await service.get(`${job.pay_url}/pages/5`)).status).toBe(404);
  const item = await pay(job);
  const printed = Buffer.from(await (await fetch(item.document_url)).arrayBuffer());
  const words = (await textsOf(printed)).map((one) => one.trim().split(/\s*\n/)[0]);
  expect(words).toEqual(['Dear Ada,', 'First 1', 'First 2', 'Second 1']);
  const receipt = (await service.get(`/jobs/${job.job_id}/receipt`)).body;
  expect(receipt).toMatchObject({ content_hash, document_sha256: sha256(printed), pages: 4, attachment_pages: 3 });
  expect(sha256(receipt.content_parts.join('\n'))).toBe(content_hash);
});

test('a fax by its hash, and the same quote always makes the same document', async () => {
  const [first, second] = await Promise.all(
    [1, 2].map(() => service.make('/fax-quotes', { country: 'US', text, attachments })),
  );
  expect(first).toMatchObject({ pages: 4, attachment_pages: 3, ...faxPrice(4) });
  const faxed = async ({ quote_id, content_hash }: Json) =>
    pay(await service.make('/fax-jobs', { quote_id, fax: { to_number: '+12125550199', content_hash } }));
  const items = [await faxed(first), await faxed(second)];
  expect(items[0].document_sha256).toBe(items[1].document_sha256);
});

const html = Buffer.from('<!doctype html><p>%PDF-</p>');
const bomb = async () => {
  const { flateOf, streamOf } = await import('../../rendering/pdf/pdf-bombs.ts');
  const { pdfOf: written } = await import('../../rendering/pdf/hostile-pdf.ts');
  return written({
    page: '<</Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 5 0 R>>',
    more: [streamOf('/Filter /FlateDecode', flateOf(200))],
  });
};

test.each(
  sample<[name: string, file: () => Promise<Uint8Array> | Uint8Array, says: string]>(
    [
      ['HTML that is called PDF', () => html, 'not a PDF|another kind of file'],
      ['A4', () => pdfOf(1, [595, 842]), 'Every page must be 8.5 x 11 inches'],
      ['a bomb', bomb, 'unpacks to more than'],
      [
        'the 61st page',
        () => pdfOf(60),
        'The letter has 1 page and its attachments have 62: together 63, and a letter has at most 60',
      ],
      ['encrypted', () => encrypted('1.4'), 'encrypted'],
      ['cut short', async () => (await pdfOf(1)).subarray(0, -60), 'cut short'],
    ],
    3,
  ),
)('an attachment that is %s is refused by its path', async (_name, file, says) => {
  const [first] = attachments;
  const pdf_url = pdfs.put('/hostile.pdf', await file());
  const { status, body } = await service.post('/quotes', { country: 'US', text, attachments: [first, { pdf_url }] });
  expect({ status, field: body.field }).toEqual({ status: 400, field: 'attachments.1.pdf_url' });
  expect(body.error).toMatch(new RegExp(says));
});

test('the same address five times is fetched once, and printed five times', async () => {
  const pdf = await pdfOf(1, undefined, 'Again');
  let asked = 0;
  const pdf_url = pdfs.put('/again.pdf', (_, response) => {
    asked += 1;
    response.end(pdf);
  });
  const quote = await service.quote({ attachments: Array(5).fill({ pdf_url }) });
  expect(quote).toMatchObject({ pages: 6, attachment_pages: 5 });
  expect(asked).toBe(1);
});

test('five slow servers are waited for at the same time', async () => {
  const waiting: (() => void)[] = [];
  const pdf = await pdfOf(1);
  const slow = Array.from({ length: 5 }, (_, at) => ({
    pdf_url: pdfs.put(`/slow-${at}.pdf`, (_request, response) => {
      waiting.push(() => response.end(pdf));
      // Each answers once all were asked.
      if (waiting.length === 5) for (const answer of waiting) answer();
    }),
  }));
  expect(await service.quote({ attachments: slow })).toMatchObject({ pages: 6 });
});
