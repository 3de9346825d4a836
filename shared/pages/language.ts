/** The language of a page, and times for people: in UTC, because without a script a page cannot know its reader's zone. */
import { type Html, html } from './html.ts';

/** The language of a page: the one that the reader's browser asks for. */
export type Language = 'en' | 'fr';

/** One value for each language, made when it is first needed: the first format of a process takes 5 ms. */
export function perLanguage<T>(make: (locale: string) => T): (language: Language) => T {
  const made = new Map<Language, T>();
  return (language) => {
    const one = made.get(language) ?? make(language === 'fr' ? 'fr-CA' : 'en-US');
    made.set(language, one);
    return one;
  };
}

/** `fr-CA,fr;q=0.9,en;q=0.8` → `fr`. English if the header names neither (RFC 9110, section 12.5.4). */
export function preferredLanguage(acceptLanguage = ''): Language {
  const weights = new Map<string, number>();
  // Real browsers never send a longer header.
  for (const range of acceptLanguage.slice(0, 500).toLowerCase().split(',')) {
    const [, tag = '', weight = '1'] = /^\s*([a-z]+)[\w-]*\s*(?:;\s*q=([01](?:\.\d*)?)\s*)?$/.exec(range) ?? [];
    weights.set(tag, Math.max(Number(weight), weights.get(tag) ?? 0));
  }
  return (weights.get('fr') ?? 0) > (weights.get('en') ?? 0) ? 'fr' : 'en';
}

/** A value's place in a sentence: `in {minutes} minutes`. */
export const placeholder = /\{(\w+)\}/;

/** The sentence with a value for each of its placeholders, as plain text. */
export const filledText = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text
    .split(placeholder)
    .map((part, at) => (at % 2 === 0 ? part : String(values[part])))
    .join('');

export const formatsIn = perLanguage((locale) => ({
  date: new Intl.DateTimeFormat(locale, { timeZone: 'UTC', dateStyle: 'long' }),
  dayOfMonth: new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: 'long', day: 'numeric' }),
  hour: new Intl.DateTimeFormat(locale, { timeZone: 'UTC', hour: 'numeric', minute: '2-digit' }),
  short: new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: 'short', day: 'numeric' }),
  clock: new Intl.DateTimeFormat(locale, { timeZone: 'UTC', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
}));

/** Unix milliseconds → `March 14, 2026, 16:05 UTC` or `14 mars 2026, 16 h 05 UTC`. No line break splits the hour. */
export function momentIn(language: Language, ms: number): string {
  const { date, clock } = formatsIn(language);
  return `${date.format(ms)}, ${clock.format(ms).replaceAll(' ', '\u00A0')} UTC`;
}

/** Unix milliseconds → `Mar 14, 4:05 PM` or `14 mars, 16 h 05`, in UTC, which is said elsewhere. */
export function shortMomentIn(language: Language, ms: number): string {
  const { short, hour } = formatsIn(language);
  return `${short.format(ms)}, ${hour.format(ms).replace(/\s/g, '\u00A0')}`;
}

const waitsIn = perLanguage((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'always' }));

/** Seconds from now → `in 41 minutes` or `dans 41 minutes`, rounded up, so that no one comes back too early. */
export function waitIn(language: Language, seconds: number): string {
  if (seconds < 60) return waitsIn(language).format(Math.max(1, Math.ceil(seconds)), 'second');
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60
    ? waitsIn(language).format(minutes, 'minute')
    : waitsIn(language).format(Math.ceil(minutes / 60), 'hour');
}

/** Unix milliseconds → the same moment in the three lines of a postmark. */
export function postmark(ms: number): Html {
  const { date, clock } = formatsIn('en');
  const [month = '', day = '', year = ''] = date.format(ms).split(/,? /);
  return html`<time class="postmark" datetime="${new Date(ms).toISOString()}">
    <span>${month.slice(0, 3)} ${day}</span> <span>${year}</span> <span>${clock.format(ms)} UTC</span>
  </time>`;
}
