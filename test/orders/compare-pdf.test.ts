/** A job with a `pdf_url`: how often the file is fetched again, and what the server's responses mean. */
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
const known = { etag: '"v1"', lastModified: 'Sat, 21 Nov 2026 12:00:00 GMT' };
const whole = (pdf = file): Answer => ({ ok: true, warnings: [], pdf });
const unchanged = { ok: true, warnings: [], pdf: undefined } as const;
const fails: Answer = { ok: false, problem: 'The URL could not be fetched.' };

/** A quote of the file, and a function that orders it. `answer` is the server's response when the file is fetched again. */
async function quotedFile(answer: (url: string, known: Validators) => Answer | Promise<Answer>, validators = {}) {
  const deps = memoryDeps();
  const asked: { url: string; known: Validators }[] = [];
  const renderer: Renderer = {
    ...deps.renderer,
    fetchPdf: async () => ({ ok: true, warnings: [], pdf: file, validators }),
    fetchPdfIfChanged: async (from, conditions) => {
      asked.push({ url: from, known: conditions });
      return answer(from, conditions);
    },
  };
  Object.assign(deps, { renderer });
  const { quote_id } = await quoted(deps, { text: undefined, pdf_url: url });
  const order = (fields: { from?: string; address?: string; key?: string } = {}) => {
    const { from = url, address = caller.address, key } = fields;
    const letter = { to: ada, from: ada, pdf_url: from };
    const request = { quote_id, idempotency_key: key, letter };
    return ask(createJob(productNamed('letter')), deps, request, { ...caller, address });
  };
  return { deps, asked, order, quote_id };
}

const differs = { code: 'quote_content_mismatch', field: 'letter.pdf_url' };
const refused = (words: string) => ({ code: 'content_refused', message: expect.stringContaining(words) });

test('the file is requested with the validators of the quote, and if it is unchanged, the job has the quoted bytes', async () => {
  const { deps, asked, order } = await quotedFile(() => unchanged, known);
  const { body } = await order();
  expect(asked).toEqual([{ url, known }]);
  const { document } = (await deps.jobs.get(body.job_id as string)) ?? {};
  expect(document?.sha256).toBe(sha256Hex(file));
  expect(sha256Hex((await deps.documents.get(document?.key ?? '')) ?? '')).toBe(document?.sha256);
});

test('for five jobs of one quote, the whole file is downloaded once', async () => {
  const { deps, asked, order } = await quotedFile(() => whole());
  for (let at = 0; at < 5; at += 1) {
    expect((await order()).outcome).toBe('created');
    await deps.clock.advance(60_000);
  }
  expect(asked).toHaveLength(1);
  const [compared] = deps.sharedAnswers.all();
  expect(compared?.keepUntil).toBeGreaterThanOrEqual((compared?.createdAt ?? 0) + lifetimesMs.price);
});

test('a changed file is refused, and refused again without another fetch', async () => {
  const { deps, asked, order } = await quotedFile(() => whole(new TextEncoder().encode('%PDF-1.7 Dear Bob')), known);
  for (let at = 0; at < 3; at += 1) {
    await expect(order()).rejects.toMatchObject(differs);
    await deps.clock.advance(60_000);
  }
  expect(asked).toHaveLength(1);
});

test('a file that changes after it was compared is noticed by a later job', async () => {
  let answer: Answer = unchanged;
  const { deps, asked, order } = await quotedFile(() => answer, known);
  await order();
  answer = whole(new TextEncoder().encode('%PDF-1.7 Dear Bob'));
  await order();
  expect(asked).toHaveLength(1);
  await deps.clock.advance(30_000);
  await expect(order()).rejects.toMatchObject(differs);
  expect(asked).toHaveLength(2);
});

test('a different URL is fetched once, without the validators of the quoted one', async () => {
  const { asked, order } = await quotedFile(() => whole(), known);
  expect((await order({ from: `${url}?copy` })).outcome).toBe('created');
  expect(asked).toEqual([{ url: `${url}?copy`, known: {} }]);
  await expect(order({ from: `${url}?copy=2` })).rejects.toMatchObject(refused('already fetched again'));
  expect((await order({ from: `${url}?copy` })).outcome).toBe('created');
  expect(asked).toHaveLength(1);
});

test('the file is compared separately for each network', async () => {
  const { asked, order } = await quotedFile(() => whole());
  for (const address of ['192.0.2.1', '192.0.2.1', '192.0.2.2', '2001:db8::1', '2001:db8::2']) await order({ address });
  expect(asked).toHaveLength(3);
});

test('a comparison that fails can be tried three times', async () => {
  const { asked, order } = await quotedFile(() => fails);
  for (const words of ['could not be', 'could not be', 'fresh quote', 'fresh quote'])
    await expect(order()).rejects.toMatchObject(refused(words));
  expect(asked).toHaveLength(3);
});

test('a PDF that is quoted repeatedly is stored once', async () => {
  const { deps } = await quotedFile(() => unchanged);
  for (let at = 0; at < 3; at += 1) await quoted(deps, { text: undefined, pdf_url: `${url}?${at}` });
  expect([...deps.documents.files.keys()]).toEqual([`unpaid/${sha256Hex(file)}.pdf`]);
});

test('the URL of the file is not stored, because it may contain a secret', async () => {
  const { deps, quote_id } = await quotedFile(() => unchanged, known);
  expect(JSON.stringify(await deps.quotes.get(quote_id as string))).not.toContain('example.com');
});
