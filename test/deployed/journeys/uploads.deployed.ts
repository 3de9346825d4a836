/** Uploads to the deployed service: the store accepts only what was signed. */
import { randomBytes } from 'node:crypto';
import { PDFDocument } from 'pdf-lib';
import { sha256Hex } from '../../../shared/domain/ids.ts';
import { letterOf } from '../../support/e2e/client.ts';
import { pdfOf, usLetter } from '../../support/e2e/pdf-server.ts';
import { attach, put, ticketFor, uploaded } from '../../support/e2e/uploads.ts';
import { service } from './deployed.ts';

test('a 19 MB PDF is uploaded, quoted, ordered, paid for and mailed without passing through a function', async () => {
  const pdf = await PDFDocument.create();
  pdf.addPage([...usLetter]).drawText('Dear Ada', { x: 72, y: 300 });
  pdf.context.register(pdf.context.stream(randomBytes(19_000_000)));
  const file = await pdf.save();
  const { pdf_url } = await uploaded(service, file, { sha256: sha256Hex(file) });
  const { quote_id, content_hash } = await service.quote({ pdf_url });
  expect(content_hash).toBe(sha256Hex(file));
  const job = await service.make('/jobs', letterOf(quote_id, { addressLine1: '1 TEST MAILED ST' }, { pdf_url }));
  await service.pay(job.checkout_url);
  await service.jobUntil(job.job_id, { fulfillment_status: 'mailed' });
}, 120_000);

test('the store accepts only the declared bytes, and only once', async () => {
  const file = await pdfOf(1);
  const ticket = await ticketFor(service, file, { sha256: sha256Hex(file) });
  expect((await put(ticket, file.with(-1, 0))).status).toBe(400);
  const { 'content-length': _, ...headers } = ticket.headers;
  expect((await put({ ...ticket, headers }, file.slice(1))).status).toBe(403);
  expect((await put({ ...ticket, put_url: ticket.put_url.replace('/uploads/', '/paid/') }, file)).status).toBe(403);
  expect((await put(ticket, file)).status).toBe(200);
  expect((await put(ticket, file)).status).toBe(412);
  expect(await service.quote({ pdf_url: ticket.pdf_url })).toHaveProperty('pages', 1);
});

test('a file is attached on the page, whose form accepts no other key or policy and no larger file', async () => {
  const { page_url, pdf_url } = await service.make('/uploads', {});
  const { text: page } = await service.get(page_url);
  expect((await attach(page, new Uint8Array(20_000_001))).status).toBe(400);
  expect((await attach(page, await pdfOf(1), { key: 'paid/job_1.pdf' })).status).toBe(403);
  expect(
    (await attach(page, await pdfOf(1), { policy: btoa('{"expiration":"2999-01-01","conditions":[]}') })).status,
  ).toBe(403);
  expect((await service.post('/quotes', { country: 'US', pdf_url })).body.error).toContain(page_url);
  const attached = await attach(page, await pdfOf(2));
  expect([attached.status, await attached.text()]).toEqual([200, expect.stringContaining('Your file is attached')]);
  expect(await service.quote({ pdf_url })).toHaveProperty('pages', 2);
});
