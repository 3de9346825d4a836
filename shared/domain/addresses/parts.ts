/** Recognizes units, PO boxes, streets, suffixes of names, states and countries in an address. */
import { lazy } from '../lazy.ts';
import { type Country, foldName, provinceNamed } from '../money.ts';
import table from '../places/us-states.json' with { type: 'json' };
import type { CorrectedField } from '../warnings.ts';

/** `also`: traditional abbreviations. `zips`: the prefixes of its ZIP codes, `341-342 344`; neighboring states share some. */
const states: readonly (readonly [
  code: string,
  { readonly name: string; readonly also?: readonly string[]; readonly zips: string },
])[] = Object.entries(table.states);

const codesByName = new Map(
  states.flatMap(([code, { name, also = [] }]) => [code, name, ...also].map((text) => [foldName(text), code])),
);

/** The two-letter code of a state, from the code in any case, the English name or its traditional abbreviation. */
export const stateNamed = (name: string): string | undefined =>
  codesByName.get(foldName(name).replace(/^STATE OF | STATE$/, ''));

export function statesOfZip(zip: string): string[] {
  const isInRange = (range: string) => {
    const [first = '', last = first] = range.split('-');
    const prefix = Number(zip.slice(0, first.length));
    return Number(first) <= prefix && prefix <= Number(last);
  };
  return states.filter(([, { zips }]) => zips.split(' ').some(isInRange)).map(([code]) => code);
}

/** Whether the state has ZIP codes with this prefix. Also true if no state does, because our list may be outdated. */
export function zipBelongsTo(zip: string, state: string): boolean {
  const matches = statesOfZip(zip);
  return matches.length === 0 || matches.includes(state);
}

/** The problem of a field that belongs to a different country than its address. It follows the field's name. */
export const countryProblems = {
  CA: 'belongs to Canada, but this address is in the US: change its country or correct this field.',
  US: 'belongs to the US, but this address is in Canada: change its country or correct this field.',
  abroad: 'names another country: mail goes to the US and Canada only.',
} as const;

/** From the English, French and other common names of a country to `US`, `CA`, or `abroad` for all others. */
const countriesByName = lazy(() => {
  const byName = new Map<string, keyof typeof countryProblems>();
  const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at));
  // USPS delivers to the first nine. The last five have the same names as towns in Quebec.
  const notAbroad = new Set('AS FM GU MH MP PR PW UM VI BL DM LC MF SH'.split(' '));
  for (const language of ['en', 'fr']) {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
      const name = notAbroad.has(code) ? undefined : names.of(code);
      if (name !== undefined) byName.set(foldName(name), code === 'US' || code === 'CA' ? code : 'abroad');
    }
  }
  const others = { US: 'US,USA,U S A,UNITED STATES OF AMERICA,ETATS UNIS D AMERIQUE', CA: 'CAN' } as const;
  for (const [code, names] of Object.entries(others))
    for (const name of names.split(',')) byName.set(name, code as Country);
  for (const name of 'UK,GREAT BRITAIN,ENGLAND,SCOTLAND,WALES,NORTHERN IRELAND,HOLLAND'.split(','))
    byName.set(name, 'abroad');
  return byName;
});

/** `undefined` for a name that is also a state or province: Georgia. */
export const countryNamed = (name: string): keyof typeof countryProblems | undefined =>
  stateNamed(name) === undefined && provinceNamed(name) === undefined
    ? countriesByName().get(foldName(name))
    : undefined;

function countryOfRegion(name: string): Country | undefined {
  if (stateNamed(name) !== undefined) return 'US';
  return provinceNamed(name) === undefined ? undefined : 'CA';
}

/** The country of a line that has only a country, or a region and a code: `Canada`, `ON M5V 2T6`, `Texas, USA`. */
function countryOfLine(line: string): Country | undefined {
  const countryPattern = 'CANADA|USA?|U S A|UNITED STATES(?: OF AMERICA)?|ETATS UNIS';
  const parts = new RegExp(`^(.*?) ?(?:([A-Z]\\d[A-Z] ?\\d[A-Z]\\d)|(\\d{5}(?: ?\\d{4})?))? ?(${countryPattern})?$`);
  const countryOfName = (text: string): Country => (text === 'CANADA' ? 'CA' : 'US');
  const [, before = '', canadian, american, name] = parts.exec(foldName(line)) ?? [];
  // A region with nothing else may be a building, and five digits may be any number.
  if (name === undefined && canadian === undefined && (american === undefined || before === '')) return undefined;
  const matches = new Set<Country | undefined>();
  const isCountry = new RegExp(`^(?:${countryPattern})$`).test(before);
  if (before !== '') matches.add(isCountry ? countryOfName(before) : countryOfRegion(before));
  if (canadian !== undefined) matches.add('CA');
  if (american !== undefined) matches.add('US');
  if (name !== undefined) matches.add(countryOfName(name));
  return matches.size === 1 ? [...matches][0] : undefined;
}

/** The first field that belongs to a different country than the address, and the problem to follow its name. */
export function findCountryMismatch(
  place: Readonly<Partial<Record<CorrectedField, string>>> & { readonly countryCode: Country },
): { readonly field: CorrectedField; readonly problem: string } | undefined {
  const countries: Readonly<Record<CorrectedField, (text: string) => ReturnType<typeof countryNamed>>> = {
    provinceOrState: (text) => countryOfRegion(text) ?? countryOfLine(text) ?? countryNamed(text),
    postalOrZip(text) {
      if (/^[a-z]\d[a-z][ -]?\d[a-z]\d$/i.test(text)) return 'CA';
      return /^\d{5}(?:[ -]?\d{4})?$/.test(text) ? 'US' : undefined;
    },
    city(text) {
      const last = text.slice(text.lastIndexOf(',') + 1);
      return last === text ? undefined : (countryOfLine(last) ?? countryNamed(last));
    },
    addressLine1: countryOfLine,
    addressLine2: countryOfLine,
  };
  for (const [name, countryOf] of Object.entries(countries)) {
    const field = name as keyof typeof countries;
    const text = place[field];
    const country = text === undefined ? undefined : countryOf(text);
    if (country !== undefined && country !== place.countryCode) return { field, problem: countryProblems[country] };
  }
  return undefined;
}

export const boxWord = String.raw`(?:(?:p\.?\s*o\.?|post office)\s*(?:box|drawer)|(?:case|bo[iî]te) postale)`;

/** Addresses without a street: PO boxes, rural routes, general delivery, military mail; Canada Post's `SS 2` and `GD STN A`. */
export const withoutStreet = new RegExp(
  String.raw`${boxWord}|^(?:box|c\.?\s?p\.?|b\.?\s?p\.?|r\.?\s?r\.?|h\.?c\.?|psc|site|comp)\b|^(?:bag|ss)\s?\d|^lot \d+ conc|^gd$|^(?:gd|pr) (?:stn|succ)\b|rural route|general delivery|poste restante`,
  'iu',
);

export const streetType = '(?:st|street|ave|avenue|rd|road|blvd|boulevard|dr|drive|ln|lane|hwy|highway|cres|crescent)';

/** Whether a line begins with a house number in words: `One Microsoft Way`, but not `Forty-Second Street`. */
export const isNumberInWords = (line: string): boolean =>
  /^(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?![\s-](?:first|second|third|(?:four|fif|six|seven|eigh|nin)th)\b)|un|une|deux|trois|quatre|cinq|sept|huit|neuf|dix)\b/iu.test(
    line,
  );

/** Whether a line is like the name of a street: `Main St`, `rue Principale`. The caller looks for a number. */
export const isStreetWithoutNumber = (line: string): boolean =>
  new RegExp(String.raw`\S\s+${streetType}\.?(?:\s+[nsew]{1,2}\.?)?$`, 'iu').test(line) ||
  /^(?:rue|chemin|ch|avenue|av|boulevard|boul|rang|route)\.?\s+\S/iu.test(line);

/** Whether a line has only a unit: `Apt 4`, `# 4`, `Suite 200`, `bureau 12`. */
export const isUnit = (line: string): boolean =>
  /^(?:#|(?:apt|apartment|unit|suite|ste|room|rm|floor|fl|appartement|appt|app|bureau|unité|local)\.?(?=[\s#\d]))\s*#?\s*(?:[a-z]{1,2}|[\w-]{0,7}\d[\w-]{0,7})$/iu.test(
    line.trim(),
  );

/** Whether a line begins with a house number: `12 Main St`. */
export const hasHouseNumber = (line: string): boolean => /^\d\S*\s+\D{2}/u.test(line.trim());

/** Whether a word belongs to the name before it: "Martin Luther King Jr.", or "Acme, Inc." in place of a person. */
export const isSuffix = (word: string) =>
  /^(?:jr|sr|i{2,3}|iv|vi?|esq|phd|md|dds|dvm|jd|cpa|rn|pe|cfa|mba|obe|cbe|inc|ll[cp]|ltd|ltée|ltee|corp)$/i.test(
    word.replace(/[.,]/g, ''),
  );
