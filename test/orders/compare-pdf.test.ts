/** A job of a `pdf_url`: how often the file is asked for, and what a server can say about it. */
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

/** A quote of the file, and a desk for its jobs. `answer` is what the server says when it is asked again. */
async function deskWith(answer: (url: string, known: Validators) => Answer | Promise<Answer>, validators = {}) {
  const deps = memoryDeps();
  const asked: { url: string; known: Validators }[] = [];
  const renderer: Renderer = {
    ...deps.renderer,
    fetchPdf: async () => ({ ok: true, warnings: [], pdf: file, validators }),
    fetchPdfAgain: async (from, conditions) => {
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

test('the server is asked with what it said at the quote, and its "unchanged" is enough', async () => {
  const { deps, asked, order } = await deskWith(() => unchanged, known);
  const { body } = await order();
  expect(asked).toEqual([{ url, known }]);
  const job = await deps.jobs.get(body.job_id as string);
  expect(job?.document?.sha256).toBe(sha256Hex(file));
});

test('a server that wrongly says "unchanged" changes nothing: the quoted bytes are those of the job', async () => {
  const { deps, order } = await deskWith(() => unchanged, { etag: 'W/"lies"' });
  const job = await deps.jobs.get((await order()).body.job_id as string);
  const stored = await deps.documents.get(job?.document?.key ?? '');
  expect(sha256Hex(stored ?? '')).toBe(job?.content?.hash);
});

test('five jobs of one quote are one whole file', async () => {
  const { deps, asked, order } = await deskWith(() => whole());
  for (let at = 0; at < 5; at += 1) {
    expect((await order()).outcome).toBe('created');
    await deps.clock.wind(60_000);
  }
  expect(asked).toHaveLength(1);
  const [look] = deps.sharedAnswers.all();
  expect(look?.keepUntil).toBeGreaterThanOrEqual((look?.createdAt ?? 0) + lifetimesMs.price);
});

test('a changed file is refused, and stays refused without another fetch', async () => {
  const { deps, asked, order } = await deskWith(() => whole(new TextEncoder().encode('%PDF-1.7 Dear Bob')), known);
  for (let at = 0; at < 3; at += 1) {
    await expect(order()).rejects.toMatchObject(differs);
    await deps.clock.wind(60_000);
  }
  expect(asked).toHaveLength(1);
});

test('a file that changes after an "unchanged" is noticed by a later job', async () => {
  let answer: Answer = unchanged;
  const { deps, asked, order } = await deskWith(() => answer, known);
  await order();
  answer = whole(new TextEncoder().encode('%PDF-1.7 Dear Bob'));
  await order();
  expect(asked).toHaveLength(1);
  await deps.clock.wind(30_000);
  await expect(order()).rejects.toMatchObject(differs);
  expect(asked).toHaveLength(2);
});

test('another address is asked without conditions, once', async () => {
  const { asked, order } = await deskWith(() => whole(), known);
  expect((await order({ from: `${url}?copy` })).outcome).toBe('created');
  expect(asked).toEqual([{ url: `${url}?copy`, known: {} }]);
  await expect(order({ from: `${url}?copy=2` })).rejects.toMatchObject(refused('already fetched again'));
  expect((await order({ from: `${url}?copy` })).outcome).toBe('created');
  expect(asked).toHaveLength(1);
});

test('each network has its own look', async () => {
  const { asked, order } = await deskWith(() => whole());
  for (const address of ['192.0.2.1', '192.0.2.1', '192.0.2.2', '2001:db8::1', '2001:db8::2']) await order({ address });
  expect(asked).toHaveLength(3);
});

test('a look that fails may be repeated, three times in all', async () => {
  const { asked, order } = await deskWith(() => fails);
  for (const words of ['could not be', 'could not be', 'fresh quote', 'fresh quote'])
    await expect(order()).rejects.toMatchObject(refused(words));
  expect(asked).toHaveLength(3);
});

test('the same PDF in many quotes is stored once', async () => {
  const { deps } = await deskWith(() => unchanged);
  for (let at = 0; at < 3; at += 1) await quoted(deps, { text: undefined, pdf_url: `${url}?${at}` });
  expect([...deps.documents.files.keys()]).toEqual([`unpaid/${sha256Hex(file)}.pdf`]);
});

test('the address of the file is not kept: it may hold a secret', async () => {
  const { deps, quote_id } = await deskWith(() => unchanged, known);
  expect(JSON.stringify(await deps.quotes.get(quote_id as string))).not.toContain('example.com');
});
