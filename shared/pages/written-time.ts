/** How pages write days and times: on the server in UTC, in the browser in the reader's time zone. */

const month = { month: 'long', day: 'numeric' } as const;
const clock = { hour: 'numeric', minute: '2-digit' } as const;

const forms = {
  /** `March 14, 2026`, `14 mars 2026` */
  date: { ...month, year: 'numeric' },
  /** `Saturday, March 14, 2026` */
  weekday: { ...month, year: 'numeric', weekday: 'long' },
  /** `March 14` */
  dayOfMonth: month,
  /** `Mar 14` */
  shortDay: { month: 'short', day: 'numeric' },
  /** `March 14, 2026 at 12:05 PM EDT`, `14 mars 2026 à 12 h 05 HAE` */
  moment: { ...month, ...clock, year: 'numeric', timeZoneName: 'short' },
  /** `Mar 14, 12:05 PM` */
  short: { month: 'short', day: 'numeric', ...clock },
  /** `EDT` */
  zone: { timeZoneName: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Lines break only between a day and a time and after a weekday. `1er`, `6 h` and no `06 h`: as Quebec writes them. */
export function writtenTime(ms: number, locale: string, form: keyof typeof forms, timeZone?: 'UTC'): string {
  const parts = new Intl.DateTimeFormat(locale, { ...forms[form], timeZone }).formatToParts(ms);
  if (form === 'zone') return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return parts
    .map(({ type, value }, at) => {
      if (type === 'day') return value === '1' && locale.startsWith('fr') ? '1er' : value;
      if (type === 'hour') return value.replace(/^0(?=\d)/, '');
      const mayBreak = parts[at - 1]?.type === 'weekday' || parts[at + 1]?.type === 'hour';
      return mayBreak ? value.replace(/(\s\S+)\s/, '$1\u00A0') : value.replace(/\s/g, '\u00A0');
    })
    .join('');
}
