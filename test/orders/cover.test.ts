/** A fax's cover sheet: it adds a page, is part of the quote, and gets the fax number from the order. */
import { sha256Hex } from '../../shared/domain/ids.ts';
import { unpaidDocumentKey } from '../../shared/orders/document.ts';
import { quote as quoteUseCase } from '../../shared/orders/quote/quote.ts';
import { getReceipt } from '../../shared/orders/receipts/get-receipt.ts';
import { ask } from '../../shared/orders/use-case.ts';
import { productNamed } from '../../shared/products/index.ts';
import { type MemoryDeps, memoryDeps } from '../support/fakes/deps.ts';
import { caller, orderedAs, paid, quotedAs, text } from '../support/fakes/orders.ts';
import { faxPrice } from '../support/prices.ts';

const cover = { to: 'Grace Hopper', from: 'Ada Lovelace', subject: 'Secret results', note: 'Call me.\nAda' };
const pdf_url = 'https://example.com/lease.pdf';
const toNumber = '+12125550199';

const quoted = (deps: MemoryDeps, fields: object = {}) =>
  quotedAs(deps, 'fax', { html: undefined, text, cover, ...fields });

const orderFor = ({ quote_id, content_hash }: Record<string, unknown>, fax: object = {}) => ({
  quote_id,
  fax: { to_number: toNumber, content_hash, ...fax },
});

async function jobFor(deps: MemoryDeps, quote: Record<string, unknown>, fax: object = {}) {
  const { body } = await orderedAs(deps, 'fax', orderFor(quote, fax));
  const job = await deps.jobs.get(`${body.job_id}`);
  if (job === undefined) throw new Error('no job');
  return job;
}

/** The text of a fake PDF. */
const textOf = (deps: MemoryDeps, key = '') => Buffer.from(deps.documents.files.get(key) ?? []).toString();

test('a cover sheet adds one page, and the content keeps its hash', async () => {
  const deps = memoryDeps();
  const [plain, covered] = [await quoted(deps, { cover: undefined }), await quoted(deps)];
  expect(plain).toMatchObject({ pages: 1, content_hash: sha256Hex(text) });
  expect(covered).toMatchObject({ pages: 2, content_hash: sha256Hex(text), cover });
  expect([plain.amount_cents, covered.amount_cents]).toEqual([faxPrice().amount_cents, faxPrice(2).amount_cents]);
  expect(covered.summary).toContain('of 2 pages with a cover sheet');
  expect(plain.cover).toBeUndefined();
});

test.each([[{}], [null], [{ to: '', from: ' ', note: null }]])('an empty cover is ignored: %j', async (empty) => {
  const quote = await quoted(memoryDeps(), { cover: empty });
  expect(quote).toMatchObject({ pages: 1 });
  expect(quote.cover).toBeUndefined();
});

test('empty fields of a cover are left out', async () => {
  const deps = memoryDeps();
  await quoted(deps, { cover: { to: ' Ada ', from: '', subject: null } });
  expect(JSON.stringify(deps.quotes.all()[0]?.options)).toBe('{"cover":{"to":"Ada"}}');
});

test.each([
  ['text', { text }],
  ['a file', { text: undefined, pdf_url }],
  ['HTML', { text: undefined, html: '<p>Dear Ada</p>' }],
  ['attachments', { attachments: [{ pdf_url }] }],
])('the fax has the cover sheet with the fax number filled in, followed by %s as quoted', async (_, content) => {
  const deps = memoryDeps();
  const quote = await quoted(deps, content);
  const stored = deps.quotes.all()[0];
  const job = await jobFor(deps, quote);
  const day = '2026-11-21';
  expect(new Date(stored?.createdAt ?? 0).toISOString()).toContain(day);
  const pages = Number(quote.pages);
  const coverSheet = (number: object) => `a cover: ${JSON.stringify({ ...cover, ...number, day, pages })}`;
  const before = textOf(deps, stored?.content?.document?.key);
  expect(before).toContain(coverSheet({}));
  expect(textOf(deps, job.document?.key)).toBe(
    before.replace(coverSheet({}), coverSheet({ number: '+1 212-555-0199' })),
  );
  expect(job.document?.key).toBe(unpaidDocumentKey(job.id));
  await paid(deps, job.id);
  expect(deps.orders.all().map(({ documentSha256 }) => documentSha256)).toEqual([job.document?.sha256]);
});

test('an order may leave out the cover of its quote, or repeat it with its fields in any order', async () => {
  const deps = memoryDeps();
  const { note, ...others } = cover;
  for (const fax of [{ cover: { note, extra: null, ...others } }, {}])
    expect((await jobFor(deps, await quoted(deps), fax)).order).toEqual({ number: toNumber, country: 'US', cover });
});

test.each([
  ['has different text', cover, { ...cover, to: 'Charles Babbage' }, /the quote has a different cover\. Leave it out/],
  ['lacks a field', cover, { ...cover, note: '' }, /a different cover/],
  ['has no fields', cover, {}, /a different cover/],
  ['has text that was not quoted', undefined, cover, /the quote has no cover\. Leave it out/],
  ['is a string', undefined, 'To Ada', /the quote has no cover/],
])('an order whose cover %s is refused', async (_, quotedCover, sentCover, message) => {
  const deps = memoryDeps();
  const order = orderFor(await quoted(deps, { cover: quotedCover }), { cover: sentCover });
  const refused = { code: 'options_mismatch', field: 'fax.cover', message: expect.stringMatching(message) };
  await expect(orderedAs(deps, 'fax', order)).rejects.toMatchObject(refused);
});

test('if the cover sheet makes the document too long, the refusal names the field', async () => {
  const deps = memoryDeps();
  const joinPdfs = async () => ({ ok: false, problem: 'Leave it out.', part: 0 }) as const;
  const renderer = { ...deps.renderer, joinPdfs };
  const refused = { code: 'content_refused', field: 'cover', message: 'cover: Leave it out.' };
  await expect(quotedAs({ ...deps, renderer }, 'fax', { cover })).rejects.toMatchObject(refused);
});

test('if a text on the cover cannot be printed, the refusal names its field', async () => {
  const deps = memoryDeps();
  const problem = 'It cannot be printed. Remove it.';
  const details = { kind: 'too_long' } as const;
  const writeFrontPage = async () => ({ ok: false, problem, details, member: 'note' }) as const;
  const renderer = { ...deps.renderer, writeFrontPage };
  const message = `cover.note: ${problem}`;
  const refused = { code: 'content_refused', field: 'cover.note', message, problem, details };
  await expect(quotedAs({ ...deps, renderer }, 'fax', { cover })).rejects.toMatchObject(refused);
});

test.each(['letter', 'check'] as const)(
  'an assistant that requests a cover sheet for a %s is refused',
  async (product) => {
    const request = { country: 'US', ...(product === 'letter' && { text }), cover };
    await expect(
      ask(quoteUseCase(productNamed(product)), memoryDeps(), request, { ...caller, isAssistant: true }),
    ).rejects.toMatchObject({ field: 'cover', message: expect.stringContaining('leave it out') });
  },
);

test('the text of a cover is stored only in the job’s order, and is in no log, receipt or statement', async () => {
  const logged: unknown[] = [];
  const deps = memoryDeps();
  Object.assign(deps.log, { info: (...line: unknown[]) => logged.push(line) });
  const job = await jobFor(deps, await quoted(deps));
  expect(logged).toContainEqual(['quoted', { product: 'fax', pages: 2 }]);
  const { cover: _, ...order } = job.order as { readonly cover: object };
  const { body: receipt } = await ask(getReceipt, deps, { job_id: job.id }, caller);
  const lines = productNamed('fax').statements(job);
  expect(lines).toContainEqual({ label: 'Cover sheet', value: 'On its own page, before the content' });
  const others = JSON.stringify([{ ...job, order }, receipt, lines, logged]);
  for (const word of Object.values(cover)) expect(others).not.toContain(word);
});
