/** Attachments, from the quote to the receipt: they are counted, priced, bound by one hash, and compared by the job. */
import { contentHash } from '../../client/index.ts';
import { sha256Hex } from '../../shared/domain/ids.ts';
import { budgetForAllFiles, maxFileBytes } from '../../shared/domain/input/content.ts';
import { shiftPages } from '../../shared/orders/content/lay-out.ts';
import { getJob } from '../../shared/orders/follow/get-job.ts';
import { getReceipt } from '../../shared/orders/receipts/get-receipt.ts';
import type { Renderer } from '../../shared/orders/renderer.ts';
import { ask } from '../../shared/orders/use-case.ts';
import { productNamed } from '../../shared/products/index.ts';
import { memoryDeps } from '../support/fakes/deps.ts';
import { ada, caller, ordered, paid, quoted, quotedAs, text } from '../support/fakes/orders.ts';
import { letterPrice } from '../support/prices.ts';

const urlOf = (name: string) => `https://example.com/${name}.pdf`;
const attach = (...names: readonly string[]) => names.map((name) => ({ pdf_url: urlOf(name) }));
const fileOf = (url: string) => `%PDF-fake\n${url}`;

/** Dependencies that record which URLs are fetched. A file's content is its URL, and digits in the URL are its pages. */
function recordingDeps(change: Partial<Renderer> = {}) {
  const deps = memoryDeps();
  const fetched: string[] = [];
  const original = deps.renderer;
  const renderer: Renderer = {
    ...original,
    fetchPdf: async (url, budget) => {
      fetched.push(url);
      return original.fetchPdf(url, budget);
    },
    fetchPdfIfChanged: async (url, validators, budget) => {
      fetched.push(url);
      return original.fetchPdfIfChanged(url, validators, budget);
    },
    openFile: async (bytes, use, network) => ({
      ...(await original.openFile(bytes, use, network)),
      pdf: bytes,
      pages: Number(/(\d+)\.pdf/.exec(Buffer.from(bytes).toString())?.[1] ?? 1),
    }),
    ...change,
  };
  Object.assign(deps, { renderer });
  return { deps, fetched };
}

const letterOf = (quote_id: unknown, document: object) => ({ quote_id, letter: { to: ada, from: ada, ...document } });

test('the pages of attachments are priced with the content, and shown separately', async () => {
  const { deps } = recordingDeps();
  const plain = await quoted(deps);
  const quote = await quoted(deps, { attachments: attach('a2', 'b3') });
  expect(quote).toMatchObject({ pages: 6, attachment_pages: 5 });
  expect([plain, quote]).toMatchObject([letterPrice(), letterPrice({ pages: 6 })]);
  expect(plain.attachment_pages).toBeUndefined();
  const { body } = await ordered(deps, letterOf(quote.quote_id, { content_hash: quote.content_hash }));
  expect(body).toMatchObject({ pages: 6, attachment_pages: 5 });
  const job = await deps.jobs.get(`${body.job_id}`);
  expect(job && productNamed('letter').statements(job)).toContainEqual({
    label: 'Pages',
    value: '6 (letter 1, attachments 5), single-sided, black and white',
  });
  expect((await ask(getJob, deps, { job_id: body.job_id }, caller)).body).toMatchObject({ attachment_pages: 5 });
});

test('the content hash is the hash of the list of all parts, which the receipt has and the client computes too', async () => {
  const { deps } = recordingDeps();
  const { quote_id, content_hash } = await quoted(deps, { attachments: attach('a', 'b') });
  const lines = [
    `content ${sha256Hex(text)}`,
    ...['a', 'b'].map((name) => `attachment ${sha256Hex(fileOf(urlOf(name)))}`),
  ];
  expect(content_hash).toBe(sha256Hex(lines.join('\n')));
  const { body } = await ordered(deps, letterOf(quote_id, { content_hash }));
  const receipt = (await ask(getReceipt, deps, { job_id: body.job_id }, caller)).body;
  expect(receipt).toMatchObject({ content_hash, content_parts: lines, pages: 3, attachment_pages: 2 });
  const files = ['a', 'b'].map((name) => new TextEncoder().encode(fileOf(urlOf(name))));
  expect(await contentHash({ content: text, attachments: files })).toBe(content_hash);
  expect(await contentHash({ content: text })).toBe((await quoted(deps)).content_hash);
});

test('HTML is not joined with attachments if its stored PDF has changed', async () => {
  const { deps } = recordingDeps();
  Object.assign(deps, { documents: { ...deps.documents, get: async () => new Uint8Array(1) } });
  const joined = quoted(deps, { text: undefined, html: 'Dear Ada', attachments: attach('a') });
  await expect(joined).rejects.toThrow('a document part is missing or has changed');
});

test.each(['text', 'html', 'pdf_url'])(
  '%s with attachments is printed as quoted, whether the job sends the content, its hash or both',
  async (kind) => {
    const { deps } = recordingDeps();
    const content = { text: undefined, [kind]: kind === 'pdf_url' ? urlOf('letter') : 'Dear Ada' };
    const attachments = attach('a', 'b');
    const { quote_id, content_hash } = await quoted(deps, { ...content, attachments });
    for (const document of [{ content_hash }, { ...content, attachments }, { ...content, attachments, content_hash }]) {
      const { body } = await ordered(deps, letterOf(quote_id, document));
      await paid(deps, `${body.job_id}`);
    }
    const stored = Buffer.from((await deps.documents.get(`unpaid/${quote_id}.pdf`)) ?? '').toString();
    const first = kind === 'pdf_url' ? 'letter.pdf' : 'Dear Ada';
    const positions = [first, 'a.pdf', 'b.pdf'].map((name) => stored.indexOf(name));
    expect(positions).toEqual(positions.toSorted((one, other) => one - other));
    expect(positions).not.toContain(-1);
    const sent = deps.orders.all().map(({ documentSha256 }) => documentSha256);
    expect(sent).toEqual(Array(3).fill(sha256Hex(stored)));
  },
);

const missing = 'the quote has 3 attachments, and this one is missing';
/** Changed attachments, by what a title says about them. `field`: after `letter.attachments.`. `fetches`: the files fetched. */
const changes: Readonly<
  Record<string, readonly [attachments: unknown, field: string, says: string, fetches?: number]>
> = {
  'in a different order': [attach('b', 'a', 'c'), '0.pdf_url', 'the quote has it as attachment 2, and the'],
  'without the last': [attach('a', 'b'), '2', missing],
  'without the first': [attach('b', 'c'), '0', missing],
  'without any': [undefined, '0', missing],
  'with one more': [attach('a', 'b', 'new', 'c'), '2.pdf_url', 'the quote has only 3 attachments, and this'],
  'with one twice': [attach('a', 'b', 'c', 'c'), '3.pdf_url', 'the quote has only 3 attachments'],
  'with a different second one': [attach('a', 'new', 'c'), '1.pdf_url', 'it has changed since the quote', 3],
  'with the first twice': [attach('a', 'a', 'c'), '1.pdf_url', 'the quote has it as attachment 1'],
};

test.each(Object.entries(changes))(
  'a job with the quoted attachments %s is refused with the attachment’s path',
  async (_name, [attachments, part, says, fetches = 0]) => {
    const field = `letter.attachments.${part}`;
    const { deps, fetched } = recordingDeps();
    const { quote_id } = await quoted(deps, { attachments: attach('a', 'b', 'c') });
    fetched.splice(0);
    await expect(ordered(deps, letterOf(quote_id, { text, attachments }))).rejects.toMatchObject({
      code: 'quote_content_mismatch',
      field,
      message: expect.stringContaining(`${field} is not the quoted content: ${says}`),
    });
    expect(fetched).toHaveLength(fetches);
    expect(deps.jobs.all()).toEqual([]);
  },
);

test('attachments are refused if the quote has none, or if the job names the content by its hash', async () => {
  const { deps } = recordingDeps();
  const { quote_id, content_hash } = await quoted(deps);
  const sent = ordered(deps, letterOf(quote_id, { text, attachments: attach('a') }));
  await expect(sent).rejects.toMatchObject({
    field: 'letter.attachments.0.pdf_url',
    message: expect.stringContaining('the quote has no attachments'),
  });
  const withHash = ordered(deps, letterOf(quote_id, { content_hash, attachments: attach('a') }));
  await expect(withHash).rejects.toMatchObject({ code: 'invalid_request', field: 'letter.attachments' });
  expect((await ordered(deps, letterOf(quote_id, { content_hash, attachments: [] }))).outcome).toBe('created');
});

test('each file is downloaded once for all jobs of a quote, and a changed file is refused', async () => {
  let changed = '';
  const { deps, fetched } = recordingDeps();
  const renderer: Renderer = {
    ...deps.renderer,
    fetchPdfIfChanged: async (url) => {
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
  ['a string', urlOf('a'), '', 'must be a list of objects with pdf_url, and a string was sent'],
  ['a list of URLs', [urlOf('a')], '.0', 'must be an object with pdf_url, and a string was sent'],
  ['an attachment without a URL', [{}], '.0.pdf_url', 'is missing'],
  ['an attachment with an empty URL', [{ pdf_url: ' ' }], '.0.pdf_url', 'is empty: send the URL of a PDF.'],
  ['six attachments', attach('a', 'b', 'c', 'd', 'e', 'f'), '', 'must have at most 5 entries'],
])('invalid `attachments` are refused with the path: %s', async (_name, attachments, path, says) => {
  const { deps, fetched } = recordingDeps();
  await expect(quoted(deps, { attachments })).rejects.toMatchObject({
    code: 'invalid_request',
    field: `attachments${path}`,
    message: expect.stringContaining(says),
  });
  expect(fetched).toEqual([]);
});

test('a warning names an unknown field of an attachment with its path, and checks have no attachments', async () => {
  const { deps } = recordingDeps();
  const [first] = attach('a');
  const { warnings } = await quoted(deps, { attachments: [first, { ...first, pdfUrl: 'x', pages: 3 }], attachment: 1 });
  expect(warnings).toEqual([
    'attachment is not a field of this request and was ignored: did you mean attachments?',
    'attachments.1.pdfUrl is not a field of this request and was ignored: did you mean pdf_url? For a file of your own, POST /uploads first: its response has a pdf_url.',
    'attachments.1.pages is not a field of this request and was ignored.',
  ]);
  const check = await quotedAs(deps, 'check', { attachments: attach('a') });
  expect(check.warnings).toEqual(['attachments is not a field of this request and was ignored.']);
});

test('if several attachments are broken, the refusal names the first one', async () => {
  const { deps } = recordingDeps();
  const { renderer } = deps;
  const openFile: Renderer['openFile'] = async (bytes, use, network) => {
    const name = /bad\d/.exec(Buffer.from(bytes).toString())?.[0];
    if (name !== undefined) return { ok: false, problem: `The ${name} is broken.` };
    return renderer.openFile(bytes, use, network);
  };
  Object.assign(deps, { renderer: { ...renderer, openFile } });
  await expect(quoted(deps, { attachments: attach('a', 'bad2', 'bad1') })).rejects.toMatchObject({
    code: 'content_refused',
    field: 'attachments.1.pdf_url',
    message: 'attachments.1.pdf_url: The bad2 is broken.',
  });
});

test('each attachment is stored separately until all are joined, and warnings name the pages of the joined PDF', async () => {
  const { deps } = recordingDeps();
  const { openFile } = deps.renderer;
  const asPdf: Renderer['openFile'] = async (bytes, use, network) => ({
    ...(await openFile(bytes, use, network)),
    pdf: Buffer.from(`%PDF-made of ${Buffer.from(bytes)}`),
    warnings: [{ code: 'fax_gray', pages: [1] }],
  });
  Object.assign(deps, { renderer: { ...deps.renderer, openFile: asPdf } });
  const { quote_id } = await quoted(deps, { attachments: attach('a2', 'b3') });
  const stored = Buffer.from((await deps.documents.get(`unpaid/${quote_id}.pdf`)) ?? '').toString();
  expect(stored.match(/[ab]\d\.pdf/g)).toEqual(['a2.pdf', 'b3.pdf']);
  const { warnings } = (await deps.quotes.get(`${quote_id}`)) ?? {};
  const pages = warnings?.map((warning) => 'pages' in warning && warning.pages);
  expect(pages).toEqual([[2], [4]]);
});

test('warnings about a later part have shifted page numbers, and do not mention the address zone', () => {
  expect(shiftPages({ code: 'fax_gray', pages: [1, 3] }, 4)).toEqual([{ code: 'fax_gray', pages: [5, 7] }]);
  expect(shiftPages({ code: 'page_slow', first: 2, last: 3 }, 4)).toEqual([{ code: 'page_slow', first: 6, last: 7 }]);
  for (const code of ['address_zone_used', 'address_zone_unchecked'] as const) {
    expect(shiftPages({ code }, 0)).toEqual([{ code }]);
    expect(shiftPages({ code }, 1)).toEqual([]);
  }
  expect(shiftPages({ code: 'scripts_left_out' }, 1)).toEqual([{ code: 'scripts_left_out' }]);
});

test('all files of a request share one size limit, and each attachment counts as a quote', async () => {
  const budget = budgetForAllFiles();
  expect([budget(maxFileBytes - 1), budget(1), budget(1)]).toEqual([true, true, false]);
  const budgets = new Set<unknown>();
  const { deps } = recordingDeps({
    fetchPdf: async (url, fetchBudget) => {
      budgets.add(fetchBudget);
      return { ok: true, warnings: [], pdf: Buffer.from(fileOf(url)), validators: {} };
    },
    fetchPdfIfChanged: async (url, _validators, fetchBudget) => {
      budgets.add(fetchBudget);
      return { ok: true, warnings: [], pdf: Buffer.from(fileOf(url)) };
    },
  });
  Object.assign(deps, { settings: { ...deps.settings, requestLimits: { quotes: 4, jobs: 9, reads: 9 } } });
  const document = { pdf_url: urlOf('letter'), attachments: attach('a', 'b') };
  const { quote_id } = await quoted(deps, { text: undefined, ...document });
  expect([...budgets]).toEqual([expect.any(Function)]);
  budgets.clear();
  await ordered(deps, letterOf(quote_id, document));
  expect([...budgets]).toEqual([expect.any(Function)]);
  await expect(quoted(deps, { attachments: attach('a') })).rejects.toMatchObject({ code: 'rate_limited' });
});
