/** French says the figures and units that English says: a day stays a day, and a limit its number. */
import { french } from '../../shared/pages/french/french.ts';

/** Units by their words in English and in French. Placeholders and the sample of a fax number do not count. */
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

const sentences = Object.entries(french).map(([english, translated]) =>
  [english, translated].map((text) => text.replace(/\{\w+\}|\d{3} 555.0199/g, '').replace(/\btoday.s\b/i, '')),
);
const said = (text: string, column: 0 | 1) => Object.keys(units).filter((unit) => units[unit]?.[column].test(text));
const figures = (text: string) => text.match(/\d+/g)?.toSorted() ?? [];

test('the French of a sentence has the same units as its English', () => {
  const differing = sentences.filter(([english = '', own = '']) => `${said(english, 0)}` !== `${said(own, 1)}`);
  expect(differing).toEqual([]);
  expect(sentences.filter(([english = '']) => said(english, 0).length > 0).length).toBeGreaterThan(20);
});

test('the French of a sentence has the same figures as its English', () => {
  expect(sentences.filter(([english = '', own = '']) => `${figures(english)}` !== `${figures(own)}`)).toEqual([]);
});
