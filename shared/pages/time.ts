/** Formats times for people, always in UTC, because a page without a script cannot know the reader's time zone. */
import { type Html, html } from './html.ts';

const date = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'long' });
const clock = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** Unix milliseconds → `March 14, 2026, 16:05 UTC`. */
export function utcTime(ms: number): Html {
  return html`<time datetime="${new Date(ms).toISOString()}">${date.format(ms)}, ${clock.format(ms)} UTC</time>`;
}

/** Unix milliseconds → the same moment in the three lines of a postmark. */
export function postmark(ms: number): Html {
  const [month = '', day = '', year = ''] = date.format(ms).split(/,? /);
  return html`<time class="postmark" datetime="${new Date(ms).toISOString()}">
    <span>${month.slice(0, 3)} ${day}</span> <span>${year}</span> <span>${clock.format(ms)} UTC</span>
  </time>`;
}
