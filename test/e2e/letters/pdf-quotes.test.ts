/**
 * Quotes, letters and faxes from a PDF over HTTP: docs/contract.md, "PDF". The PDFs lie on
 * this machine, from which a service in real mode reads nothing: only the refusals of addresses are the same in both modes.
 */

import { createHash } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { grayscale, PDFDocument } from 'pdf-lib';
import { letterOf } from '../../support/e2e/client.ts';
import { inSampledModes } from '../../support/e2e/modes.ts';
import { type PdfServer, pdfOf, startPdfServer, usLetter } from '../../support/e2e/pdf-server.ts';
import { type Service, startService } from '../../support/e2e/service.ts';
import { faxPrice, letterPrice } from '../../support/prices.ts';

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

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const refused = (pdf_url: string) => refusedBy(service, pdf_url);
const refusedBy = async (desk: Service, pdf_url: string) => {
  const { status, body } = await desk.post('/quotes', { country: 'US', pdf_url });
  expect({ status, field: body.field }).toEqual({ status: 400, field: 'pdf_url' });
  return body.error;
};

test('the pages are counted, priced and bound by the hash of the PDF itself', async () => {
  const pdf = await pdfOf(3);
  expect(await service.quote({ pdf_url: pdfs.put('/three.pdf', pdf) })).toMatchObject({
    ...{ pages: 3, ...letterPrice({ pages: 3 }), content_hash: sha256(pdf), warnings: [] },
  });
  expect(await service.quote({ pdf_url: pdfs.put('/three.pdf', pdf), registered: true, color: true })).toMatchObject({
    ...letterPrice({ registered: true, color: true, pages: 3 }),
  });
});

test('the partner is sent the very bytes that were quoted', async () => {
  const pdf = await pdfOf(2);
  const { job_id, checkout_url } = await service.order({ quote: { pdf_url: pdfs.put('/two.pdf', pdf) } });
  pdfs.put('/two.pdf', await pdfOf(1));
  await service.pay(checkout_url);
  await service.jobUntil(job_id, { status: 'fulfilled' });
  const [item] = await service.mailed(job_id);
  expect(item.document_sha256).toBe(sha256(pdf));
  const { document_sha256, content_hash } = (await service.get(`/jobs/${job_id}/receipt`)).body;
  expect({ document_sha256, content_hash }).toEqual({ document_sha256: sha256(pdf), content_hash: sha256(pdf) });
});

test('something in the address zone is quoted with a warning', async () => {
  const pdf = await PDFDocument.create();
  pdf.addPage([...usLetter]).drawText('in the zone', { x: 72, y: 700 });
  const { warnings } = await service.quote({ pdf_url: pdfs.put('/zone.pdf', await pdf.save()) });
  expect(warnings).toEqual([expect.stringContaining('top 3 inches')]);
});

describe('content that differs from the quote is 400 quote_content_mismatch', () => {
  const ordered = async (quoted: string, sent: object) => {
    const { quote_id } = await service.quote({ pdf_url: quoted });
    return service.post('/jobs', letterOf(quote_id, {}, sent));
  };
  const mismatch = { status: 400, body: { code: 'quote_content_mismatch' } };

  test('a PDF that has changed behind its address', async () => {
    const changing = pdfs.put('/changing.pdf', await pdfOf(1));
    const { quote_id } = await service.quote({ pdf_url: changing });
    pdfs.put('/changing.pdf', await pdfOf(2));
    expect(await service.post('/jobs', letterOf(quote_id, {}, { pdf_url: changing }))).toMatchObject(mismatch);
  });

  test('a server that can tell is asked for no file again, and one that cannot for one', async () => {
    for (const etag of ['"v1"', undefined]) {
      const sent: number[] = [];
      const pdf = await pdfOf(1);
      const answer: RequestListener = ({ headers }, response) => {
        const isKnown = etag !== undefined && headers['if-none-match'] === etag;
        sent.push(isKnown ? 0 : pdf.length);
        if (isKnown) response.writeHead(304).end();
        else response.writeHead(200, etag === undefined ? {} : { etag }).end(pdf);
      };
      const pdf_url = pdfs.put(`/told-${etag === undefined}.pdf`, answer);
      const { quote_id } = await service.quote({ pdf_url });
      const order = () => service.post('/jobs', letterOf(quote_id, {}, { pdf_url }));
      for (const { status } of await Promise.all([order(), order(), order()])) expect(status).toBe(201);
      expect(sent).toEqual([pdf.length, etag === undefined ? pdf.length : 0]);
    }
  });

  test('the address as a text is other content', async () => {
    const hosted = pdfs.put('/hosted.pdf', await pdfOf(1));
    expect(await ordered(hosted, { text: hosted })).toMatchObject(mismatch);
  });

  test('the very PDF from another address is the same content', async () => {
    const pdf = await pdfOf(1);
    const hosted = pdfs.put('/hosted.pdf', pdf);
    for (const pdf_url of [hosted, pdfs.put('/copy.pdf', pdf)])
      expect(await ordered(hosted, { pdf_url })).toMatchObject({ status: 201, body: { pages: 1 } });
  });
});

describe('a fax of a PDF', () => {
  const quote = (pdf_url: string) => service.make('/fax-quotes', { country: 'US', pdf_url });

  test('is priced by its pages', async () => {
    const pdf_url = pdfs.put('/fax.pdf', await pdfOf(3));
    expect(await quote(pdf_url)).toMatchObject({ service: 'fax', pages: 3, ...faxPrice(3) });
  });

  test('grey areas, which a fax machine cannot print, become a warning', async () => {
    const pdf = await PDFDocument.load(await pdfOf(1));
    pdf.getPage(0).drawRectangle({ x: 72, y: 400, width: 300, height: 200, color: grayscale(0.6) });
    const { warnings } = await quote(pdfs.put('/grey.pdf', await pdf.save()));
    expect(warnings).toEqual([expect.stringMatching(/grey|gray/i)]);
  });

  test('has at most 200 pages', async () => {
    const pdf_url = pdfs.put('/201.pdf', await pdfOf(201));
    expect(await service.post('/fax-quotes', { country: 'US', pdf_url })).toMatchObject({
      status: 400,
      body: { field: 'pdf_url', error: expect.stringMatching(/200/) },
    });
  });
});

describe('a PDF that cannot be mailed is 400 and names the rule', () => {
  test.each<[string, RegExp, () => Promise<Uint8Array> | Uint8Array]>([
    ['A4', /8\.5|Letter/, () => pdfOf(1, [595, 842])],
    ['wider than Letter', /8\.5|Letter|upright/i, () => pdfOf(1, [1008, 612])],
    ['61 pages', /60/, () => pdfOf(61)],
    ['no PDF', /%PDF-/, () => Buffer.from('<html>hello</html>')],
    ['an empty file', /%PDF-/, () => new Uint8Array()],
    ['half a PDF', /cut short|damaged/, async () => (await pdfOf(1)).subarray(0, 300)],
    ['nonsense behind a good head', /damaged|cut short/, () => Buffer.from('%PDF-1.7\nnonsense\nstartxref\n0\n%%EOF')],
    ['more than 20 MB', /20 MB/, () => Buffer.alloc(20_000_001, '%PDF-1.7 ')],
  ])('%s', async (name, wanted, make) => {
    expect(await refused(pdfs.put(`/${encodeURIComponent(name)}.pdf`, await make()))).toMatch(wanted);
  });

  test.each<[string, RegExp, RequestListener]>([
    ['a status of 404', /404/, (_, response) => void response.writeHead(404).end()],
    ['a status of 500', /500/, (_, response) => void response.writeHead(500).end('secret stack trace')],
    [
      'a redirect to a private address',
      /https:/,
      (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    ],
    [
      'a redirect to a file',
      /https:|valid/,
      (_, response) => void response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    ],
    [
      'a redirect to itself',
      /redirects more than/,
      (request, response) => void response.writeHead(302, { location: request.url }).end(),
    ],
    ['a connection that breaks', /connection/, (request) => void request.socket.destroy()],
  ])('%s', async (name, wanted, listener) => {
    const error = await refused(pdfs.put(`/${encodeURIComponent(name)}`, listener));
    expect(error).toMatch(wanted);
    expect(error).not.toContain('secret');
  });
});

describe.each(inSampledModes())('in %s mode pdf_url is an HTTPS URL on a public address', (_mode, desk) => {
  test.each([
    'http://example.com/a.pdf',
    'ftp://example.com/a.pdf',
    'file:///etc/passwd',
    'data:application/pdf;base64,JVBERi0=',
    'https://127.0.0.1/a.pdf',
    'https://2130706433/a.pdf',
    'https://[::1]/a.pdf',
    'https://[::ffff:169.254.169.254]/latest',
    'https://localhost/a.pdf',
    'https://localhost:8443/a.pdf',
    'https://user:secret@example.com/a.pdf',
    'http://127.0.0.1:1/a.pdf',
    'not an address',
    '//example.com/a.pdf',
  ])('%s is 400', async (url) => {
    expect(await refusedBy(desk, url)).not.toContain('secret');
  });
});
