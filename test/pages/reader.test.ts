/** The reader's language, and money and times in it. */
import fc from 'fast-check';
import { french, serviceTexts } from '../../shared/pages/french/french.ts';
import { preferredLanguage } from '../../shared/pages/language.ts';
import * as pages from '../../shared/pages/reader.ts';
import { readerFor } from '../support/pages/reader.ts';

const reader = (acceptLanguage?: string) => readerFor({ acceptLanguage, operator: {}, isTest: false });
const english = reader();
const quebec = reader('fr-CA');

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
] as const)('a browser that asks for %j reads %s', (header, language) => {
  expect(preferredLanguage(header)).toBe(language);
});

test.each([
  ['fr-CA', 'fr', 'Page introuvable'],
  ['en-CA', 'en', 'Not found'],
] as const)('a page asked for in %s is in %s', async (acceptLanguage, language, words) => {
  const loaded = await pages.readerFor({ acceptLanguage, operator: {}, isTest: false });
  expect([loaded.language, loaded.say('Not found')]).toEqual([language, words]);
});

test('any header gets a language, and a long one gets it at once', () => {
  fc.assert(fc.property(fc.string({ maxLength: 2_000 }), (header) => /^(en|fr)$/.test(preferredLanguage(header))));
});

test.each([
  [212, 'USD', undefined, '$2.12', '2,12 $ US'],
  [212, 'USD', 'named', 'US$2.12', '2,12 $ US'],
  [695, 'CAD', undefined, 'CA$6.95', '6,95 $ CA'],
  [123_456_789, 'CAD', 'named', 'CA$1,234,567.89', '1 234 567,89 $ CA'],
] as const)('%i cents of %s, %s, are %s or %s', (cents, currency, named, inEnglish, inFrench) => {
  expect(english.money(cents, currency, named)).toBe(inEnglish);
  expect(quebec.money(cents, currency, named)).toBe(inFrench.replaceAll(' ', '\u00A0'));
});

test('a moment is written in UTC, a day without a clock', () => {
  const moment = Date.UTC(2026, 2, 14, 1, 5);
  expect(english.time(moment).toString()).toContain('>March 14, 2026, 01:05 UTC<');
  expect(quebec.time(moment).toString()).toContain('>14 mars 2026, 01\u00A0h\u00A005 UTC<');
  expect(quebec.day(moment).toString()).toContain('>14 mars 2026<');
  expect(english.day(moment, 'short').toString()).toContain('>Mar 14<');
});

const names = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

test.each(Object.entries({ ...french, ...serviceTexts }))(
  'the French of %j takes the same values',
  (text, inFrench) => {
    expect(inFrench).not.toBe('');
    expect(names(inFrench)).toEqual(names(text));
  },
);

test('values are put in, markup only where it is asked for', () => {
  expect(quebec.say('Pay {total}', { total: '2,12 $' })).toBe('Payer 2,12 $');
  expect(quebec.write('Order {number}', { number: '<b>' }).toString()).toBe('Commande &lt;b&gt;');
});

test('known texts are found with their figures, and a stranger’s words never pass for one', () => {
  expect(quebec.sayKnown('GST 5%')).toBe('TPS 5\u00A0%');
  expect(quebec.sayKnown('3, single-sided, color')).toBe('3, recto seulement, en couleur');
  expect(quebec.sayKnown('Ada, single-sided, color')).toBe('Ada, single-sided, color');
  expect(english.sayKnown('GST 5%')).toBe('GST 5%');
});
