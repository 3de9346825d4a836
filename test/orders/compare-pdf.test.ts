/** A job that sends its `pdf_url` again: how often the file is fetched, and what the server's responses mean. */
import { sha256Hex } from '../../shared/domain/ids.ts';
import type { Validators } from '../../shared/domain/input/quoted-content.ts';
import type { Rendered } from '../../shared/domain/paper.ts';
import { lifetimesMs } from '../../shared/domain/times.ts';
import { createJob } from '../../shared/orders/create/create-job.ts';
import type { Renderer } from '../../shared/orders/renderer.ts';
import { ask } from '../../shared/orders/use-case.ts';
import { productNamed } from '../../shared/products/index.ts';
import { memoryDeps } from '../support/fakes/deps.ts';
import { ada, caller, quoted } from '../support/fakes/orders.ts';

type Answer = Rendered<{ readonly pdf: Uint8Array | undefined }>;

const url = 'https://example.com/letter.pdf';
const file = new TextEncoder().encode('%PDF-1.7 Dear Ada');
const changedFile = new TextEncoder().encode('%PDF-1.7 Dear Bob');
const validators = { etag: '"v1"', lastModified: 'Sat, 21 Nov 2026 12:00:00 GMT' };
const complete = (pdf = file): Answer => ({ ok: true, warnings: [], pdf });
const unchanged = { ok: true, warnings: [], pdf: undefined } as const;
const failed: Answer = { ok: false, problem: 'The URL could not be fetched.' };

/** A quote of the file, and a function that orders it. `answer` is the server's response when the file is fetched again. */
async function quotedFile(answer: () => Answer, quotedValidators = {}) {
  const deps = memoryDeps();
  const requests: { url: string; validators: Validators }[] = [];
  const renderer: Renderer = {
    ...deps.renderer,
    fetchPdf: async () => ({ ok: true, warnings: [], pdf: file, validators: quotedValidators }),
    fetchPdfIfChanged: async (requestedUrl, sentValidators) => {
      requests.push({ url: requestedUrl, validators: sentValidators });
      return answer();
    },
  };
  Object.assign(deps, { renderer });
  const { quote_id } = await quoted(deps, { text: undefined, pdf_url: url });
  const order = ({ pdf_url = url, address = caller.address } = {}) => {
    const request = { quote_id, letter: { to: ada, from: ada, pdf_url } };
    return ask(createJob(productNamed('letter')), deps, request, { ...caller, address });
  };
  return { deps, requests, order, quote_id };
}

const mismatch = { code: 'quote_content_mismatch', field: 'letter.pdf_url' };
const refused = (words: string) => ({ code: 'content_refused', message: expect.stringContaining(words) });

test('the file is requested with the validators of the quote, and if it is unchanged, the job has the quoted bytes', async () => {
  const { deps, requests, order } = await quotedFile(() => unchanged, validators);
  const { body } = await order();
  expect(requests).toEqual([{ url, validators }]);
  const { document } = (await deps.jobs.get(body.job_id as string)) ?? {};
  expect(document?.sha256).toBe(sha256Hex(file));
  expect(sha256Hex((await deps.documents.get(document?.key ?? '')) ?? '')).toBe(document?.sha256);
});

test('for five jobs of one quote, the file is downloaded once, and the comparison is stored as long as the quote is valid', async () => {
  const { deps, requests, order } = await quotedFile(() => complete());
  for (let count = 0; count < 5; count += 1) {
    expect((await order()).outcome).toBe('created');
    await deps.clock.advance(60_000);
  }
  expect(requests).toHaveLength(1);
  const [compared] = deps.sharedAnswers.all();
  expect(compared?.keepUntil).toBeGreaterThanOrEqual((compared?.createdAt ?? 0) + lifetimesMs.price);
});

test('a changed file is refused, and refused again without another fetch', async () => {
  const { deps, requests, order } = await quotedFile(() => complete(changedFile), validators);
  for (let at = 0; at < 3; at += 1) {
    await expect(order()).rejects.toMatchObject(mismatch);
    await deps.clock.advance(60_000);
  }
  expect(requests).toHaveLength(1);
});

test('a file that changes after a comparison is refused for a job that comes 30 seconds later', async () => {
  let answer: Answer = unchanged;
  const { deps, requests, order } = await quotedFile(() => answer, validators);
  await order();
  answer = complete(changedFile);
  await order();
  expect(requests).toHaveLength(1);
  await deps.clock.advance(30_000);
  await expect(order()).rejects.toMatchObject(mismatch);
  expect(requests).toHaveLength(2);
});

test('a different URL is fetched once, without the validators of the quoted one', async () => {
  const { requests, order } = await quotedFile(() => complete(), validators);
  expect((await order({ pdf_url: `${url}?copy` })).outcome).toBe('created');
  expect(requests).toEqual([{ url: `${url}?copy`, validators: {} }]);
  await expect(order({ pdf_url: `${url}?copy=2` })).rejects.toMatchObject(refused('already fetched again'));
  expect((await order({ pdf_url: `${url}?copy` })).outcome).toBe('created');
  expect(requests).toHaveLength(1);
});

test('the file is compared separately for each network', async () => {
  const { requests, order } = await quotedFile(() => complete());
  for (const address of ['192.0.2.1', '192.0.2.1', '192.0.2.2', '2001:db8::1', '2001:db8::2']) await order({ address });
  expect(requests).toHaveLength(3);
});

test('a comparison that fails can be tried three times', async () => {
  const { requests, order } = await quotedFile(() => failed);
  for (const words of ['could not be', 'could not be', 'fresh quote', 'fresh quote'])
    await expect(order()).rejects.toMatchObject(refused(words));
  expect(requests).toHaveLength(3);
});

test('a PDF that is quoted repeatedly is stored once', async () => {
  const { deps } = await quotedFile(() => unchanged);
  for (let at = 0; at < 3; at += 1) await quoted(deps, { text: undefined, pdf_url: `${url}?${at}` });
  expect([...deps.documents.files.keys()]).toEqual([`unpaid/${sha256Hex(file)}.pdf`]);
});

test('the URL of the file is not stored, because it may contain a secret', async () => {
  const { deps, quote_id } = await quotedFile(() => unchanged, validators);
  expect(JSON.stringify(await deps.quotes.get(quote_id as string))).not.toContain('example.com');
});
