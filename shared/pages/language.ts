/** The language of a page: the one that the reader's browser asks for. */
export type Language = 'en' | 'fr';

const locales = { en: 'en-US', fr: 'fr-CA' } as const;

/** One of each language, made when it is first needed: the first format of a process takes 5 ms. */
export function perLanguage<T>(make: (locale: string) => T): (language: Language) => T {
  const made = new Map<Language, T>();
  return (language) => {
    const one = made.get(language) ?? make(locales[language]);
    made.set(language, one);
    return one;
  };
}

/** `fr-CA,fr;q=0.9,en;q=0.8` → `fr`. English if the header names neither (RFC 9110, section 12.5.4). */
export function preferredLanguage(acceptLanguage = ''): Language {
  const weights = new Map<string, number>();
  // Honest browsers send none that is longer.
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
