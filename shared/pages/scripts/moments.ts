/** Runs on every page that shows a time: converts it to the reader's time zone, which only the browser knows. */
import { writtenTime } from '../written-time.ts';

export function showMoments(): void {
  const { lang } = document.documentElement;
  for (const time of document.querySelectorAll<HTMLTimeElement>('time.moment')) {
    const form = (['zone', 'short'] as const).find((name) => time.classList.contains(name)) ?? 'moment';
    time.textContent = writtenTime(Date.parse(time.dateTime), lang, form);
  }
}

showMoments();
