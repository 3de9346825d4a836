/** Attachments from the quote to the receipt: counted and priced, bound by one hash, and each compared at the job. */
import { contentHash } from '../../client/index.ts';
import { sha256Hex } from '../../shared/domain/ids.ts';
import { maxFileBytes, roomForAll } from '../../shared/domain/input/content.ts';
import { shiftPages } from '../../shared/orders/content/lay-out.ts';
import { getJob } from '../../shared/orders/follow/get-job.ts';
import { getReceipt } from '../../shared/orders/receipts/get-receipt.ts';
import type { Renderer } from '../../shared/orders/renderer.ts';
import { ask } from '../../shared/orders/use-case.ts';
import { productNamed } from '../../shared/products/index.ts';
import { type MemoryDeps, memoryDeps } from '../support/fakes/deps.ts';
import { ada, caller, ordered, paid, quoted, quotedAs, text } from '../support/fakes/orders.ts';

const urlOf = (name: string) => `https://example.com/${name}.pdf`;
const attach = (...names: readonly string[]) => names.map((name) => ({ pdf_url: urlOf(name) }));
const fileOf = (url: string) => `%PDF-fake\n${url}`;

/** Counts the fetches. Every file is its address; one of an address with digits has that many pages. */
function deskOf(change: Partial<Renderer> = {}) {
  const deps = memoryDeps();
  const fetched: string[] = [];
  const own = deps.renderer;
  const renderer: Renderer = {
    ...own,
    fetchPdf: async (url, room) => {
      fetched.push(url);
      return own.fetchPdf(url, room);
    },
    fetchPdfAgain: async (url, known, room) => {
      fetched.push(url);
      return own.fetchPdfAgain(url, known, room);
    },
    openFile: async (bytes, use, network) => ({
      ...(await own.openFile(bytes, use, network)),
      pdf: bytes,
      pages: Number(/(\d+)\.pdf/.exec(Buffer.from(bytes).toString())?.[1] ?? 1),
    }),
    ...change,
  };
  Object.assign(deps, { renderer });
  return { deps, fetched };
}

const letterOf = (quote_id: unknown, document: object) => ({ quote_id, letter: { to: ada, from: ada, ...document } });

test('pages are counted and priced together, and told apart', async () => {
  const { deps } = deskOf();
  const alone = await quoted(deps);
  const quote = await quoted(deps, { attachments: attach('a2', 'b3') });
  expect(quote).toMatchObject({ pages: 6, attachment_pages: 5 });
  expect(Number(quote.amount_cents) - Number(alone.amount_cents)).toBe(5 * 20);
  expect(alone.attachment_pages).toBeUndefined();
  const { body } = await ordered(deps, letterOf(quote.quote_id, { content_hash: quote.content_hash }));
  expect(body).toMatchObject({ pages: 6, attachment_pages: 5 });
  const job = await deps.jobs.get(`${body.job_id}`);
  expect(job && productNamed('letter').statements(job)).toContainEqual({
    label: 'Pages',
    value: '6 (letter 1, attachments 5), single-sided, black and white',
  });
  expect((await ask(getJob, deps, { job_id: body.job_id }, caller)).body).toMatchObject({ attachment_pages: 5 });
});

test('the content hash is that of the list of all parts, and the receipt has the list', async () => {
  const { deps } = deskOf();
  const { quote_id, content_hash } = await quoted(deps, { attachments: attach('a', 'b') });
  const lines = [
    `content ${sha256Hex(text)}`,
    ...['a', 'b'].map((name) => `attachment ${sha256Hex(fileOf(urlOf(name)))}`),
  ];
  expect(content_hash).toBe(sha256Hex(lines.join('\n')));
  const { body } = await ordered(deps, letterOf(quote_id, { content_hash }));
  const receipt = (await ask(getReceipt, deps, { job_id: body.job_id }, caller)).body;
  expect(receipt).toMatchObject({ content_hash, content_parts: lines, pages: 3, attachment_pages: 2 });
});

test('the client computes the same hash', async () => {
  const { deps } = deskOf();
  const files = ['a', 'b'].map((name) => new TextEncoder().encode(fileOf(urlOf(name))));
  const { content_hash } = await quoted(deps, { attachments: attach('a', 'b') });
  expect(await contentHash({ content: text, attachments: files })).toBe(content_hash);
  expect(await contentHash({ content: text })).toBe((await quoted(deps)).content_hash);
});

test('HTML is joined only if the stored print is the one that was counted', async () => {
  const { deps } = deskOf();
  Object.assign(deps, { documents: { ...deps.documents, get: async () => new Uint8Array(1) } });
  const joined = quoted(deps, { text: undefined, html: 'Dear Ada', attachments: attach('a') });
  await expect(joined).rejects.toThrow('a part of a document was not stored');
});

test.each(['text', 'html', 'pdf_url'])(
  '%s with attachments is printed as it was quoted, whoever sends it again',
  async (kind) => {
    const { deps } = deskOf();
    const content = { text: undefined, [kind]: kind === 'pdf_url' ? urlOf('letter') : 'Dear Ada' };
    const attachments = attach('a', 'b');
    const { quote_id, content_hash } = await quoted(deps, { ...content, attachments });
    for (const document of [{ content_hash }, { ...content, attachments }, { ...content, attachments, content_hash }]) {
      const { body } = await ordered(deps, letterOf(quote_id, document));
      await paid(deps, `${body.job_id}`);
    }
    const stored = Buffer.from((await deps.documents.get(`unpaid/${quote_id}.pdf`)) ?? '').toString();
    const first = kind === 'pdf_url' ? 'letter.pdf' : 'Dear Ada';
    const places = [first, 'a.pdf', 'b.pdf'].map((word) => stored.indexOf(word));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places).not.toContain(-1);
    const sent = deps.orders.all().map(({ documentSha256 }) => documentSha256);
    expect(sent).toEqual(Array(3).fill(sha256Hex(stored)));
  },
);

const missing = 'the quote has 3 attachments, and this one is missing';
const others: Readonly<Record<string, readonly [document: object, field: string, says: string, fetches?: number]>> = {
  'in another order': [
    { attachments: attach('b', 'a', 'c') },
    '0.pdf_url',
    'the quote has it as attachment 2, and the',
  ],
  'without the last': [{ attachments: attach('a', 'b') }, '2', missing],
  'without the first': [{ attachments: attach('b', 'c') }, '0', missing],
  'without any': [{}, '0', missing],
  'with one more': [
    { attachments: attach('a', 'b', 'new', 'c') },
    '2.pdf_url',
    'the quote has 3 attachments only, and not',
  ],
  'with one twice': [{ attachments: attach('a', 'b', 'c', 'c') }, '3.pdf_url', 'the quote has 3 attachments only'],
  'with another second one': [
    { attachments: attach('a', 'new', 'c') },
    '1.pdf_url',
    'it has changed since the quote',
    3,
  ],
  'with the first twice': [{ attachments: attach('a', 'a', 'c') }, '1.pdf_url', 'the quote has it as attachment 1'],
};

test.each(Object.entries(others))(
  'a job %s is refused, and the part is named',
  async (_name, [document, part, says, fetches = 0]) => {
    const field = `letter.attachments.${part}`;
    const { deps, fetched } = deskOf();
    const { quote_id } = await quoted(deps, { attachments: attach('a', 'b', 'c') });
    fetched.splice(0);
    await expect(ordered(deps, letterOf(quote_id, { text, ...document }))).rejects.toMatchObject({
      code: 'quote_content_mismatch',
      field,
      message: expect.stringContaining(`${field} is not the quoted content: ${says}`),
    });
    expect(fetched).toHaveLength(fetches);
    expect(deps.jobs.all()).toEqual([]);
  },
);

test('attachments that the quote does not have are refused, and so are those beside a hash that names them', async () => {
  const { deps } = deskOf();
  const { quote_id, content_hash } = await quoted(deps);
  const sent = ordered(deps, letterOf(quote_id, { text, attachments: attach('a') }));
  await expect(sent).rejects.toMatchObject({
    field: 'letter.attachments.0.pdf_url',
    message: expect.stringContaining('the quote has no attachments'),
  });
  const beside = ordered(deps, letterOf(quote_id, { content_hash, attachments: attach('a') }));
  await expect(beside).rejects.toMatchObject({ code: 'invalid_request', field: 'letter.attachments' });
  expect((await ordered(deps, letterOf(quote_id, { content_hash, attachments: [] }))).outcome).toBe('created');
});

test('a file that changes between two jobs is found, and each is fetched whole once', async () => {
  let changed = '';
  const { deps, fetched } = deskOf();
  const renderer: Renderer = {
    ...deps.renderer,
    fetchPdfAgain: async (url) => {
      fetched.push(url);
      return { ok: true, warnings: [], pdf: Buffer.from(fileOf(url === changed ? 'other' : url)) };
    },
  };
  Object.assign(deps, { renderer });
  const document = { text, attachments: attach('a', 'b', 'a') };
  const { quote_id } = await quoted(deps, document);
  expect(fetched).toEqual(attach('a', 'b').map(({ pdf_url }) => pdf_url));
  fetched.splice(0);
  await ordered(deps, letterOf(quote_id, document));
  await ordered(deps, letterOf(quote_id, document));
  expect(fetched).toEqual(attach('a', 'b').map(({ pdf_url }) => pdf_url));
  changed = urlOf('b');
  const again = await quoted(deps, document);
  await expect(ordered(deps, letterOf(again.quote_id, document))).rejects.toMatchObject({
    field: 'letter.attachments.1.pdf_url',
  });
});

test.each([
  ['no list', urlOf('a'), '', 'must be a list of objects with pdf_url, and a string was sent'],
  ['addresses alone', [urlOf('a')], '.0', 'must be an object with pdf_url, and a string was sent'],
  ['no address', [{}], '.0.pdf_url', 'is missing'],
  ['an empty address', [{ pdf_url: ' ' }], '.0.pdf_url', 'is empty: send the URL of a PDF.'],
  ['too many', attach('a', 'b', 'c', 'd', 'e', 'f'), '', 'must have at most 5 entries'],
])('%s in place of attachments is refused by its path', async (_name, attachments, path, says) => {
  const { deps, fetched } = deskOf();
  await expect(quoted(deps, { attachments })).rejects.toMatchObject({
    code: 'invalid_request',
    field: `attachments${path}`,
    message: expect.stringContaining(says),
  });
  expect(fetched).toEqual([]);
});

test('an unknown field of an attachment is named with its place, and checks have none', async () => {
  const { deps } = deskOf();
  const [first] = attach('a');
  const { warnings } = await quoted(deps, { attachments: [first, { ...first, pdfUrl: 'x', pages: 3 }], attachment: 1 });
  expect(warnings).toEqual([
    'attachment is not a field of this request and was ignored: did you mean attachments?',
    'attachments.1.pdfUrl is not a field of this request and was ignored: did you mean pdf_url? For a file of your own, POST /uploads first: its answer has a pdf_url.',
    'attachments.1.pages is not a field of this request and was ignored.',
  ]);
  const check = await quotedAs(deps, 'check', { attachments: attach('a') });
  expect(check.warnings).toEqual(['attachments is not a field of this request and was ignored.']);
});

test('a refusal names the attachment at fault, and the first of several in their order', async () => {
  const broken = (word: string) => ({ ok: false, problem: `The ${word} is broken.` }) as const;
  const { deps } = deskOf();
  const { openFile } = deps.renderer;
  const renderer: Renderer = {
    ...deps.renderer,
    openFile: async (bytes, use, network) => {
      const word = /bad\d/.exec(Buffer.from(bytes).toString())?.[0];
      return word === undefined ? openFile(bytes, use, network) : broken(word);
    },
  };
  Object.assign(deps, { renderer });
  await expect(quoted(deps, { attachments: attach('a', 'bad2', 'bad1') })).rejects.toMatchObject({
    code: 'content_refused',
    field: 'attachments.1.pdf_url',
    message: 'attachments.1.pdf_url: The bad2 is broken.',
  });
});

test('files that become PDFs have a place each, and their warnings name pages of the whole', async () => {
  const { deps } = deskOf();
  const { openFile } = deps.renderer;
  const asPdf: Renderer['openFile'] = async (bytes, use, network) => ({
    ...(await openFile(bytes, use, network)),
    pdf: Buffer.from(`%PDF-made of ${Buffer.from(bytes)}`),
    warnings: [{ code: 'fax_grey', pages: [1] }],
  });
  Object.assign(deps, { renderer: { ...deps.renderer, openFile: asPdf } });
  const { quote_id } = await quoted(deps, { attachments: attach('a2', 'b3') });
  const stored = Buffer.from((await deps.documents.get(`unpaid/${quote_id}.pdf`)) ?? '').toString();
  expect(stored.match(/[ab]\d\.pdf/g)).toEqual(['a2.pdf', 'b3.pdf']);
  const pages = (await deps.quotes.get(`${quote_id}`))?.warnings.map((one) => 'pages' in one && one.pages);
  expect(pages).toEqual([[2], [4]]);
});

test('warnings speak of the pages of the whole, and only page 1 of the whole has an address zone', () => {
  expect(shiftPages({ code: 'fax_grey', pages: [1, 3] }, 4)).toEqual([{ code: 'fax_grey', pages: [5, 7] }]);
  expect(shiftPages({ code: 'page_slow', first: 2, last: 3 }, 4)).toEqual([{ code: 'page_slow', first: 6, last: 7 }]);
  for (const code of ['address_zone_used', 'address_zone_unchecked'] as const) {
    expect(shiftPages({ code }, 0)).toEqual([{ code }]);
    expect(shiftPages({ code }, 1)).toEqual([]);
  }
  expect(shiftPages({ code: 'scripts_left_out' }, 1)).toEqual([{ code: 'scripts_left_out' }]);
});

test('all files of a request share their bytes, and each attachment counts as a quote', async () => {
  const room = roomForAll();
  expect([room(maxFileBytes - 1), room(1), room(1)]).toEqual([true, true, false]);
  const rooms = new Set<unknown>();
  const limited = (deps: MemoryDeps) =>
    Object.assign(deps, { settings: { ...deps.settings, requestLimits: { quotes: 4, jobs: 9, reads: 9 } } });
  const { deps } = deskOf({
    fetchPdf: async (url, shared) => {
      rooms.add(shared);
      return { ok: true, warnings: [], pdf: Buffer.from(fileOf(url)), validators: {} };
    },
    fetchPdfAgain: async (url, _known, shared) => {
      rooms.add(shared);
      return { ok: true, warnings: [], pdf: Buffer.from(fileOf(url)) };
    },
  });
  limited(deps);
  const document = { pdf_url: urlOf('letter'), attachments: attach('a', 'b') };
  const { quote_id } = await quoted(deps, { text: undefined, ...document });
  expect([...rooms]).toEqual([expect.any(Function)]);
  rooms.clear();
  await ordered(deps, letterOf(quote_id, document));
  expect([...rooms]).toEqual([expect.any(Function)]);
  await expect(quoted(deps, { attachments: attach('a') })).rejects.toMatchObject({ code: 'rate_limited' });
});
