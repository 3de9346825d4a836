/** Names and lists, written out for readers. */
export const capitalised = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** `letters, checks and faxes` */
export const listOf = (words: readonly string[]): string =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

/** The longest run of accents in any language (UAX #15, "Stream-Safe Text Format"). */
export const mostMarks = 30;

const cutMarks = (run: string): string =>
  run.length <= mostMarks ? run : [...run.slice(0, 2 * mostMarks)].slice(0, mostMarks).join('');

/** Drops the accents beyond the longest run: Unicode sorts each run in quadratic time. */
export const normalized = (text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string =>
  // A pattern with the limit itself, {31}, would begin again at each accent.
  text.replace(/\p{M}{2,}/gu, cutMarks).normalize(form);
