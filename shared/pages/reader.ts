/** The reader of a page: the language, the format of money and times, and the operator who answers to the reader. */
import { type Currency, formatMoney } from '../domain/money.ts';
import type { Operator } from '../domain/operator.ts';
import type * as catalogue from './french/french.ts';
import { type Html, html } from './html.ts';
import {
  filledText,
  formatsIn,
  type Language,
  momentIn,
  placeholder,
  preferredLanguage,
  shortMomentIn,
  waitIn,
} from './language.ts';

/** A sentence of the pages. One without French does not compile. */
type Sentence = keyof typeof catalogue.french;

type Placeholder<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Placeholder<Rest> : never;

/** A sentence with no other placeholders than these. */
type SentenceWith<Names> = { [Text in Sentence]: Placeholder<Text> extends Names ? Text : never }[Sentence];

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
  /** Text from outside the pages, such as a product's label or the reason of a failure. English if there is no French. */
  sayKnown(text: string): string;
  /** `named` says which dollars they are, for a reader who may expect the other ones. */
  money(cents: number, currency: Currency, isNamed?: 'named'): string;
  /** Unix milliseconds → date and time in UTC, which a script shows in the reader's own time zone. A short one has no year and no zone. */
  time(ms: number, form?: 'short'): Html;
  /** The time zone of the times at that moment: UTC, and with a script the reader's own. */
  zone(ms: number): Html;
  /** Unix milliseconds → `March 14, 2026`; a short one is `Mar 14`. In UTC. */
  day(ms: number, form?: 'short'): Html;
  /** `2026-12-24` → the day as the reader writes it, with its year or without. */
  date(day: string, form?: 'dayOfMonth'): string;
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
    write: (text, ...[values = {}]) => {
      const all: Readonly<Record<string, Html | string | number>> = values;
      const parts = inLanguage(text).split(placeholder);
      return html`${parts.map((part, at) => html`${at % 2 === 0 ? part : all[part]}`)}`;
    },
    sayKnown: (text) => (inFrench === undefined ? text : spaced(inFrench.inFrench(text))),
    money: (cents, currency, isNamed) => money(language, cents, currency, isNamed === 'named'),
    time: (ms, form) =>
      html`<time class="${form ? 'moment short' : 'moment'}" datetime="${new Date(ms).toISOString()}">${form ? shortMomentIn(language, ms) : momentIn(language, ms)}</time>`,
    zone: (ms) => html`<time class="moment zone" datetime="${new Date(ms).toISOString()}">UTC</time>`,
    day: (ms, form) =>
      html`<time datetime="${new Date(ms).toISOString().slice(0, 10)}">${formatsIn(language)[form ?? 'date'].format(ms)}</time>`,
    date: (day, form) => formatsIn(language)[form ?? 'date'].format(Date.parse(`${day}T00:00:00Z`)),
    wait: (seconds) => waitIn(language, seconds),
  };
}

/** French keeps a sign with its word by a no-break space; the catalogue has plain ones. */
const spaced = (text: string): string => text.replace(/ (?=[:;!?%»])|(?<=«) /g, '\u00A0');

/** English: `$2.12`, `US$2.12`, `CA$6.15`. French, by the rules of Quebec: `2,12 $ US`, `6,15 $ CA`. */
function money(language: Language, cents: number, currency: Currency, isNamed: boolean): string {
  const english = formatMoney(cents, currency);
  if (language === 'en') return isNamed && currency === 'USD' ? `US${english}` : english;
  const figures = english.replace(/^\D+/, '').replaceAll(',', '\u00A0').replace('.', ',');
  return `${figures}\u00A0$\u00A0${currency === 'USD' ? 'US' : 'CA'}`;
}
