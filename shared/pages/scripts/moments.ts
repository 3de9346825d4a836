/** Runs on every page that shows a time: converts it to the reader's time zone, which only the browser knows. */

/**
 * Unix ms → `March 14, 2026 at 12:05 PM EDT`, `Mar 14, 12:05 PM` or `EDT`, in the page's language. A French time such as
 * `16 h 05` has no line breaks.
 */
function localTime(ms: number, { classList }: HTMLElement): string {
  const formats = {
    long: { year: 'numeric', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
    short: { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  } as const;
  const format = new Intl.DateTimeFormat(
    document.documentElement.lang,
    formats[classList.contains('short') ? 'short' : 'long'],
  );
  const zone = format.formatToParts(ms).find(({ type }) => type === 'timeZoneName');
  return classList.contains('zone') ? (zone?.value ?? '') : format.format(ms).replace(/\sh\s/, '\u00A0h\u00A0');
}

export function showMoments(): void {
  for (const time of document.querySelectorAll<HTMLTimeElement>('time.moment'))
    time.textContent = localTime(Date.parse(time.dateTime), time);
}

showMoments();
