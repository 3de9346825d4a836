/**
 * The reader of a page: the language, the formats of money and times, and the operator. Times are in UTC, because only a script
 * can find out the reader's time zone.
 */
import { type Currency, formatMoney } from '../domain/money.ts';
import type { Operator } from '../domain/names.ts';
import type * as frenchTexts from './french/french.ts';
import { type Html, html } from './html.ts';
import { writtenTime } from './written-time.ts';

type Language = 'en' | 'fr';

/** A sentence of the pages, in English. Code with a sentence that has no French doesn't compile. */
type Sentence = keyof typeof frenchTexts.french;

type Placeholder<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Placeholder<Rest> : never;

/** A sentence without placeholders. */
export type PlainSentence = { [Text in Sentence]: Placeholder<Text> extends never ? Text : never }[Sentence];

type Values<Text, Value> = Placeholder<Text> extends never ? [] : [Readonly<Record<Placeholder<Text>, Value>>];

export interface Reader {
  readonly language: Language;
  readonly operator: Operator;
  /** True if nothing is charged, mailed or faxed, because the payment key or a partner is a test one. */
  readonly isTest: boolean;
  /** A sentence in the reader's language; its values are plain text. */
  say<Text extends Sentence>(text: Text, ...values: Values<Text, string | number>): string;
  /** Like `say`, with values that contain markup. */
  write<Text extends Sentence>(text: Text, ...values: Values<Text, Html | string | number>): Html;
  /** Translates a text from outside the pages, such as a product's label. English if there is no French. */
  translate(text: string): string;
  /** `named` adds the country to US dollars, for a reader who may expect Canadian ones. */
  money(cents: number, currency: Currency, style?: 'named'): string;
  /** Unix milliseconds → `March 14, 2026 at 4:05 PM UTC` or `14 mars 2026 à 16 h 05 UTC`. */
  moment(ms: number): string;
  /** The same for a page, where a script converts it to the reader's time zone. `short`: `Mar 14, 4:05 PM`; `zone`: `UTC`. */
  time(ms: number, form?: 'short' | 'zone'): Html;
  /** Unix milliseconds → `March 14, 2026`, or `Mar 14` in the short form. In UTC. */
  day(ms: number, form?: 'short'): Html;
  /** `2026-12-24` → `Thursday, December 24, 2026`, or `December 24` as `dayOfMonth`. */
  date(day: string, form?: 'dayOfMonth'): string;
  /** Seconds from now → `in 41 minutes` or `dans 41 minutes`, rounded up so that no one comes back too early. */
  wait(seconds: number): string;
  /** `['1', '3', '8']` → `1, 3 and 8`, without the comma that American English has and our own sentences don't. */
  list(items: readonly string[]): string;
}

type Service = Pick<Reader, 'operator' | 'isTest'>;

/** The French texts are a fifth of a page's code, so they are loaded only for readers of French. */
export async function readerFor({
  acceptLanguage,
  ...service
}: Service & { readonly acceptLanguage?: string | undefined }): Promise<Reader> {
  const isFrench = preferredLanguage(acceptLanguage) === 'fr';
  return readerOf(isFrench ? await import('./french/french.ts') : undefined, service);
}

/** `fr-CA,fr;q=0.9,en;q=0.8` → `fr`. English if the header names neither (RFC 9110, section 12.5.4). */
export function preferredLanguage(acceptLanguage = ''): Language {
  const weights = new Map<string, number>();
  // No real browser sends a longer header.
  for (const range of acceptLanguage.slice(0, 500).toLowerCase().split(',')) {
    const [, tag = '', weight = '1'] = /^\s*([a-z]+)[\w-]*\s*(?:;\s*q=([01](?:\.\d*)?)\s*)?$/.exec(range) ?? [];
    weights.set(tag, Math.max(Number(weight), weights.get(tag) ?? 0));
  }
  return (weights.get('fr') ?? 0) > (weights.get('en') ?? 0) ? 'fr' : 'en';
}

/** `texts`: the French texts, or undefined for a reader of English. */
export function readerOf(texts: typeof frenchTexts | undefined, { operator, isTest }: Service): Reader {
  const language = texts === undefined ? 'en' : 'fr';
  const locale = texts === undefined ? 'en-US' : 'fr-CA';
  const inLanguage = (text: Sentence): string => (texts === undefined ? text : withNoBreakSpaces(texts.french[text]));
  const written = (ms: number, form: Parameters<typeof writtenTime>[2]) => writtenTime(ms, locale, form, 'UTC');
  return {
    language,
    operator,
    isTest,
    say: (text, ...[values]) => filledText(inLanguage(text), values ?? {}),
    write: (text, ...[values = {}]) => {
      const byName: Readonly<Record<string, Html | string | number>> = values;
      // Splitting by a pattern with a group keeps the placeholders' names, as every second part.
      const parts = inLanguage(text).split(placeholder);
      return html`${parts.map((part, index) => html`${index % 2 === 0 ? part : byName[part]}`)}`;
    },
    translate: (text) => (texts === undefined ? text : withNoBreakSpaces(frenchOf(texts.serviceTexts, text))),
    money: (cents, currency, style) => money(language, cents, currency, style),
    moment: (ms) => written(ms, 'moment'),
    time: (ms, form) =>
      html`<time class="moment${form && ` ${form}`}" datetime="${new Date(ms).toISOString()}">${written(ms, form ?? 'moment')}</time>`,
    day: (ms, form) =>
      html`<time datetime="${new Date(ms).toISOString().slice(0, 10)}">${written(ms, form ? 'shortDay' : 'date')}</time>`,
    date: (day, form) => written(Date.parse(day), form ?? 'weekday'),
    wait: (seconds) => {
      const format = new Intl.RelativeTimeFormat(locale, { numeric: 'always' });
      if (seconds < 60) return format.format(Math.max(1, Math.ceil(seconds)), 'second');
      const minutes = Math.ceil(seconds / 60);
      return minutes < 60 ? format.format(minutes, 'minute') : format.format(Math.ceil(minutes / 60), 'hour');
    },
    list: (items) => new Intl.ListFormat(texts === undefined ? 'en-GB' : locale).format(items),
  };
}

/** The reader of a test order sees the marks of test mode, even if the service is live by now. */
export const readerOfOrder = (reader: Reader, { isTest }: Pick<Reader, 'isTest'>): Reader =>
  isTest ? { ...reader, isTest } : reader;

/** A placeholder in a sentence, such as `{minutes}`. */
const placeholder = /\{(\w+)\}/;

/** The sentence with its placeholders replaced, as plain text. */
const filledText = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text
    .split(placeholder)
    .map((part, index) => (index % 2 === 0 ? part : String(values[part])))
    .join('');

/** Patterns of the texts with a placeholder, and the French of each. */
let patterns: readonly (readonly [RegExp, string])[] | undefined;

/** The French of a text, or the text itself. Placeholders match only numbers, so a stranger's words never match. */
function frenchOf(serviceTexts: Readonly<Record<string, string>>, text: string): string {
  if (Object.hasOwn(serviceTexts, text)) return serviceTexts[text] ?? text;
  patterns ??= Object.entries(serviceTexts)
    .filter(([english]) => placeholder.test(english))
    .map(([english, french]) => {
      const parts = english
        .split(placeholder)
        .map((part, index) =>
          index % 2 === 0 ? part.replace(/[.*+?^$()|[\]\\]/g, '\\$&') : `(?<${part}>\\d[\\d,.]*)`,
        );
      return [new RegExp(`^${parts.join('')}$`), french] as const;
    });
  for (const [pattern, french] of patterns) {
    const match = pattern.exec(text);
    if (match !== null) return filledText(french, match.groups ?? {});
  }
  return text;
}

/** French has no-break spaces next to some punctuation marks and in numbers. In french.json they are ordinary spaces. */
const withNoBreakSpaces = (text: string): string => text.replace(/ (?=[:%»])|(?<=«) |(?<=\d) (?=\d{3})/g, '\u00A0');

/** English: `$2.12`, `US$2.12`, `CA$6.15`. French, by the rules of Quebec: `2,12 $ US`, `6,15 $ CA`. */
function money(language: Language, cents: number, currency: Currency, style?: 'named'): string {
  const english = formatMoney(cents, currency);
  if (language === 'en') return style === 'named' && currency === 'USD' ? `US${english}` : english;
  const figures = english.replace(/^\D+/, '').replaceAll(',', '\u00A0').replace('.', ',');
  return `${figures}\u00A0$\u00A0${currency === 'USD' ? 'US' : 'CA'}`;
}
