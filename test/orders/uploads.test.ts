/** Uploads: the ticket, its file, and files that are missing, replaced or different from the declaration. */
import { sha256Hex } from '../../shared/domain/ids.ts';
import { maxFileBytes } from '../../shared/domain/input/content.ts';
import { typeOfBytes, uploadIdIn, uploadKey } from '../../shared/domain/input/upload.ts';
import { lifetimesMs } from '../../shared/domain/times.ts';
import { ask } from '../../shared/orders/use-case.ts';
import { findUpload, showAttachPage } from '../../shared/pages/attach.ts';
import { requestUpload } from '../../shared/web/request-upload.ts';
import { type MemoryDeps, memoryDeps } from '../support/fakes/deps.ts';
import { ada, caller, ordered, quoted } from '../support/fakes/orders.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const file = bytesOf('%PDF-1.7 Dear Ada');
const declared = { size: file.length, content_type: 'application/pdf', sha256: sha256Hex(file) };

const ticketFor = async (deps: MemoryDeps, request: object = {}) =>
  (await ask(requestUpload, deps, request, caller)).body;

/** Stores the file, as a PUT or a form post does on AWS. */
const storeFile = (deps: MemoryDeps, id: string, bytes: Uint8Array = file) => deps.documents.put(uploadKey(id), bytes);

/** A ticket whose file is stored. */
async function uploaded(deps: MemoryDeps, request: object = declared, bytes: Uint8Array = file) {
  const ticket = await ticketFor(deps, request);
  await storeFile(deps, ticket.upload_id, bytes);
  return ticket;
}

const quoteOf = (deps: MemoryDeps, pdf_url: string) => quoted(deps, { text: undefined, pdf_url });

const orderWith = (deps: MemoryDeps, quoteId: unknown, content: object) =>
  ordered(deps, { quote_id: quoteId, letter: { to: ada, from: ada, ...content } });

const refused = (words: string | RegExp) => ({
  code: 'content_refused',
  field: 'pdf_url',
  message: expect.stringMatching(words),
});

test('a ticket has the URL to send the file to, the URL to quote it by, and the expiry', async () => {
  const deps = memoryDeps();
  const ticket = await ticketFor(deps, declared);
  const url = `${caller.baseUrl}/uploads/${ticket.upload_id}`;
  expect(ticket).toEqual({
    upload_id: expect.stringMatching(/^upload_[0-9a-z]{26}$/),
    put_url: `https://documents.example/${uploadKey(ticket.upload_id)}?put=17&seconds=${lifetimesMs.uploadTicket / 1_000}`,
    headers: {},
    pdf_url: url,
    page_url: `${url}/attach`,
    expires_at: deps.clock.now() + lifetimesMs.uploadTicket,
  });
});

test.each([
  [declared, '17 to 17'],
  [{}, `1 to ${maxFileBytes}`],
])('the ticket for %j has a form that accepts its size until the ticket expires', async (request, size) => {
  const deps = memoryDeps();
  const upload = await findUpload(deps, (await ticketFor(deps, request)).upload_id);
  await deps.clock.advance(60_000);
  const page = await showAttachPage(deps, upload, { baseUrl: caller.baseUrl, hasArrived: false });
  const fields = { key: uploadKey(upload.id), size, seconds: `${lifetimesMs.uploadTicket / 1_000 - 60}` };
  expect(page).toMatchObject({ state: 'open', form: { fields }, scriptForm: { fields } });
});

test.each([
  [{ size: 0 }, 'size'],
  [{ size: 20_000_001 }, 'size'],
  [{ size: 1.5 }, 'size'],
  [{ size: '17' }, 'size'],
  [{ size: undefined }, 'size'],
  [{ content_type: undefined }, 'content_type'],
  [{ content_type: { toString: 'text/html' } }, 'content_type'],
  [{ content_type: 'application/pdf; charset=x' }, 'content_type'],
  [{ sha256: 'abc' }, 'sha256'],
  [{ sha256: `${declared.sha256}\r\nx-amz-acl: public-read` }, 'sha256'],
])('a ticket is refused for %j, with the name of the field', async (change, field) => {
  await expect(ticketFor(memoryDeps(), { ...declared, ...change })).rejects.toMatchObject({
    code: 'invalid_request',
    field,
    message: expect.stringContaining(field),
  });
});

test('tickets count toward a separate limit', async () => {
  const deps = memoryDeps();
  const requestLimits = { quotes: 9, jobs: 9, reads: 9, uploads: 2 };
  Object.assign(deps, { settings: { ...deps.settings, requestLimits } });
  await ticketFor(deps);
  await expect(ticketFor(deps, { size: -1 })).rejects.toMatchObject({ code: 'invalid_request' });
  await expect(ticketFor(deps)).rejects.toMatchObject({ code: 'rate_limited' });
  await expect(quoted(deps)).resolves.toHaveProperty('quote_id');
});

test('an upload is quoted, ordered and printed by its URL, byte for byte', async () => {
  const deps = memoryDeps();
  const { pdf_url } = await uploaded(deps);
  const { quote_id, content_hash } = await quoteOf(deps, pdf_url);
  expect(content_hash).toBe(declared.sha256);
  const { body } = await orderWith(deps, quote_id, { pdf_url });
  const job = await deps.jobs.get(`${body.job_id}`);
  expect(Buffer.from((await deps.documents.get(`${job?.document?.key}`)) ?? [])).toEqual(Buffer.from(file));
  expect(job?.document?.key).not.toContain('upload');
});

test('an upload can be quoted repeatedly and ordered, also under the public base URL', async () => {
  const deps = memoryDeps();
  const { pdf_url, upload_id } = await uploaded(deps);
  await quoteOf(deps, pdf_url);
  const publicBaseUrl = 'https://mail.example.com/v1';
  Object.assign(deps, { settings: { ...deps.settings, publicBaseUrl } });
  const publicUrl = `${publicBaseUrl}/uploads/${upload_id}`;
  const { content_hash, quote_id } = await quoteOf(deps, publicUrl);
  expect(content_hash).toBe(declared.sha256);
  expect(await orderWith(deps, quote_id, { pdf_url: publicUrl })).toHaveProperty('outcome', 'created');
});

test('an upload whose file has not arrived is refused with the page to send it', async () => {
  const deps = memoryDeps();
  const { pdf_url, page_url } = await ticketFor(deps, declared);
  await expect(quoteOf(deps, pdf_url)).rejects.toMatchObject(refused(page_url));
  await deps.clock.advance(lifetimesMs.uploadTicket);
  await expect(quoteOf(deps, pdf_url)).rejects.toMatchObject(refused('in time'));
});

test('an upload with an unknown or expired id is refused, and its URL is not fetched instead', async () => {
  const deps = memoryDeps();
  const { pdf_url } = await uploaded(deps);
  let fetched = 0;
  const fetchPdf = async () => {
    fetched += 1;
    return { ok: false, problem: 'fetched' } as const;
  };
  Object.assign(deps, { renderer: { ...deps.renderer, fetchPdf } });
  await expect(quoteOf(deps, pdf_url.replace(/.$/, 'x'))).rejects.toMatchObject(refused('unknown'));
  await deps.clock.advance(lifetimesMs.upload);
  await expect(quoteOf(deps, pdf_url)).rejects.toMatchObject(refused('unknown'));
  expect(fetched).toBe(0);
});

test.each([
  ['a different hash', declared, bytesOf('%PDF-1.7 Dear Eva'), 'SHA-256'],
  ['a different size', { ...declared, sha256: undefined }, bytesOf('%PDF-1.7'), 'is 8 bytes, but 17'],
  ['no bytes', {}, new Uint8Array(), 'empty'],
  ['more than 20 MB', {}, new Uint8Array(20_000_001), '20 MB'],
  [
    'a different type',
    { size: 16, content_type: 'application/pdf' },
    Buffer.from('\x89PNG\r\n\x1a\n12345678', 'latin1'),
    'not the PDF',
  ],
])('an upload is refused if it has %s', async (_what, request, bytes, words) => {
  const deps = memoryDeps();
  const { pdf_url } = await uploaded(deps, request, bytes);
  await expect(quoteOf(deps, pdf_url)).rejects.toMatchObject(refused(words));
});

test('the first bytes of an upload decide its type, no matter what follows', () => {
  const typeOfFileStarting = (start: string) => typeOfBytes(Buffer.from(`${start} %PDF-1.7`, 'latin1'));
  expect(typeOfFileStarting('\xff\xd8\xff')).toBe('image/jpeg');
  expect(typeOfFileStarting('\x89PNG\r\n')).toBe('image/png');
  expect(typeOfFileStarting('\xef\xbb\xbf <!doctype html>')).toBeUndefined();
  expect(typeOfFileStarting('@PJL\r\n')).toBe('application/pdf');
  expect(typeOfBytes(Buffer.from(`${' '.repeat(1_024)}%PDF-`))).toBeUndefined();
});

describe('the file of an upload', () => {
  const other = bytesOf('%PDF-1.7 Dear Eva');
  const mismatch = { code: 'quote_content_mismatch', field: 'letter.pdf_url' };

  test('a file that is replaced after its quote is refused in quotes and jobs, and the quoted file can be ordered by its hash', async () => {
    const deps = memoryDeps();
    const { pdf_url, upload_id } = await uploaded(deps, {});
    const { quote_id, content_hash } = await quoteOf(deps, pdf_url);
    await storeFile(deps, upload_id, other);
    await expect(quoteOf(deps, pdf_url)).rejects.toMatchObject(refused('replaced after'));
    await expect(orderWith(deps, quote_id, { pdf_url })).rejects.toMatchObject(mismatch);
    const { body } = await orderWith(deps, quote_id, { content_hash });
    const job = await deps.jobs.get(`${body.job_id}`);
    expect(Buffer.from((await deps.documents.get(`${job?.document?.key}`)) ?? [])).toEqual(Buffer.from(file));
  });

  test('a file that is replaced between two simultaneous quotes is accepted for only one of them', async () => {
    const deps = memoryDeps();
    const { pdf_url } = await uploaded(deps, {});
    const reads: Uint8Array[] = [file, other];
    const bothHaveRead = Promise.withResolvers<void>();
    Object.assign(deps.documents, {
      get: async () => {
        const bytes = reads.shift();
        if (reads.length === 0) bothHaveRead.resolve();
        await bothHaveRead.promise;
        return bytes;
      },
    });
    const both = await Promise.allSettled([quoteOf(deps, pdf_url), quoteOf(deps, pdf_url)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('a job whose file was deleted after the quote is refused, with the advice to order by hash', async () => {
    const deps = memoryDeps();
    const { pdf_url, upload_id } = await uploaded(deps);
    const { quote_id } = await quoteOf(deps, pdf_url);
    deps.documents.files.delete(uploadKey(upload_id));
    await expect(orderWith(deps, quote_id, { pdf_url })).rejects.toMatchObject({
      code: 'content_refused',
      message: expect.stringContaining('content_hash'),
    });
  });
});

test('only the exact URL of an upload is recognized as one', () => {
  const id = `upload_${'0'.repeat(26)}`;
  const baseUrl = 'https://mail.example.com/v1';
  const url = `${baseUrl}/uploads/${id}`;
  expect(uploadIdIn(url, [undefined, baseUrl])).toBe(id);
  for (const other of [
    `${url}/`,
    `${url}?x=1`,
    `${url}#x`,
    `${url}/attach`,
    ` ${url}`,
    url.toUpperCase(),
    url.replace('uploads', './uploads'),
    url.replace('upload_', 'quote_'),
    url.replace('https', 'http'),
    url.replace('mail.example.com', 'mail.example.com:443'),
    url.replace('mail.example.com', 'user@mail.example.com'),
    url.replace('mail.example.com', 'mail.example.com.evil.example'),
    `https://evil.example/v1/uploads/${id}`,
    `${baseUrl}/uploads/upload_${'i'.repeat(26)}`,
    `${baseUrl}/uploads/../jobs/${id}`,
    `${baseUrl}/jobs/${id}`,
  ])
    expect([other, uploadIdIn(other, [undefined, baseUrl])]).toEqual([other, undefined]);
});
