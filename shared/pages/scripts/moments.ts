/** Runs on every page that shows a time: converts it to the reader's time zone, which only the browser knows. */

/** Unix ms → `March 14, 2026 at 12:05 PM EDT`, in the language of the page. A French time such as `16 h 05` is never split across lines. */
function momentHere(ms: number): string {
  return new Intl.DateTimeFormat(document.documentElement.lang, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  })
    .format(ms)
    .replace(/\sh\s/, '\u00A0h\u00A0');
}

export function showMoments(): void {
  for (const time of document.querySelectorAll<HTMLTimeElement>('time.moment'))
    time.textContent = momentHere(Date.parse(time.dateTime));
}

showMoments();
