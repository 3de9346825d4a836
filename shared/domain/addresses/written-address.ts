/**
 * Reads an address as people write it: one line with commas, or the lines of an envelope. It starts at the end, where tables
 * help: postal code, state or province, city, then name and street. It refuses ambiguous texts, because mail to a misread
 * address would go to the wrong house.
 */
import { maxWrittenLength } from '../address.ts';
import { type Country, provinceNamed } from '../money.ts';
import { normalized } from '../text.ts';
import {
  countryNamed,
  hasHouseNumber,
  isNumberInWords,
  isStreetWithoutNumber,
  isSuffix,
  isUnit,
  stateNamed,
  streetType,
  withoutStreet,
  zipBelongsTo,
} from './parts.ts';

const trimEnding = (text: string): string => text.replace(/[\s.,;-]+$/u, '');

/** The country at the end: `USA`, `États-Unis`, `Canada`. `CA` is Canada only after a postal code, otherwise California. */
function cutCountry(text: string): { readonly named?: Country; readonly rest: string } {
  const match =
    /(?<=^|[\s.,;])(?:(u\.?\s?s\.?(?:\s?a\.?)?|united states(?: of america)?|[ée]tats-unis)|canada|(?<=[A-Z]\d[A-Z][ -]?\d[A-Z]\d[\s,;]+)ca)$/iu.exec(
      text,
    );
  if (match === null) return { rest: text };
  return { named: match[1] === undefined ? 'CA' : 'US', rest: trimEnding(text.slice(0, match.index)) };
}

/** The postal code at the end as `12207`, `12207-1234` or `M5V 2T6`, and the country whose codes look like this. */
function cutCode(
  text: string,
): { readonly code: string; readonly country: Country; readonly rest: string } | undefined {
  const american = /(?<![\d#-])(\d{5})(?:\s?[-\u2013\u2014]?\s?(\d{4}))?$/u.exec(text);
  if (american !== null) {
    const [, five = '', four] = american;
    const code = four === undefined ? five : `${five}-${four}`;
    return { code, country: 'US', rest: trimEnding(text.slice(0, american.index)) };
  }
  const canadian = /(?<!\p{L})([ABCEGHJ-NPRSTVXY]\d[A-Z])[ -]?(\d[A-Z]\d)$/iu.exec(text);
  if (canadian === null) return undefined;
  const [, area = '', unit = ''] = canadian;
  return { code: `${area} ${unit}`.toUpperCase(), country: 'CA', rest: trimEnding(text.slice(0, canadian.index)) };
}

/** The state or province at the end, up to four words: the longest that fits the code, so "West Virginia", not "Virginia". */
function cutRegion(text: string, code: string, country: Country): { readonly region?: string; readonly rest: string } {
  const last = /[^\n]*$/u.exec(text)?.[0] ?? '';
  const starts = [...last.matchAll(/(?<=^|[\s.,;])[^\s.,;]/gu)].map(({ index }) => index).slice(-4);
  const matches = starts.flatMap((start) => {
    const words = last.slice(start);
    const region = country === 'CA' ? provinceNamed(words) : stateNamed(words);
    return region === undefined || words.includes(',') ? [] : [{ region, words }];
  });
  const best = matches.find(({ region }) => country === 'CA' || zipBelongsTo(code, region)) ?? matches[0];
  return best === undefined ? { rest: text } : { ...best, rest: trimEnding(text.slice(0, -best.words.length)) };
}

/** The parts after the city, and the `rest` before them. `named`: the country, if the text names one. */
function readEnd(text: string) {
  const afterCode = cutCountry(trimEnding(text));
  const match = cutCode(afterCode.rest);
  if (match === undefined)
    return { ...afterCode, code: undefined, country: afterCode.named ?? 'US', region: undefined };
  const { code, country } = match;
  // "Toronto, ON, Canada M5V 2T6"
  const before = cutCountry(match.rest);
  return {
    code,
    country,
    named: afterCode.named ?? before.named,
    region: undefined,
    ...cutRegion(before.rest, code, country),
  };
}

export interface WrittenAddress {
  readonly name: string;
  readonly companyName?: string | undefined;
  readonly addressLine1: string;
  readonly addressLine2?: string | undefined;
  readonly city: string;
  readonly provinceOrState: string;
  readonly postalOrZip: string;
  readonly countryCode: Country;
}

/** Why a text could not be read, as clauses of a sentence. */
export const misreadings = {
  long: `it has more than ${maxWrittenLength} characters`,
  more: 'it has more than an address: leave out labels, phone numbers and email addresses',
  code: 'the ZIP code or postal code at its end is missing or incomplete',
  codeLetters: 'the code at its end has a letter where a digit belongs: a zero is 0, a one is 1',
  country: 'its country and its postal code do not match',
  region: 'the state or province before its ZIP or postal code is missing',
  zip: 'its ZIP code is not in its state',
  abroad: 'mail goes to the US and Canada only',
  regionTwice: 'it names its state twice',
  city: 'the city is missing, or there is no comma before it',
  street: 'the street is missing, or there is no comma before it',
  name: 'the name is missing, or there is no comma after it',
  nameParted: 'the name is in doubt: write it without a comma, the first name first',
  streets: 'it has more than one street',
  names: 'it has more than two names above its street',
} as const;
type Misreading = (typeof misreadings)[keyof typeof misreadings];

const tidy = (text: string): string =>
  text
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
const trimCommas = (line: string): string => line.replace(/^(?:[\s,;>*]|-\s)+|[\s,;*]+$/gu, '');

const partsOf = (line: string): string[] => line.split(/[,;]/u).map(tidy).filter(Boolean);

const side = String.raw`(?:[nsew]|[ns]\.?[ew]|north|south|(?:north|south)?(?:east|west)|nord|sud|est|ouest|[ns]\.?o|(?:nord|sud)-(?:est|ouest))\.?`;

/** A floor, a unit or another part of a building. */
const isInner = (part: string): boolean =>
  isUnit(part) ||
  /^\d+(?:st|nd|rd|th|e|er|ère|ème)?\s(?:floor|flr?|étage)\b/iu.test(part) ||
  /^(?:#|(?:apt|apartment|unit|suite|ste|room|rm|floor|fl|appartement|appt|app|bureau|unité|local|building|bldg|lot|tower|wing|dept|department|mail\s?stop|pmb|space|spc|trlr)\b\.?)\s*#?\s*\S*\d/iu.test(
    part,
  ) ||
  /^(?:(?:lower|upper|ground|main|second|third|fourth|fifth)\s(?:level|floor|unit|fl)|rear(?:\s(?:apt|apartment|unit))?|basement|bsmt|penthouse)\.?$/iu.test(
    part,
  );

/** A PO box, a rural route or military mail, which have no street. */
const isBox = (part: string): boolean => withoutStreet.test(part) || /\bbox\s*#?\s*\d/iu.test(part);

/** A street with a house number, or a numbered road: `Highway 12`. In Canada the unit may come first: `#5 - 12 Main St`. */
const isStreet = (part: string): boolean =>
  /^(?:#|(?:apt|apartment|unit|suite|ste|app|appt|bureau|unité)\b\.?)\s*#?\s*\w{1,6}\s*[-\u2013]\s*\d+[a-z]?,?\s.*\p{L}{2}/iu.test(
    part,
  ) ||
  ((/^(?:[nsew]\s?\d+\s?[nsew]?\s?\d*|\d\S*),?\s(?:.*\p{L}{2}|[nsew]\s\d+\s[nsew](?:\s#|$))/iu.test(part) ||
    /^(?:\p{L}[\p{L}.]+\s){0,3}(?:highway|hwy|route|rte|road|rd|fm|cr|sr|carr|carretera)\.?\s#?\d/iu.test(part)) &&
    !isInner(part) &&
    !isBox(part));

const attention = /^(?:attn|attention|c\/o|a\/s|aux soins)\b/iu;

function isCity(part: string, country: Country): boolean {
  const notCity = new RegExp(
    [
      String.raw`^(?:n\.?[ew]|s\.?[ew])\.?\s`,
      String.raw`^(?:${side}|${streetType})\.?$`,
      String.raw`\s(?:street|avenue|ave|road|rd|blvd|boulevard|drive|lane|ln|highway|hwy|pkwy|parkway|cres|crescent)\b`,
      String.raw`\b(?:suite|apt|apartment|unit|floor|bldg|building|dept|lockbox|c/o|attn|attention)\b`,
      // In Canada a county may be the town: "Rocky View County".
      ...(country === 'US' ? [String.raw`\b(?:county|parish)\b`] : []),
      String.raw`^(?:rue|chemin|boul|rang|montée|allée|côte)\.?\s`,
      String.raw`^(?:ste|rm|fl|app|appt)\.?\s\S(?:\s|$)`,
    ].join('|'),
    'iu',
  );
  const isName = /^[^\d#@:/]{2,}$/u.test(part) || /^\d+ mile house$/iu.test(part);
  // "Box Elder" and "Box Springs" are cities.
  const isBoxName = isBox(part) && !/^box \p{L}{2}/iu.test(part);
  return isName && part.split(' ').length <= 5 && !notCity.test(part) && !isBoxName;
}

/** Joins what a comma has split: "Acme, Inc.", "12, rue Saint-Denis" and "12 Main St, N.W." */
function joinParts(parts: readonly string[]): string[] {
  const sideOrType = new RegExp(String.raw`^(?:${streetType}\.?)?(?:(?:^|\s)${side}){0,2}$`, 'iu');
  const joined: string[] = [];
  for (const part of parts) {
    const previous = joined.at(-1);
    if (previous === undefined) joined.push(part);
    else if (part.split(' ').every(isSuffix) || (joined.length === 1 && /^(?:\p{L}\.){2,3}$/u.test(part)))
      joined[joined.length - 1] = `${previous}, ${part}`;
    else if (joined.length > 1 && sideOrType.test(part) && isStreet(previous))
      joined[joined.length - 1] = `${previous} ${part}`;
    else if (joined.length > 1 && /^\d[\d-]*\p{L}?$/u.test(previous) && /^\p{L}/u.test(part) && !isInner(part))
      joined[joined.length - 1] = `${previous}, ${part}`;
    else joined.push(part);
  }
  return joined;
}

/** Name, company and street from the lines above the city, or what is wrong with them. */
function readBody(
  [name = '', ...parts]: readonly string[],
  isMilitary: boolean,
  isEnvelope: boolean,
): Pick<WrittenAddress, 'name' | 'companyName' | 'addressLine1' | 'addressLine2'> | Misreading {
  // The first of these tests that any line passes decides which lines are streets.
  const isPlace = [
    (part: string) => isStreet(part) || isBox(part) || (isMilitary && isInner(part)),
    // Between the name and the city, these must be streets: "One Microsoft Way", "rue Principale".
    (part: string) => !isInner(part) && ((isNumberInWords(part) && part.includes(' ')) || isStreetWithoutNumber(part)),
    () => isMilitary,
  ].find((test) => parts.some(test));
  if (isPlace === undefined)
    return isStreet(name) && !/\p{L} \d\S* \p{L}/u.test(name) ? misreadings.name : misreadings.street;
  const streetEnding = new RegExp(String.raw`\s(?:${streetType})\.?(?:\s${side})?$`, 'iu');
  // If there is another street, "Suite 100 - 5 Star Realty" is a unit with the name of its company.
  const isUnitBeside = (part: string) =>
    isInner(part) &&
    isStreet(part) &&
    !streetEnding.test(part) &&
    parts.some((other) => isStreet(other) && !isInner(other));
  const streets = parts.filter((part) => isPlace(part) && !isUnitBeside(part));
  // "12 Main St" is a street, but "24 Hour Fitness" above a street is a company.
  const isNameStreet =
    isInner(name) ||
    (isBox(name) && /\d/u.test(name)) ||
    (isStreet(name) && (streetEnding.test(name) || !streets.some(isStreet)));
  if (isNameStreet || !/\p{L}/u.test(name)) return misreadings.name;
  if (streets.filter(isStreet).length > 1) return misreadings.streets;
  const at = parts.findIndex((part) => streets.includes(part));
  const others = parts.filter((part) => !streets.includes(part));
  const inner = others.filter((part) => isInner(part) || (parts.indexOf(part) > at && !attention.test(part)));
  const [companyName, ...more] = others.filter((part) => !inner.includes(part));
  if (more.length > 0) return misreadings.names;
  if (companyName !== undefined && !/\p{L}{2}/u.test(companyName)) return misreadings.street;
  // `Smith, John` on one line.
  const isNameParted = companyName !== undefined && !name.includes(' ') && !attention.test(companyName);
  if (!isEnvelope && isNameParted) return misreadings.nameParted;
  const [addressLine1 = '', ...boxes] = streets;
  const addressLine2 = [...boxes, ...inner].join(', ') || undefined;
  return { name, companyName, addressLine1, addressLine2 };
}

function readLines(text: string): WrittenAddress | Misreading {
  const rawLines = text
    .split(/[\r\n\u2028\u2029]+/u)
    .map((line) => trimCommas(tidy(line)))
    .filter(Boolean);
  // Three or more lines are those of an envelope, and are not split at commas.
  const isEnvelope = rawLines.length > 2;
  const lines = isEnvelope ? rawLines : rawLines.flatMap(partsOf);
  // With a phone number, an email address or a label, more than an address was pasted.
  const hasOtherText = (part: string) =>
    /@|\(?\b\d{3}\)?[\s.-]{0,2}\d{3}[\s.-]\d{4}\b/u.test(part) || (/^[\p{L} ]+:/u.test(part) && !attention.test(part));
  if (lines.some(hasOtherText)) return misreadings.more;
  const { code, country, named, region, rest } = readEnd(lines.join('\n'));
  const lastPart = /[^\n,]*$/u.exec(rest)?.[0] ?? '';
  if ((code === undefined || region === undefined) && countryNamed(lastPart) === 'abroad') return misreadings.abroad;
  // A letter in place of the digit that it looks like: `K1A OA6`, `KIA 0A6`, `O1234`.
  const likelyCode =
    /(?<!\p{L})[ABCEGHJ-NPRSTVXY][\dOIL][A-Z][ -]?[\dOIL][A-Z][\dOIL]$|(?<![\p{L}\d])(?=(?:[OIL]*\d){3})[\dOIL]{5}$/iu;
  if (code === undefined) return likelyCode.test(rest) ? misreadings.codeLetters : misreadings.code;
  if (named !== undefined && named !== country) return misreadings.country;
  if (region === undefined) return misreadings.region;
  if (country === 'US' && !zipBelongsTo(code, region)) return misreadings.zip;
  const above = rest.split('\n').map(trimCommas).filter(Boolean);
  const [city = '', ...beside] = partsOf(above.pop() ?? '').toReversed();
  // "Roswell, Georgia, GA" or "Memphis TN, TN". But New York and Québec are also cities.
  if ((stateNamed(city) === region && region !== 'NY') || new RegExp(`(?:^|\\s)${region}$`, 'u').test(city))
    return misreadings.regionTwice;
  if (!isCity(city, country)) return misreadings.city;
  const body = readBody(joinParts([...above, ...beside.toReversed()]), /^A[AEP]$/u.test(region), isEnvelope);
  if (typeof body === 'string') return body;
  // In "Leamington, Essex County, ON" the town is the part before.
  if (/\b(?:county|parish)$/iu.test(city) && /^[^\d]+$/u.test(body.addressLine2 ?? '')) return misreadings.city;
  return { ...body, city, provinceOrState: region, postalOrZip: code, countryCode: country };
}

/** Splits `12 Main St Apt 4` into street and unit, so people can edit the unit in its own field. */
export function splitUnit(line: string): { readonly addressLine1: string; readonly addressLine2?: string } {
  for (const { index, 0: gap } of line.matchAll(/[\s,]+/gu)) {
    const [street, unit] = [line.slice(0, index), line.slice(index + gap.length)];
    if (hasHouseNumber(street) && isUnit(unit)) return { addressLine1: street, addressLine2: unit };
  }
  return { addressLine1: line };
}

/** The address in the text; or why it can't be read, and an example of a readable address in the same country. */
export function readWrittenAddress(
  input: string,
): WrittenAddress | { readonly problem: Misreading; readonly example: string } {
  // Cut first, because normalizing a long text takes time.
  const text = normalized(input.slice(0, 2 * maxWrittenLength), 'NFC').replaceAll('\r\n', '\n');
  const match = text.length > maxWrittenLength ? misreadings.long : readLines(text);
  if (typeof match !== 'string') return match;
  const isCanadian = /[A-Z]\d[A-Z] ?\d[A-Z]\d|\bcanada\b/iu.test(text);
  const example = isCanadian
    ? 'Ada Lovelace, 12 King St W, Unit 4, Toronto, ON M5H 1A1'
    : 'Ada Lovelace, 12 Main St, Apt 4, Albany, NY 12207';
  return { problem: match, example };
}
