/** Files from a caller's own disk through the deployed service: the store takes what was signed, and nothing else. */
import { randomBytes } from 'node:crypto';
import { PDFDocument } from 'pdf-lib';
import { sha256Hex } from '../../../shared/domain/ids.ts';
import { letterOf, text } from '../../support/e2e/client.ts';
import { pdfOf, usLetter } from '../../support/e2e/pdf-server.ts';
import { attach, put, ticketFor, uploaded } from '../../support/e2e/uploads.ts';
import { jpegs } from '../../support/rendering/photographs.ts';
import { service } from './deployed.ts';

test('19 MB are put into the store, quoted, ordered, paid for and mailed, and pass no function on the way', async () => {
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

test('a letter takes a photograph and a PDF as its attachments', async () => {
  const files: [string, Uint8Array][] = [
    ['image/jpeg', jpegs.gray],
    ['application/pdf', await pdfOf(2)],
  ];
  const attachments = await Promise.all(
    files.map(async ([content_type, file]) => ({ pdf_url: (await uploaded(service, file, { content_type })).pdf_url })),
  );
  const { quote_id, content_hash, ...quote } = await service.quote({ text, attachments });
  expect(quote).toMatchObject({ pages: 4, attachment_pages: 3 });
  const to = { addressLine1: '1 TEST MAILED ST' };
  const job = await service.make('/jobs', letterOf(quote_id, to, { text: undefined, content_hash }));
  expect((await service.get(`${job.pay_url}/pages/4`)).headers.get('content-type')).toBe('image/png');
  await service.pay(job.checkout_url);
  await service.jobUntil(job.job_id, { fulfillment_status: 'mailed' });
}, 120_000);

test('the store takes the promised bytes once', async () => {
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

test('a page of any origin may put it', async () => {
  const ticket = await ticketFor(service, await pdfOf(1));
  const asking = { origin: 'https://app.example.com', 'access-control-request-method': 'PUT' };
  const { status, headers } = await fetch(ticket.put_url, { method: 'OPTIONS', headers: asking });
  expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*']);
});

test('a person attaches a file on the page, and its form takes no other place, size or time', async () => {
  const { page_url, pdf_url } = await service.make('/uploads', {});
  const { text: page } = await service.get(page_url);
  expect((await attach(page, new Uint8Array(20_000_001))).status).toBe(400);
  expect((await attach(page, await pdfOf(1), { key: 'paid/job_1.pdf' })).status).toBe(403);
  expect(
    (await attach(page, await pdfOf(1), { policy: btoa('{"expiration":"2999-01-01","conditions":[]}') })).status,
  ).toBe(403);
  expect((await service.post('/quotes', { country: 'US', pdf_url })).body.error).toContain(page_url);
  const arrived = await attach(page, await pdfOf(2));
  expect([arrived.status, await arrived.text()]).toEqual([200, expect.stringContaining('Your file is attached')]);
  expect(await service.quote({ pdf_url })).toHaveProperty('pages', 2);
});
