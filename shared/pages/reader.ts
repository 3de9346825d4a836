/** The reader of a page: the language, the format of money and times, and the operator who answers to the reader. */
import { type Currency, formatMoney } from '../domain/money.ts';
import type { Operator } from '../domain/operator.ts';
import type * as catalogue from './french/french.ts';
import { type Html, html } from './html.ts';
import {
  dateIn,
  dayIn,
  filledText,
  type Language,
  placeholder,
  preferredLanguage,
  timeIn,
  waitIn,
} from './language.ts';

/** A sentence of the pages. One without French does not compile. */
type Sentence = keyof typeof catalogue.french;

type Placeholder<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Placeholder<Rest> : never;

/** A sentence with no other placeholders than these. */
export type SentenceWith<Names> = { [Text in Sentence]: Placeholder<Text> extends Names ? Text : never }[Sentence];

export type PlainSentence = SentenceWith<never>;

type Values<Text, Value> = Placeholder<Text> extends never ? [] : [Readonly<Record<Placeholder<Text>, Value>>];

export interface Reader {
  readonly language: Language;
  readonly operator: Operator;
  /** Nothing is charged, mailed or faxed: the payment key or a partner is a test one. */
  readonly isTest: boolean;
  /** A sentence in the reader's language; its values are plain text. */
  say<Text extends Sentence>(text: Text, ...values: Values<Text, string | number>): string;
  /** The same as `say` with values that hold markup. */
  write<Text extends Sentence>(text: Text, ...values: Values<Text, Html | string | number>): Html;
  /** Text from outside the pages, such as a product's label or the reason of a failure. English if it is not known. */
  sayKnown(text: string): string;
  /** `named` says which dollars they are, for a reader who may expect the others. */
  money(cents: number, currency: Currency, isNamed?: 'named'): string;
  /** Unix milliseconds → date and time in UTC, which a script puts into the reader's own zone. */
  time(ms: number): Html;
  /** Unix milliseconds → the day alone; a short one has no year. */
  day(ms: number, form?: 'short'): Html;
  /** `2026-12-24` → the day as the reader writes it. */
  date(day: string): string;
  /** Seconds from now → `in 41 minutes`. */
  wait(seconds: number): string;
}

type Service = Pick<Reader, 'operator' | 'isTest'>;

/** French is a fifth of what a page needs, and only its readers load it. */
export async function readerFor({
  acceptLanguage,
  ...service
}: Service & { readonly acceptLanguage?: string | undefined }): Promise<Reader> {
  const isFrench = preferredLanguage(acceptLanguage) === 'fr';
  return readerOf(isFrench ? await import('./french/french.ts') : undefined, service);
}

/** `inFrench`: the texts of a reader of French. */
export function readerOf(inFrench: typeof catalogue | undefined, { operator, isTest }: Service): Reader {
  const language = inFrench === undefined ? 'en' : 'fr';
  const inLanguage = (text: Sentence): string => (inFrench === undefined ? text : spaced(inFrench.french[text]));
  return {
    language,
    operator,
    isTest,
    say: (text, ...[values]) => filledText(inLanguage(text), values ?? {}),
    write: (text, ...[values]) => written(inLanguage(text), values ?? {}),
    sayKnown: (text) => (inFrench === undefined ? text : spaced(inFrench.inFrench(text))),
    money: (cents, currency, isNamed) => money(language, cents, currency, isNamed === 'named'),
    time: (ms) => timeIn(language, ms),
    day: (ms, form) => dayIn(language, ms, form),
    date: (day) => dateIn(language, day),
    wait: (seconds) => waitIn(language, seconds),
  };
}

/** French keeps a sign with its word by a no-break space; the catalogue has plain ones. */
const spaced = (text: string): string => text.replace(/ (?=[:;!?%»])|(?<=«) /g, '\u00A0');

const written = (text: string, values: Readonly<Record<string, Html | string | number>>): Html =>
  html`${text.split(placeholder).map((part, at) => html`${at % 2 === 0 ? part : values[part]}`)}`;

const canadian = { USD: '$ US', CAD: '$ CA' } as const;

/** English: `$2.12`, `US$2.12`, `CA$6.15`. French, after the rules of Quebec: `2,12 $ US`, `6,15 $ CA`. */
function money(language: Language, cents: number, currency: Currency, isNamed: boolean): string {
  const english = formatMoney(cents, currency);
  if (language === 'en') return isNamed && currency === 'USD' ? `US${english}` : english;
  const figures = english.replace(/^\D+/, '').replaceAll(',', '\u00A0').replace('.', ',');
  return `${figures}\u00A0${canadian[currency].replace(' ', '\u00A0')}`;
}
