/** The address on a letter's last page: printed, opened by whoever holds the paper, and asked about a PDF. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256Hex } from '../../../shared/core/digest.ts';
import { type Json, letterOf, unknownId } from '../../support/e2e/client.ts';
import { paid, receiptOf } from '../../support/e2e/desk.ts';
import { pdfOf } from '../../support/e2e/pdf-server.ts';
import { running, startService, textOnly } from '../../support/e2e/service.ts';
import { uploaded } from '../../support/e2e/uploads.ts';
import { type Browsing, browse } from '../../support/pages/browsing.ts';
import { textsOf } from '../../support/read-pdf.ts';

const service = running(() => startService(textOnly));
const mailed = { addressLine1: '1 TEST MAILED ST' };
const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

/** A mailed letter of two pages from a file, with the PDF that the partner got. */
async function mailedLetter() {
  const file = await pdfOf(2);
  const { pdf_url } = await uploaded(service, file);
  const quote = await service.quote({ pdf_url, verify_mark: true });
  const order = letterOf(quote.quote_id, mailed, { content_hash: quote.content_hash });
  const job = await paid(service, service.make('/jobs', order));
  await service.jobUntil(job.job_id, { fulfillment_status: 'mailed' });
  const [{ document_url, document_sha256 }] = (await service.mailed(job.job_id)) as [Json];
  const printed = new Uint8Array(await (await fetch(new URL(document_url, service.origin))).arrayBuffer());
  expect(sha256Hex(printed)).toBe(document_sha256);
  return { file, quote, job, printed, url: quote.verify_url as string };
}

const postedTo = (url: string, body: FormData, headers: Record<string, string> = {}) =>
  fetch(url.replace('/v/', '/v1/v/'), { method: 'POST', body, headers });
const formOf = (fields: Readonly<Record<string, string | Uint8Array>>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    form.append(name, typeof value === 'string' ? value : (new Blob([new Uint8Array(value)]) as never));
  return form;
};

test('what the partner prints ends with the address, and the address opens', async () => {
  const { printed, url, job, quote } = await mailedLetter();
  const texts = await textsOf(printed);
  expect(texts).toEqual(['Dear Ada 1', `Dear Ada 2\r\nCheck this letter: ${url}`]);
  const said = /Check this letter: (\S+)$/.exec(texts[1] ?? '')?.[1] ?? '';
  for (const typed of [said, said.replaceAll('-', '').toLowerCase()]) {
    const { status, headers, text } = await service.get(typed, html);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toContain('<bdi>Grace Hopper</bdi>');
    for (const secret of [
      job.job_id,
      job.pay_url,
      'Ada',
      '12 Analytical',
      '2.12',
      quote.content_hash,
      sha256Hex(printed),
    ])
      expect(text).not.toContain(secret);
  }
  const { body } = await service.get(said, { accept: 'application/json' });
  const { times } = await receiptOf(service, job);
  const mailed_on = new Date(times.mailed_at).toISOString().slice(0, 10);
  expect(body).toEqual({ sender: 'Grace Hopper', mailed_on, pages: 2, payment_mode: 'mock' });
});

test('a file that is posted is compared and not kept, and so is its hash', async () => {
  const { printed, file, url } = await mailedLetter();
  const verdict = async (form: FormData) => ((await (await postedTo(url, form)).json()) as Json).document;
  expect(await verdict(formOf({ document: printed }))).toBe('printed');
  expect(await verdict(formOf({ sha256: sha256Hex(printed).toUpperCase() }))).toBe('printed');
  expect(await verdict(formOf({ document: file }))).toBe('content');
  expect(await verdict(formOf({ document: printed.slice(1) }))).toBe('other');
  const page = await (await postedTo(url, formOf({ document: printed }), html)).text();
  expect(page).toContain('This is the very PDF that was printed, byte for byte.');
  const empty = await postedTo(url, formOf({ document: '' }));
  expect([empty.status, ((await empty.json()) as Json).field]).toEqual([400, 'document']);
});

test('codes that answer nothing are told alike, by JSON and by page, whatever their reason', async () => {
  const unpaid = await service.order({ quote: { verify_mark: true } });
  const { verify_url } = await service.job(unpaid.job_id);
  const quoted = (await service.quote({ verify_mark: true })).verify_url;
  await service.cancel((await service.order({ quote: { verify_mark: true } })).job_id);
  const urls = [verify_url, quoted, `${service.origin}/v/0000-0000-01`, `${service.baseUrl}/v/%20`];
  const [json, pages] = await Promise.all(
    [{ accept: 'application/json' }, html].map((headers) => Promise.all(urls.map((url) => service.get(url, headers)))),
  );
  expect(json?.map(({ status, text }) => [status, text])).toEqual(urls.map(() => [404, unknownId(service)]));
  expect(new Set(pages?.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(pages?.[0]).toMatchObject({ status: 404, text: expect.stringContaining('No mailed letter has this code') });
  const french = await service.get(verify_url, { ...html, 'accept-language': 'fr' });
  expect(french.text).toContain('Aucune lettre postée ne porte ce code');
});

describe('in a browser', () => {
  let browsing: Browsing;
  let folder: string;
  beforeAll(async () => {
    browsing = await browse();
    folder = await mkdtemp(join(tmpdir(), 'mark-'));
  });
  afterAll(() => Promise.all([browsing.close(), rm(folder, { recursive: true })]));

  test('with scripts only the hash of a file is sent, and the verdict is shown and focused', async () => {
    const { url, job } = await mailedLetter();
    const proof = new Uint8Array(await (await fetch(`${job.pay_url}/proof.pdf`)).arrayBuffer());
    const files = { same: join(folder, 'same.pdf'), other: join(folder, 'other.pdf') };
    await Promise.all([writeFile(files.same, proof), writeFile(files.other, proof.slice(1))]);
    const tab = await browsing.tab();
    await tab.goto(url);
    const sent: string[] = [];
    tab.on('request', (request) => void sent.push(`${request.method()} ${request.postData()}`));
    const chosen = async (file: keyof typeof files, words: string) => {
      await (await tab.waitForSelector('input#document'))?.uploadFile(files[file]);
      await tab.waitForFunction(`document.querySelector('#result').textContent.includes('${words}')`);
    };
    await chosen('same', 'This is the very PDF that was printed');
    expect(await tab.evaluate('document.activeElement.tagName')).toBe('H2');
    await chosen('other', 'This is not the PDF that was printed');
    expect(
      sent.map((each) => [each.startsWith('POST'), each.includes(sha256Hex(proof)), each.includes('%PDF')]),
    ).toEqual([
      [true, true, false],
      [true, false, false],
    ]);
    await tab.setOfflineMode(true);
    await chosen('same', 'Nothing was compared.');
    await tab.close();
  });
});
