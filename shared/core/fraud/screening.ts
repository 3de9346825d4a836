/** Holds the names and places of an order against the operator's list: one entry a line, `place:` in front of a place. */
import type { Contact } from '../address.ts';
import { plainWordsOf } from './plain-words.ts';
import { namesIn } from './traits.ts';

export interface Screened {
  readonly names: readonly string[];
  /** Each address in one line. */
  readonly places: readonly string[];
}

export const screenedIn = (parties: readonly Contact[]): Screened => ({
  names: parties.flatMap(namesIn),
  places: parties.map(({ addressLine1, addressLine2, city, provinceOrState, postalOrZip, countryCode }) =>
    [addressLine1, addressLine2, city, provinceOrState, postalOrZip, countryCode].filter(Boolean).join(' '),
  ),
});

export interface ScreeningEntry {
  readonly of: keyof Screened;
  readonly words: readonly string[];
}

/** A line that begins with `#` is a comment. An entry without a word would match everybody, so there is none. */
export const entriesIn = (list: string): ScreeningEntry[] =>
  list.split(/\r?\n/).flatMap((line): ScreeningEntry[] => {
    const [, isPlace, text = ''] = /^\s*(place:)?([^#].*)$/iu.exec(line) ?? [];
    const words = plainWordsOf(text);
    return words.length === 0 ? [] : [{ of: isPlace === undefined ? 'names' : 'places', words }];
  });

/** Somebody may add a word to a name, so an entry matches where all its words stand, in any order. */
export function isListed(entries: readonly ScreeningEntry[], screened: Screened): boolean {
  const wordsOf = (texts: readonly string[]) => texts.map((text) => new Set(plainWordsOf(text)));
  const known = { names: wordsOf(screened.names), places: wordsOf(screened.places) };
  return entries.some(({ of, words }) => known[of].some((text) => words.every((word) => text.has(word))));
}
