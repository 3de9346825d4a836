/** How pages write days and times: on the server in UTC, in the browser in the reader's time zone. */
const forms = {
  date: { dateStyle: 'long' },
  weekday: { dateStyle: 'full' },
  dayOfMonth: { month: 'long', day: 'numeric' },
  shortDay: { month: 'short', day: 'numeric' },
  moment: { year: 'numeric', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
  short: { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  zone: { timeZoneName: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Kept, because making a format takes 150 µs, and using one takes 1 µs. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** `1er avril 2026 à 6 h 05 HAE`, `Apr 1, 6:05 AM`. Lines break only between a day and a time and after a weekday. */
export function writtenTime(ms: number, locale: string, form: keyof typeof forms, timeZone?: 'UTC'): string {
  const key = `${locale} ${form} ${timeZone}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...forms[form], timeZone });
  formats.set(key, format);
  const parts = format.formatToParts(ms);
  if (form === 'zone') return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return parts
    .map(({ type, value }, index) => {
      if (type === 'day') return value === '1' && locale.startsWith('fr') ? '1er' : value;
      if (type === 'hour') return value.replace(/^0(?=\d)/, '');
      const mayBreak = parts[index - 1]?.type === 'weekday' || parts[index + 1]?.type === 'hour';
      return mayBreak ? value.replace(/(\s\S+)\s/, '$1\u00A0') : value.replace(/\s/g, '\u00A0');
    })
    .join('');
}
