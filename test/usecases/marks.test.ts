/** Signatures and letterheads from the quote to the receipt: bound by the hash, compared at the job, told to people. */
import { contentHash } from '../../client/index.ts';
import { sha256Hex } from '../../shared/core/digest.ts';
import { productNamed } from '../../shared/products/index.ts';
import { getJob } from '../../shared/usecases/jobs/get-job.ts';
import { getReceipt } from '../../shared/usecases/receipts/get-receipt.ts';
import { ask } from '../../shared/usecases/use-case.ts';
import { type MemoryDeps, memoryDeps } from '../support/fakes/deps.ts';
import { ada, caller, ordered, orderedAs, paid, quoted, quotedAs, requestFor, text } from '../support/fakes/orders.ts';
import { jpeg, strokes } from '../support/rendering/pictures.ts';

const uri = (bytes: Buffer, format = 'png') => `data:image/${format};base64,${bytes.toString('base64')}`;
const picture = strokes(60, 30);
const typed = { signature: { typed: 'Ada Lovelace' } };
const drawn = { signature: { image: uri(picture) } };
const letterhead = { letterhead: { image: uri(jpeg, 'jpeg') } };

const letterOf = (quote_id: unknown, document: object) => ({ quote_id, letter: { to: ada, from: ada, ...document } });

async function problemOf(deps: MemoryDeps, fields: object) {
  const failed = await quoted(deps, fields).then(
    () => undefined,
    (error: Error & { readonly field?: string; readonly code?: string }) => error,
  );
  return { field: failed?.field, code: failed?.code, message: failed?.message };
}

test('the hash is that of the list of all parts, and the receipt has the list', async () => {
  const deps = memoryDeps();
  const { quote_id, content_hash } = await quoted(deps, { ...drawn, ...letterhead });
  const lines = [
    `content ${sha256Hex(text)}`,
    `letterhead ${sha256Hex(jpeg)}`,
    `signature_image ${sha256Hex(picture)}`,
  ];
  expect(content_hash).toBe(sha256Hex(lines.join('\n')));
  const bytes = (one: Buffer) => Uint8Array.from(one);
  expect(await contentHash({ content: text, letterhead: bytes(jpeg), signature: bytes(picture) })).toBe(content_hash);
  const name = ' Ada ';
  const signed = await quoted(deps, { signature: { typed: name } });
  expect(await contentHash({ content: text, signature: name })).toBe(signed.content_hash);
  const { body } = await ordered(deps, letterOf(quote_id, { content_hash }));
  const receipt = (await ask(getReceipt, deps, { job_id: body.job_id }, caller)).body;
  expect(receipt).toMatchObject({ content_hash, content_parts: lines, signed: 'with a picture', letterhead: true });
});

test.each([
  ['text', typed],
  ['text', { ...drawn, ...letterhead }],
  ['html', { ...typed, ...letterhead }],
  ['markdown', drawn],
])('%s is printed as it was quoted, whoever sends it again', async (kind, marks) => {
  const deps = memoryDeps();
  const content = { text: undefined, [kind]: 'Dear Ada' };
  const { quote_id, content_hash } = await quoted(deps, { ...content, ...marks });
  for (const document of [{ content_hash }, { ...content, ...marks }, { ...content, ...marks, content_hash }]) {
    const { body } = await ordered(deps, letterOf(quote_id, document));
    await paid(deps, `${body.job_id}`);
  }
  const stored = Buffer.from((await deps.documents.get(`unpaid/${quote_id}.pdf`)) ?? '').toString();
  expect(stored).toContain('Dear Ada');
  expect(stored).toContain('signature' in marks && 'typed' in marks.signature ? 'Ada Lovelace' : 'image');
  expect(deps.orders.all().map(({ documentSha256 }) => documentSha256)).toEqual(Array(3).fill(sha256Hex(stored)));
});

test('they stand before attachments, which are joined behind the signed content', async () => {
  const deps = memoryDeps();
  const attachments = [{ pdf_url: 'https://example.com/a.pdf' }];
  const { quote_id, content_hash } = await quoted(deps, { ...typed, attachments });
  const lines = [
    `content ${sha256Hex(text)}`,
    `attachment ${sha256Hex('%PDF-fake\nhttps://example.com/a.pdf')}`,
    `signature_typed ${sha256Hex('Ada Lovelace')}`,
  ];
  expect(content_hash).toBe(sha256Hex(lines.join('\n')));
  const file = new TextEncoder().encode('%PDF-fake\nhttps://example.com/a.pdf');
  const parts = { content: text, attachments: [file], signature: 'Ada Lovelace' };
  expect(await contentHash(parts)).toBe(content_hash);
  const stored = Buffer.from((await deps.documents.get(`unpaid/${quote_id}.pdf`)) ?? '').toString();
  expect(stored.indexOf('Ada Lovelace')).toBeGreaterThan(-1);
  expect(stored.indexOf('a.pdf')).toBeGreaterThan(stored.indexOf('Ada Lovelace'));
  expect((await ordered(deps, letterOf(quote_id, { text, ...typed, attachments }))).outcome).toBe('created');
});

test('a fax with marks is looked at as it will be sent', async () => {
  const deps = memoryDeps();
  const inspectPdf = async () => ({ ok: true, pages: 1, warnings: [{ code: 'fax_grey', pages: [1] }] }) as const;
  Object.assign(deps, { renderer: { ...deps.renderer, inspectPdf } });
  const { quote_id } = await quotedAs(deps, 'fax', { html: undefined, text, ...letterhead });
  expect((await deps.quotes.get(`${quote_id}`))?.warnings).toContainEqual({ code: 'fax_grey', pages: [1] });
});

test.each([
  ['no signature', typed, {}, 'letter.signature', 'it is missing'],
  ['a signature that nobody quoted', {}, typed, 'letter.signature', 'without it'],
  ['another name', typed, { signature: { typed: 'Grace Hopper' } }, 'letter.signature', 'has changed'],
  ['a picture for a name', typed, drawn, 'letter.signature', 'has changed'],
  ['no letterhead', letterhead, {}, 'letter.letterhead', 'it is missing'],
  ['another letterhead', letterhead, { letterhead: drawn.signature }, 'letter.letterhead', 'has changed'],
  ['a letterhead as signature', letterhead, { signature: letterhead.letterhead }, 'letter.signature', 'without it'],
])('a job with %s is refused by the field', async (_, quotedMarks, sent, field, why) => {
  const deps = memoryDeps();
  const { quote_id } = await quoted(deps, quotedMarks);
  await expect(ordered(deps, letterOf(quote_id, { text, ...sent }))).rejects.toMatchObject({
    ...{ code: 'quote_content_mismatch', field, message: expect.stringContaining(why) },
  });
});

test.each([
  ['nothing in it', { signature: {} }, 'signature', 'exactly one of typed and image: neither'],
  ['both in it', { signature: { typed: 'A', image: uri(picture) } }, 'signature', 'both were sent'],
  ['an empty name', { signature: { typed: ' ' } }, 'signature.typed', 'at least one letter'],
  ['two lines', { signature: { typed: 'Ada\nLovelace' } }, 'signature.typed', 'one line'],
  ['a long name', { signature: { typed: 'A'.repeat(61) } }, 'signature.typed', 'at most 60 characters'],
  ['an address', { signature: { image: 'https://example.com/a.png' } }, 'signature.image', 'Nothing is fetched'],
  [
    'SVG',
    { letterhead: { image: 'data:image/svg+xml;base64,PHN2Zy8+' } },
    'letterhead.image',
    'save the picture as PNG',
  ],
  ['HTML', { letterhead: { image: 'data:text/html,<p>' } }, 'letterhead.image', 'must be a data URI'],
  ['600 kB', { letterhead: { image: uri(Buffer.alloc(600_000)) } }, 'letterhead.image', 'at most 500000 bytes'],
  ['10 MB', { letterhead: { image: uri(Buffer.alloc(10_000_000)) } }, 'letterhead.image', 'at most 500000 bytes'],
  ['a word', { letterhead: 'logo' }, 'letterhead', 'must be an object with image'],
])('%s is refused by its field, and not repeated', async (_, fields, field, says) => {
  const problem = await problemOf(memoryDeps(), fields);
  expect(problem).toMatchObject({ field, code: 'invalid_request', message: expect.stringContaining(says) });
  expect(problem.message?.length).toBeLessThan(300);
});

test.each(['signature', 'letterhead'])('a PDF takes no %s: it is printed as it is', async (name) => {
  const fields = {
    text: undefined,
    pdf_url: 'https://example.com/a.pdf',
    [name]: { ...typed, ...letterhead }[name as 'signature'],
  };
  expect(await problemOf(memoryDeps(), fields)).toMatchObject({
    ...{ field: name, message: expect.stringContaining('which is printed as it is') },
  });
});

test('a check takes none, and the quote says so', async () => {
  const { warnings } = await quotedAs(memoryDeps(), 'check', typed);
  expect(warnings).toEqual([expect.stringContaining('signature')]);
});

test('people read how it is signed, in the job, on pages and in French', async () => {
  const deps = memoryDeps();
  const { quote_id } = await quotedAs(deps, 'fax', { ...typed, ...letterhead });
  const request = requestFor('fax', quote_id, 'none') as { readonly fax?: object };
  const { body } = await orderedAs(deps, 'fax', { quote_id, fax: { ...request.fax, ...typed, ...letterhead } });
  expect(body).toMatchObject({ signed: 'Ada Lovelace (typed)', letterhead: true });
  const view = (await ask(getJob, deps, { job_id: body.job_id }, caller)).body;
  expect(view).toMatchObject({ signed: 'Ada Lovelace (typed)', letterhead: true });
  const job = await deps.jobs.get(`${body.job_id}`);
  const statements = job && productNamed('fax').statements(job);
  expect(statements).toContainEqual({ label: 'Signed (typed)', value: 'Ada Lovelace' });
  expect(statements).toContainEqual({ label: 'Letterhead', value: 'A picture at the top of page 1' });
});
