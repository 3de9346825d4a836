/** The changes since the quote before: told to the caller by counts, and line by line to the payer alone. */
import fc from 'fast-check';
import { changedLines } from '../../../shared/core/given/changes.ts';
import { payPage } from '../../../shared/pages/pay.ts';
import { showPayPage } from '../../../shared/usecases/pay/show-pay-page.ts';
import { type MemoryDeps, memoryDeps } from '../../support/fakes/deps.ts';
import { jobOf, ordered, orderFor, paid, quoted, quotedAs, text } from '../../support/fakes/orders.ts';
import { readerFor } from '../../support/pages/reader.ts';
import { words } from '../../support/pages/reading.ts';
import { plainReader } from '../../support/pages/views.ts';

const french = readerFor({ acceptLanguage: 'fr-CA', operator: {}, isTest: false });
const other = text.replace('works.', 'works <b>well</b>.');
let deps: MemoryDeps;
beforeEach(() => {
  deps = memoryDeps();
});

/** A job of a quote that replaces another one. */
async function requoted(first: object, second: { readonly text: string }) {
  const { quote_id: replaces_quote } = await quoted(deps, first);
  const quote = await quoted(deps, { ...second, replaces_quote });
  const request = orderFor(quote.quote_id);
  const { job_id } = (await ordered(deps, { ...request, letter: { ...request.letter, text: second.text } })).body;
  return { quote, job: await jobOf(deps, `${job_id}`) };
}

test('a caller hears of price, pages, options and how many lines, and the payer sees the lines', async () => {
  const { quote, job } = await requoted({ text }, { text: `${other}\fmore`, ...{ color: true } });
  expect(quote.changes).toEqual([
    'total: $2.12 is now $2.84',
    'pages: 1 are now 2',
    'color: false is now true',
    'content: lines taken out: 1, put in: 2',
  ]);
  const view = await showPayPage(deps, job.payCode);
  const page = payPage(view, plainReader);
  const shown = words(page);
  for (const fact of ['Changed since the last price you saw', 'Total: $2.12 → $2.84', 'Pages: 1 → 2'])
    expect(shown).toContain(fact);
  expect(shown).toContain('Print in color: No → Yes');
  expect(page.body.toString()).toContain('− <del>the engine works.</del>');
  expect(page.body.toString()).toContain('+ <ins>the engine works &lt;b&gt;well&lt;/b&gt;.</ins>');
  expect(words(payPage(view, french))).toContain('Imprimer en couleurs : Non → Oui');
});

test('where nothing has changed, the page says so', async () => {
  const { quote, job } = await requoted({ text }, { text });
  expect(quote.changes).toEqual([]);
  expect(words(payPage(await showPayPage(deps, job.payCode), plainReader))).toContain('Nothing has changed.');
});

test('content that is no text alone is told to be another one', async () => {
  const { quote_id: replaces_quote } = await quoted(deps);
  const { changes } = await quoted(deps, { replaces_quote, signature: { typed: 'Ada' } });
  expect(changes).toEqual(['content: it is another one']);
});

test('no job keeps the lines, and once it is paid nobody is shown them', async () => {
  const { job } = await requoted({ text }, { text: other });
  expect(JSON.stringify(job)).not.toContain('works <b>');
  const before = payPage(await showPayPage(deps, job.payCode), plainReader).body.toString();
  expect(before).toContain('<ins>');
  expect(before).not.toContain('Nothing has changed');
  expect(before).not.toMatch(/<ul[^>]*><\/ul>/);
  await paid(deps, job.id);
  expect((await showPayPage(deps, job.payCode)).changes).toBeUndefined();
});

test.each(['quote_unknown', 'quote_a0000000000000000000000000', 'a fax'])('%s cannot be replaced', async (name) => {
  const replaces_quote = name === 'a fax' ? (await quotedAs(deps, 'fax')).quote_id : name;
  await expect(quoted(deps, { replaces_quote })).rejects.toMatchObject({
    ...{ code: 'invalid_request', field: 'replaces_quote' },
    message: expect.stringContaining('leave it out, or name the one that the user has seen'),
  });
});

test('between two texts the changed lines lead from one to the other, and the same text has none', () => {
  const line = fc.constantFrom('a', 'b', 'c', '');
  const lines = fc.array(line, { minLength: 1, maxLength: 12 });
  /** The text without these lines, taken from its beginning on. */
  const without = (all: readonly string[], taken: string[]) =>
    all.filter((each) => taken[0] !== each || taken.shift() === undefined);
  fc.assert(
    fc.property(lines, lines, (one, two) => {
      const changes = changedLines(one.join('\n'), two.join('\n'));
      const of = (kind: string) => changes.filter((each) => each.kind === kind).map(({ text }) => text);
      expect(two.length - of('added').length).toBe(one.length - of('removed').length);
      expect(without(one, of('removed'))).toHaveLength(one.length - of('removed').length);
      expect(without(two, of('added'))).toHaveLength(two.length - of('added').length);
      if (one.join('\n') === two.join('\n')) expect(changes).toEqual([]);
    }),
  );
});

test('texts of 20,000 other lines are compared without a table of all of them', () => {
  const many = (word: string) => Array.from({ length: 20_000 }, (_, at) => `${word} ${at}`).join('\n');
  expect(changedLines(many('a'), many('b'))).toHaveLength(40_000);
});
