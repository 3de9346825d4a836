/** Tells whether a name is one of a city, as the post writes it, that has ZIP codes near a given one. */
import { zipCities } from './zip-cities.ts';

/** The words that people, and the post, shorten in the names of cities. */
const longForms: Readonly<Record<string, string>> = {
  bch: 'beach',
  ctr: 'center',
  ft: 'fort',
  hls: 'hills',
  hts: 'heights',
  jct: 'junction',
  mt: 'mount',
  pk: 'park',
  spgs: 'springs',
  spg: 'springs',
  st: 'saint',
  ste: 'sainte',
  twp: 'township',
  vlg: 'village',
};
const sides: Readonly<Record<string, string>> = {
  n: 'north',
  no: 'north',
  s: 'south',
  so: 'south',
  e: 'east',
  w: 'west',
};

/** `N. Ft Myers` → `north fort myers`: letters and digits in lower case, one blank between words. */
export function plainCity(words: readonly string[]): string {
  const plain = words.map((word) =>
    word
      .toLowerCase()
      .normalize('NFD')
      .replace(/[^a-z\d-]/gu, ''),
  );
  const [first = '', ...rest] = plain.map((word) => longForms[word] ?? word);
  return [sides[first] ?? first, ...rest].join(' ');
}

let linesByPrefix: ReadonlyMap<string, string> | undefined;

/** `|orange|east orange 17 18 19|`: the cities of the first three digits, as the table has them. */
function citiesNear(zip: string): string {
  linesByPrefix ??= new Map(
    zipCities
      .trim()
      .split('\n')
      .map((line) => [line.slice(0, 3), `|${line.slice(4)}|`]),
  );
  return linesByPrefix.get(zip.slice(0, 3)) ?? '';
}

/** Whether the code is one of those that stand behind a city's name. */
const holds = (codes: string, zip: string): boolean => codes.split(' ').includes(zip.slice(3, 5));

/** A city that begins with a side must have the very code: the town without the side is near it. */
export function isCityOfZip(zip: string, words: readonly string[]): boolean {
  const name = plainCity(words);
  const [, codes] = new RegExp(String.raw`\|${name}((?: \d\d)*)\|`, 'u').exec(citiesNear(zip)) ?? [];
  return codes !== undefined && (codes === '' || holds(codes, zip));
}

/** Whether the names are the same but for one letter that is missing, added or another. */
function isMistyped(name: string, other: string): boolean {
  const [short, long] = name.length < other.length ? [name, other] : [other, name];
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  const rest = short.slice(short.length === long.length ? at + 1 : at);
  return long.length - short.length < 2 && long.slice(at + 1) === rest;
}

/** Whether the name is one of the ZIP code, cut short or with one mistake: `s san fran`, `North Litte Rock`. */
export function isNearlyCityOfZip(zip: string, words: readonly string[]): boolean {
  const name = plainCity(words);
  const cities = name.length < 8 ? [] : citiesNear(zip).split('|');
  return cities.some((entry) => {
    const [city = '', codes = ''] = entry.split(/ (?=\d)(.*)/u);
    const isHere = codes === '' || holds(codes, zip);
    return isHere && ((words.length > 1 && city.startsWith(name)) || isMistyped(name, city));
  });
}

/** Whether a city of this name, which begins with a side, has codes with the same first two digits. */
export const isSidedCityAround = (zip: string, words: readonly string[]): boolean =>
  /^\d{2}/.test(zip) &&
  new RegExp(String.raw`^${zip.slice(0, 2)}\d [^\n]*\b${plainCity(words)} \d`, 'mu').test(zipCities);

/** Whether the code is one of a city that begins with the side. */
export function isZipOfSide(zip: string, side: string): boolean {
  const cities = citiesNear(zip).split('|');
  return cities.some((city) => city.startsWith(`${plainCity([side])} `) && holds(city, zip));
}
