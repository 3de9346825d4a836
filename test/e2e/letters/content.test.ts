/** Each kind of content over HTTP, from its quote to the partner: what was quoted is printed, and nothing else. */
import { sha256Hex } from '../../../shared/core/digest.ts';
import { letterOf, text } from '../../support/e2e/client.ts';
import { type PdfServer, pdfOf, startPdfServer } from '../../support/e2e/pdf-server.ts';
import { type Service, startService } from '../../support/e2e/service.ts';
import { ticketFor, uploaded } from '../../support/e2e/uploads.ts';
import { letterPrice } from '../../support/prices.ts';
import { sample } from '../../support/proofs.ts';
import { textsOf } from '../../support/read-pdf.ts';
import { jpegs } from '../../support/rendering/photographs.ts';

let pdfs: PdfServer;
let service: Service;
beforeAll(async () => {
  pdfs = await startPdfServer();
  service = await startService({ PDF_URL_ALLOW_HOSTS: pdfs.host });
});
afterAll(async () => {
  await service.stop();
  await pdfs.close();
});

const html = '<style>@page{size:A3}</style><div style="height:3in"></div><p>Dear Ada</p><script>while(1);</script>';
const pdf = async (pages: number) => pdfs.put(`/${pages}.pdf`, await pdfOf(pages, undefined, 'Enclosed'));

const kinds: readonly [name: string, pages: number, content: () => Promise<object>][] = [
  ['text', 1, async () => ({ text: 'Dear Ada,\n\nZoë — €5' })],
  ['HTML', 1, async () => ({ html })],
  ['Markdown', 1, async () => ({ markdown: '# Dear Ada\n\nThe *engine* works.' })],
  ['a signed text', 1, async () => ({ text, signature: { typed: 'Grace Hopper' } })],
  ['a PDF at an address', 2, async () => ({ pdf_url: await pdf(2) })],
  [
    'a text with attachments',
    4,
    async () => ({ text, attachments: [{ pdf_url: await pdf(1) }, { pdf_url: await pdf(2) }] }),
  ],
  [
    'a photograph from the disk',
    1,
    async () => {
      const file = jpegs.progressive;
      return {
        pdf_url: (await uploaded(service, file, { content_type: 'image/jpeg', sha256: sha256Hex(file) })).pdf_url,
      };
    },
  ],
];

test.each(sample(kinds, 2, 'kinds of content over HTTP'))(
  '%s is quoted, ordered by its hash, and at the partner what its receipt names',
  async (_, pages, content) => {
    const quote = await service.make('/quotes', { country: 'US', ...(await content()) });
    expect(quote).toMatchObject({ pages, ...letterPrice({ pages }) });
    const { quote_id, content_hash } = quote;
    const job = await service.make('/jobs', letterOf(quote_id, {}, { content_hash }));
    await service.pay(job.checkout_url);
    await service.jobUntil(job.job_id, { status: 'fulfilled' });
    const [item] = await service.mailed(job.job_id);
    const printed = Buffer.from(await (await fetch(item.document_url)).arrayBuffer());
    expect(await textsOf(printed)).toHaveLength(pages);
    const { body: receipt } = await service.get(`/jobs/${job.job_id}/receipt`);
    expect(receipt).toMatchObject({ content_hash, document_sha256: sha256Hex(printed) });
  },
);

test.each<[name: string, field: string, content: () => Promise<object>]>([
  ['two kinds at once', 'text', async () => ({ text, html })],
  ['HTML that loads a picture', 'html', async () => ({ html: '<img src="https://example.com/a.png">' })],
  ['a mark that no font has', 'markdown', async () => ({ markdown: 'snowman \u{1f9d1}' })],
  ['an address of this machine', 'pdf_url', async () => ({ pdf_url: `${service.baseUrl}/health` })],
  [
    'an upload that has not arrived',
    'pdf_url',
    async () => ({ pdf_url: (await ticketFor(service, await pdfOf(1))).pdf_url }),
  ],
  [
    'an attachment of another size',
    'attachments.1.pdf_url',
    async () => ({
      text,
      attachments: [{ pdf_url: await pdf(1) }, { pdf_url: pdfs.put('/a4.pdf', await pdfOf(1, [595, 842])) }],
    }),
  ],
])('%s is 400 and names what to fix', async (_, field, content) => {
  const { status, body } = await service.post('/quotes', { country: 'US', ...(await content()) });
  expect([status, body.field ?? body.errors?.[1]?.field]).toEqual([400, field]);
  expect(body.error.length).toBeLessThan(400);
});

test('five slow servers are waited for at the same time', async () => {
  const waiting: (() => void)[] = [];
  const file = await pdfOf(1);
  const slow = Array.from({ length: 5 }, (_, at) => ({
    pdf_url: pdfs.put(`/slow-${at}.pdf`, (_request, response) => {
      waiting.push(() => response.end(file));
      // Each answers once all were asked.
      if (waiting.length === 5) for (const answer of waiting) answer();
    }),
  }));
  expect(await service.quote({ attachments: slow })).toMatchObject({ pages: 6 });
});
