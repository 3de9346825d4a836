/** The reader's language, the French texts, and money, times and errors in both languages. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Job } from '../../shared/domain/job/job.ts';
import { provinces } from '../../shared/domain/money.ts';
import { productNames } from '../../shared/domain/names.ts';
import type { Statement } from '../../shared/domain/product.ts';
import { sentenceForCallers } from '../../shared/domain/warnings.ts';
import { french, serviceTexts } from '../../shared/pages/french/french.ts';
import { refusalText } from '../../shared/pages/message.ts';
import { warningForPayers } from '../../shared/pages/pay/warnings.ts';
import { readerFor as loadReader, preferredLanguage } from '../../shared/pages/reader.ts';
import { productNamed } from '../../shared/products/index.ts';
import { memoryDeps } from '../support/fakes/deps.ts';
import { placedAs } from '../support/fakes/orders.ts';
import { everyWarning } from '../support/pages/every-warning.ts';
import { readerFor } from '../support/pages/reader.ts';

const english = readerFor({ operator: {}, isTest: false });
const quebec = readerFor({ acceptLanguage: 'fr-CA', operator: {}, isTest: false });

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['fr', 'fr'],
  ['fr-CA,fr;q=0.9,en;q=0.8', 'fr'],
  ['en-CA,en;q=0.9,fr;q=0.8', 'en'],
  ['en;q=0.5, FR-ca;q=0.7', 'fr'],
  ['de-DE,de;q=0.9,fr;q=0.5', 'fr'],
  ['de', 'en'],
  ['fr;q=0', 'en'],
  ['*', 'en'],
  ['fr;q=oops', 'en'],
] as const)('the accept-language header %j selects %s', (header, language) => {
  expect(preferredLanguage(header)).toBe(language);
});

test.each([
  ['fr-CA', 'fr', 'Page introuvable'],
  ['en-CA', 'en', 'Not found'],
] as const)('a page requested in %s is in %s', async (acceptLanguage, language, text) => {
  const loaded = await loadReader({ acceptLanguage, operator: {}, isTest: false });
  expect([loaded.language, loaded.say('Not found')]).toEqual([language, text]);
});

test.each([
  [212, 'USD', undefined, '$2.12', '2,12 $ US'],
  [212, 'USD', 'named', 'US$2.12', '2,12 $ US'],
  [695, 'CAD', undefined, 'CA$6.95', '6,95 $ CA'],
  [123_456_789, 'CAD', 'named', 'CA$1,234,567.89', '1 234 567,89 $ CA'],
] as const)('%i cents in %s (%s) are written as %s or %s', (cents, currency, style, inEnglish, inFrench) => {
  expect(english.money(cents, currency, style)).toBe(inEnglish);
  expect(quebec.money(cents, currency, style)).toBe(inFrench.replaceAll(' ', '\u00A0'));
});

test('times and days are written in UTC, and lines break only between a day and a time', () => {
  const moment = Date.UTC(2026, 11, 1, 1, 5);
  const written = ({ time, day, date }: typeof english) =>
    [time(moment), time(moment, 'short'), day(moment), day(moment, 'short'), date('2026-12-01')].join(' | ');
  // Without tags, and with _ for a no-break space.
  expect([english, quebec].map((each) => written(each).replace(/<.*?>/g, '').replaceAll('\u00A0', '_'))).toEqual([
    'December_1,_2026 at_1:05_AM_UTC | Dec_1, 1:05_AM | December_1,_2026 | Dec_1 | Tuesday, December_1,_2026',
    '1er_décembre_2026 à_1_h_05_UTC | 1er_déc., 1_h_05 | 1er_décembre_2026 | 1er_déc. | mardi 1er_décembre_2026',
  ]);
});

test.each([
  [0, 'in 1 second', 'dans 1 seconde'],
  [59, 'in 59 seconds', 'dans 59 secondes'],
  [61, 'in 2 minutes', 'dans 2 minutes'],
  [3_541, 'in 1 hour', 'dans 1 heure'],
  [7_201, 'in 3 hours', 'dans 3 heures'],
])('a wait of %i seconds is %s or %s', (seconds, inEnglish, inFrench) => {
  expect(english.wait(seconds)).toBe(inEnglish);
  expect(quebec.wait(seconds).replaceAll('\u00A0', ' ')).toBe(inFrench);
});

test('a page shows a rate limit as a wait in minutes, and other errors without the words for API clients', () => {
  const limited = { code: 'rate_limited', message: 'Try again in 2439 seconds.', retryAfterSeconds: 2_439 };
  const inEnglish = 'There were too many requests from your network. Please try again in 41 minutes.';
  expect(refusalText(limited, english)).toBe(inEnglish);
  expect(refusalText(limited, quebec)).toMatch(/réessayer dans 41.minutes\.$/);
  const message = 'Nothing was stored. Send the same request again in a minute.';
  expect(refusalText({ code: 'unavailable', message }, english)).toBe('Nothing was stored. Try again in a minute.');
  expect(refusalText({ message: 'Busy: send the same request again.' }, english)).toBe('Busy: try again.');
});

const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort().join();

test('every French text has the same placeholders as the English, and spaces as in Quebec', () => {
  const all = Object.entries({ ...french, ...serviceTexts });
  const differing = all.filter(([text, inFrench]) => placeholders(text) !== placeholders(inFrench));
  expect(differing).toEqual([]);
  expect(Object.values({ ...french, ...serviceTexts })).not.toContain('');
  // Quebec has no space before these marks.
  expect(all.filter(([, inFrench]) => /\s[;!?]/.test(inFrench))).toEqual([]);
  expect(quebec.say('Please enter an amount between 1 and 25,000.')).toContain('25\u00A0000');
});

test('`say` inserts values as plain text, `write` as markup', () => {
  expect(quebec.say('Pay {total}', { total: '2,12 $' })).toBe('Payer 2,12 $');
  expect(quebec.write('Order {number}', { number: '<b>' }).toString()).toBe('Commande &lt;b&gt;');
});

test('a text of the service is translated with any numbers, but not with words in place of its numbers', () => {
  expect(quebec.translate('GST 5%')).toBe('TPS 5\u00A0%');
  expect(quebec.translate('3, single-sided, color')).toBe('3, recto seulement, en couleur');
  expect(quebec.translate('Ada, single-sided, color')).toBe('Ada, single-sided, color');
  expect(english.translate('GST 5%')).toBe('GST 5%');
});

test.each(everyWarning.map((warning) => [sentenceForCallers(warning), warning] as const))(
  'payers get their own sentence in both languages for: %s',
  (forCallers, warning) => {
    const [inEnglish, inFrench] = [warningForPayers(warning, english), warningForPayers(warning, quebec)];
    for (const sentence of [inEnglish, inFrench]) {
      expect(sentence).toMatch(/^[A-ZÀ-Ý].*\.$/);
      // No field paths, camel case, codes or placeholders. A period between two digits is part of an amount.
      expect(sentence).not.toMatch(/(?!\d\.\d)\w\.\w|[a-z][A-Z]|_|[<>{}]|undefined/);
      expect(sentence).not.toBe(forCallers);
    }
    expect(inFrench).not.toBe(inEnglish);
    expect(inFrench).not.toMatch(/\b(the|and|pages? \d+ to|recipient|sender|address|[GH]ST)\b/i);
  },
);

test('the sentence of a warning names the value or the pages', () => {
  const odd = { code: 'postal_code_odd', at: 'letter.to', country: 'US', input: '1220' } as const;
  expect(warningForPayers(odd, english)).toBe('The recipient’s ZIP code, 1220, looks incomplete or wrong.');
  const gray = { code: 'fax_gray', pages: [1, 2, 9] } as const;
  expect(warningForPayers(gray, english)).toMatch(/: pages 1, 2 and 9\.$/);
  expect(warningForPayers(gray, quebec)).toMatch(/: pages 1, 2 et 9\.$/);
});

test.each([
  [{ code: 'postal_code_elsewhere', input: 'K1A 0B1', region: 'QC' }, 'sender’s postal code, K1A 0B1, .* QC'],
  [{ code: 'characters_unprintable', input: '漢字' }, 'of the sender .*: 漢 and 字'],
  [{ code: 'region_missing' }, 'sender’s address has no province'],
] as const)('the sentence of the warning %j about a sender names its details', (details, sentence) => {
  const warning = { at: 'letter.from', country: 'CA', ...details } as const;
  expect(warningForPayers(warning, english)).toMatch(new RegExp(sentence));
});

const booleans = [true, false];
/** Every combination of color, mail class and country. */
const combinations = ['US', 'CA'].flatMap((countryCode) =>
  booleans.flatMap((color) => booleans.map((registered) => ({ color, registered, countryCode }))),
);

/** The labels whose values come from the sender: names, addresses and numbers. The other values are our words. */
const labelsOfSender = new Set(['To', 'From', 'Pay to', 'Memo', 'Bank account', 'Check number', 'Amount of the check']);

async function statementsOf(product: (typeof productNames)[number]): Promise<Statement[]> {
  const deps = memoryDeps();
  const job = (await deps.jobs.get(await placedAs(deps, product))) as Job<{ to?: object }>;
  return combinations.flatMap(({ countryCode, ...options }) => {
    const order = { ...job.order, ...options, to: { ...job.order.to, countryCode }, memo: 'a memo' };
    const withFile = { pages: 3, parts: { attachments: [{ pages: 1 }] } } as unknown as Job['content'];
    return [job.content, withFile].flatMap((content) => productNamed(product).statements({ ...job, content, order }));
  });
}

test.each(productNames)('the labels and values of a %s are translated into French', async (product) => {
  const statements = await statementsOf(product);
  expect(statements.length).toBeGreaterThan(combinations.length);
  const untranslated = statements
    .flatMap(({ label, value }) => [label, ...(labelsOfSender.has(label) ? [] : [value].flat())])
    // “Pages” is the same in both languages.
    .filter((text) => text !== 'Pages' && quebec.translate(text) === text);
  expect([...new Set(untranslated)]).toEqual([]);
});

test.each(Object.values(provinces))('the tax $label is translated into French', ({ label }) => {
  expect(quebec.translate(label)).toMatch(/^T(PS|VH)/);
});

/** The words for each unit in English and in French. “Times” is “Heures,” and “à jour” isn't about days. */
const units: Readonly<Record<string, readonly [english: RegExp, french: RegExp]>> = {
  second: [/\bseconds?\b/i, /\bsecondes?\b/i],
  minute: [/\bminutes?\b/i, /\bminutes?\b/i],
  hour: [/\bhours?\b|^Times$/i, /\bheures?\b/i],
  day: [/\bdays?\b/i, /(?<!à )\bjours?\b|\bjournées?\b|\bveille\b/i],
  week: [/\bweeks?\b/i, /\bsemaines?\b/i],
  month: [/\bmonths?\b/i, /\bmois\b/i],
  year: [/\byears?\b/i, /\b(?:ans?|années?)\b/i],
  percent: [/%/, /%/],
  dollar: [/\$/, /\$/],
  inch: [/\binch(?:es)?\b/i, /\bpouces?\b/i],
};

/** Each sentence in English and in French, without placeholders and the sample fax number. */
const sentences = Object.entries(french).map((pair) => pair.map((text) => text.replace(/\{\w+\}|\d{3}.555.0199/g, '')));
const unitsIn = (text: string, column: 0 | 1) => Object.keys(units).filter((unit) => units[unit]?.[column].test(text));
const unitsAndFigures = (text: string, column: 0 | 1) =>
  [...unitsIn(text, column), ...(text.match(/\d+/g)?.toSorted() ?? [])].join();

test('the French of a sentence has the same units and figures as its English', () => {
  const differing = sentences.filter(
    ([text = '', inFrench = '']) => unitsAndFigures(text, 0) !== unitsAndFigures(inFrench, 1),
  );
  expect(differing).toEqual([]);
  expect(sentences.filter(([text = '']) => unitsIn(text, 0).length > 0).length).toBeGreaterThan(20);
});

const translatedEnglish = /\b(?:told|stands|mend(?:s|ed)?|anew|whoever|carried out|called back)\b/i;

test('the English of the pages has no words that sound translated', () => {
  expect(Object.keys(french).filter((sentence) => translatedEnglish.test(sentence))).toEqual([]);
});

test('the command line and the mailbox have no words that sound translated, and write “email” without a hyphen', () => {
  const root = join(import.meta.dirname, '..', '..');
  const files = globSync('{lib/{command-line,local/mailbox}/*,shared/pages/mailbox}.ts', { cwd: root });
  expect(files.length).toBeGreaterThan(8);
  const lines = files.flatMap((file) => readFileSync(join(root, file), 'utf8').split('\n'));
  expect(lines.filter((line) => translatedEnglish.test(line) || /e-mail/i.test(line))).toEqual([]);
});
