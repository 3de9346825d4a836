/** Formats times for people. Pages write them in UTC, because without a script they cannot know the reader's zone. */
import { type Html, html } from './html.ts';
import { type Language, perLanguage } from './language.ts';

const formatsIn = perLanguage((locale) => ({
  date: new Intl.DateTimeFormat(locale, { timeZone: 'UTC', dateStyle: 'long' }),
  short: new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: 'short', day: 'numeric' }),
  clock: new Intl.DateTimeFormat(locale, { timeZone: 'UTC', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
}));

/** Unix milliseconds → `March 14, 2026, 16:05 UTC` or `14 mars 2026, 16 h 05 UTC`, whose hour no line breaks. */
export function momentIn(language: Language, ms: number): string {
  const { date, clock } = formatsIn(language);
  return `${date.format(ms)}, ${clock.format(ms).replaceAll(' ', '\u00A0')} UTC`;
}

/** The same as an element of a page. */
export const timeIn = (language: Language, ms: number): Html =>
  html`<time class="moment" datetime="${new Date(ms).toISOString()}">${momentIn(language, ms)}</time>`;

/** Unix milliseconds → `March 14, 2026`, in UTC; a short one is `Mar 14`. */
export const dayIn = (language: Language, ms: number, form: 'date' | 'short' = 'date'): Html =>
  html`<time datetime="${new Date(ms).toISOString().slice(0, 10)}">${formatsIn(language)[form].format(ms)}</time>`;

/** `2026-12-24` → `December 24, 2026` or `24 décembre 2026`. */
export const dateIn = (language: Language, day: string): string =>
  formatsIn(language).date.format(Date.parse(`${day}T00:00:00Z`));

const waitsIn = perLanguage((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'always' }));

/** Seconds from now → `in 41 minutes` or `dans 41 minutes`, rounded up, so that nobody comes too early. */
export function waitIn(language: Language, seconds: number): string {
  if (seconds < 60) return waitsIn(language).format(Math.max(1, Math.ceil(seconds)), 'second');
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60
    ? waitsIn(language).format(minutes, 'minute')
    : waitsIn(language).format(Math.ceil(minutes / 60), 'hour');
}

/** True if a page has a moment to put into the reader's own zone, where scripts run. */
export const hasMoments = (body: Html): boolean => body.toString().includes('<time class="moment"');

/** Unix milliseconds → the same moment in the three lines of a postmark. */
export function postmark(ms: number): Html {
  const { date, clock } = formatsIn('en');
  const [month = '', day = '', year = ''] = date.format(ms).split(/,? /);
  return html`<time class="postmark" datetime="${new Date(ms).toISOString()}">
    <span>${month.slice(0, 3)} ${day}</span> <span>${year}</span> <span>${clock.format(ms)} UTC</span>
  </time>`;
}
