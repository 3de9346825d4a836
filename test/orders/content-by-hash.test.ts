/** A job that names its content by the quote's hash: exactly the quoted content is printed, or the job is refused. */
import { deflateRawSync } from 'node:zlib';
import { sha256Hex } from '../../shared/domain/ids.ts';
import type { Quote } from '../../shared/domain/product.ts';
import { maxPackedText } from '../../shared/orders/content/quoted-document.ts';
import { unpaidTextKey } from '../../shared/orders/document.ts';
import { type MemoryDeps, memoryDeps } from '../support/fakes/deps.ts';
import { ada, ordered, paid, quoted } from '../support/fakes/orders.ts';

const contents = {
  html: '<p>Dear Ada</p>',
  markdown: '# Dear Ada\r\n\nthe *engine* works \u00e9.',
  text: '\ufeffDear Ada,\r\nthe engine works \u00e9.',
  pdf_url: 'https://example.com/letter.pdf',
};

/** A job request that names the quote's content by its hash. `changes` are to the letter. */
const letterFor = ({ quote_id, content_hash }: Record<string, unknown>, changes: object = {}) => ({
  quote_id,
  letter: { to: ada, from: ada, content_hash, ...changes },
});

const quotedWith = (deps: MemoryDeps, content: object) => quoted(deps, { text: undefined, ...content });

const sentHashes = (deps: MemoryDeps) => deps.orders.all().map(({ documentSha256 }) => documentSha256);

test.each(Object.entries(contents))('%s named by its hash is printed as if it were sent again', async (kind, value) => {
  const [inFull, byHash] = [memoryDeps(), memoryDeps()];
  const content = { content_hash: undefined, [kind]: value };
  const first = await ordered(inFull, letterFor(await quotedWith(inFull, { [kind]: value }), content));
  const second = await ordered(byHash, letterFor(await quotedWith(byHash, { [kind]: value })));
  expect(second.outcome).toBe('created');
  expect(byHash.quotes.all()[0]?.packedText === undefined).toBe(kind !== 'text');
  await paid(inFull, first.body.job_id as string);
  await paid(byHash, second.body.job_id as string);
  expect(sentHashes(byHash)).toHaveLength(1);
  expect(sentHashes(byHash)).toEqual(sentHashes(inFull));
});

test('the hash of other content is refused, with or without the content', async () => {
  const deps = memoryDeps();
  const quote = await quotedWith(deps, { text: contents.text });
  const other = { content_hash: sha256Hex('other') };
  for (const changes of [other, { ...other, text: contents.text }])
    await expect(ordered(deps, letterFor(quote, changes))).rejects.toMatchObject({
      code: 'quote_content_mismatch',
      field: 'letter.content_hash',
      message: expect.stringContaining('letter.content_hash is not the content_hash of this quote.'),
    });
  expect(deps.measured.filter(([name]) => name === 'contentMismatches')).toHaveLength(2);
});

test('content that is sent with the right hash is still compared with the quote', async () => {
  const deps = memoryDeps();
  const quote = await quotedWith(deps, { text: contents.text });
  const withUppercaseHash = { content_hash: `${quote.content_hash}`.toUpperCase(), text: contents.text };
  expect(await ordered(deps, letterFor(quote, withUppercaseHash))).toMatchObject({ outcome: 'created' });
  await expect(ordered(deps, letterFor(quote, { text: 'Dear Eve' }))).rejects.toMatchObject({
    code: 'quote_content_mismatch',
    field: 'letter.text',
  });
});

/** Text that barely compresses, about 65 characters a word. */
const words = (count: number) => Array.from({ length: count }, (_, at) => sha256Hex(`${at}`)).join(' ');
const packed = (text: string) => deflateRawSync(Buffer.from(text)).toString('base64');

/** Changes the stored quote, as no request could. */
async function changeQuote(deps: MemoryDeps, change: (quote: Quote) => Partial<Quote>): Promise<void> {
  for (const quote of deps.quotes.all()) await deps.quotes.replace({ ...quote, ...change(quote) });
}

test('small text is stored only in its quote', async () => {
  const deps = memoryDeps();
  const quote = await quotedWith(deps, { text: contents.text });
  expect(deps.documents.files.size).toBe(0);
  expect(deps.quotes.all()).toMatchObject([{ packedText: packed(contents.text) }]);
  expect(JSON.stringify(quote)).not.toContain(packed(contents.text));
  await ordered(deps, letterFor(quote, { fit_page: false, attachments: [] }));
  expect(JSON.stringify(deps.jobs.all())).not.toContain(packed(contents.text));
});

test('text is stored in its quote up to the limit, and longer text in the document store', async () => {
  let max = 1;
  while (packed(words(max + 1)).length <= maxPackedText) max += 1;
  for (const [text, storedFiles] of [
    [words(max), 0],
    [words(max + 1), 1],
    // It would compress well, but is too long to try.
    ['a '.repeat(4 * maxPackedText + 1), 1],
  ] as const) {
    const deps = memoryDeps();
    const quote = await quotedWith(deps, { text });
    expect(deps.documents.files.size).toBe(storedFiles);
    expect(deps.quotes.all()[0]?.packedText === undefined).toBe(storedFiles === 1);
    expect(await ordered(deps, letterFor(quote))).toMatchObject({ outcome: 'created' });
  }
});

const otherText = 'Dear Eve';

test.each<[string, string, (deps: MemoryDeps, key: string) => unknown]>([
  ['gone from the store', words(400), (deps, key) => deps.documents.files.delete(key)],
  ['changed in the store', words(400), (deps, key) => deps.documents.files.set(key, Buffer.from(otherText))],
  ['gone from its quote', contents.text, (deps) => changeQuote(deps, () => ({ packedText: undefined }))],
  ['changed in its quote', contents.text, (deps) => changeQuote(deps, () => ({ packedText: packed(otherText) }))],
])('a job whose text is %s is refused, and is created if the text is sent again', async (_how, text, damage) => {
  const deps = memoryDeps();
  const quote = await quotedWith(deps, { text });
  await damage(deps, unpaidTextKey(`${quote.quote_id}`));
  await expect(ordered(deps, letterFor(quote))).rejects.toMatchObject({
    code: 'content_not_kept',
    field: 'letter.content_hash',
    message:
      'letter.content_hash: the content of this quote is no longer stored. Send the content itself, as it was quoted.',
  });
  expect(deps.jobs.all()).toEqual([]);
  const again = letterFor(quote, { content_hash: undefined, text });
  expect(await ordered(deps, again)).toMatchObject({ outcome: 'created' });
});

test('under one idempotency key, content and its hash are the same request', async () => {
  const deps = memoryDeps();
  const quote = await quotedWith(deps, { text: contents.text });
  const byHash = { ...letterFor(quote), idempotency_key: 'key-1' };
  const { body } = await ordered(deps, byHash);
  expect(await ordered(deps, byHash)).toEqual({ outcome: 'done', body });
  const inFull = { ...letterFor(quote, { content_hash: undefined, text: contents.text }), idempotency_key: 'key-1' };
  expect(await ordered(deps, inFull)).toEqual({ outcome: 'done', body });
  for (const other of [
    { content_hash: undefined, text: 'other' },
    { content_hash: sha256Hex('other'), text: contents.text },
  ])
    await expect(ordered(deps, { ...letterFor(quote, other), idempotency_key: 'key-1' })).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
});
