/** Files from a caller's own disk: ticket, PUT, quote, job, paid and mailed, and what the store refuses on the way. */
import { randomBytes } from 'node:crypto';
import { PDFDocument } from 'pdf-lib';
import { sha256Hex } from '../../../shared/core/digest.ts';
import { letterOf } from '../../support/e2e/client.ts';
import { pdfOf, usLetter } from '../../support/e2e/pdf-server.ts';
import { running, startService, textOnly } from '../../support/e2e/service.ts';
import { attach, put, ticketFor, uploaded } from '../../support/e2e/uploads.ts';

const service = running(() => startService(textOnly));

/** A page with a stream that no program can make smaller. */
async function heavyPdf(bytes: number): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  pdf.addPage([...usLetter]).drawText('Dear Ada', { x: 72, y: 300 });
  pdf.context.register(pdf.context.stream(randomBytes(bytes)));
  return pdf.save();
}

test('19 MB go from the disk through quote, job and payment to the partner, byte for byte', async () => {
  const file = await heavyPdf(19_000_000);
  const sha256 = sha256Hex(file);
  const { pdf_url } = await uploaded(service, file, { sha256 });
  const { quote_id, content_hash, pages } = await service.quote({ pdf_url });
  expect({ content_hash, pages }).toEqual({ content_hash: sha256, pages: 1 });
  const { job_id, checkout_url } = await service.make('/jobs', letterOf(quote_id, {}, { pdf_url }));
  await service.pay(checkout_url);
  await service.jobUntil(job_id, { status: 'fulfilled' });
  const [item] = await service.mailed(job_id);
  expect(item.document_sha256).toBe(sha256);
});

test('the store takes a file once, and no other than was promised', async () => {
  const file = await pdfOf(1);
  const ticket = await ticketFor(service, file, { sha256: sha256Hex(file) });
  const other = file.with(-1, 0);
  expect((await put(ticket, other)).status).toBe(400);
  const { 'content-length': _, ...headers } = ticket.headers;
  expect((await put({ ...ticket, headers }, file.slice(1))).status).toBe(403);
  expect((await service.post('/quotes', { country: 'US', pdf_url: ticket.pdf_url })).body).toMatchObject({
    code: 'content_refused',
    field: 'pdf_url',
    error: expect.stringContaining(ticket.page_url),
  });
  expect((await put(ticket, file)).status).toBe(200);
  expect((await put(ticket, file)).status).toBe(412);
  expect(await service.quote({ pdf_url: ticket.pdf_url })).toHaveProperty('pages', 1);
});

describe('the page of a ticket', () => {
  test('takes a file without any script, says so, and the ticket is quoted', async () => {
    const { page_url, pdf_url } = await service.make('/uploads', {});
    const arrived = await attach((await service.get(page_url)).text, await pdfOf(3));
    expect([arrived.status, arrived.url.startsWith(`${page_url}?`)]).toEqual([200, true]);
    expect(await arrived.text()).toContain('Your file is attached');
    expect(await service.quote({ pdf_url })).toHaveProperty('pages', 3);
    expect((await service.get(page_url)).text).toContain('A price was already asked for it');
    // Whoever opens the address of the file comes to the page.
    expect((await service.get(pdf_url)).text).toContain('A price was already asked for it');
  });
});
