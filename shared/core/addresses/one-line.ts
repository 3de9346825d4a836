/**
 * Reads an address as people write it in one line or in lines of an envelope, from its end: the code, the state or
 * province by its table, the city, and then name and street from the start. Where two readings are left it refuses.
 */
import type { Country } from '../money/money.ts';
import { isSuffix } from '../person-name.ts';
import { stateNamed } from '../places/us-states.ts';
import { statesOfZip } from '../places/zip-prefixes.ts';
import { type AddressEnd, readEnd } from './address-end.ts';
import { isNumberInWords, isStreet, isUnit, withoutStreet } from './lines.ts';
import {
  cityStart,
  holdsMoreThanCity,
  isStreetTail,
  splitNameAndStreet,
  splitStreetAndCity,
} from './without-commas.ts';

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

/** `{ problem }` ends a sentence that names the address: "is no whole address: …". */
export interface Misread {
  readonly problem: string;
}

type Body = Pick<WrittenAddress, 'name' | 'companyName' | 'addressLine1' | 'addressLine2' | 'city'>;

const tidied = (text: string): string => text.replace(/\s+/gu, ' ').trim();
const unquoted = (text: string): string => text.replace(/^\s*"(?=.*"\s*$)|"\s*$/gsu, '');

/** Commas and semicolons part one line; in several lines they part only the last ones, where city and code stand. */
function partsOf(text: string): string[] {
  const lines = text
    .normalize('NFC')
    .split(/[\r\n]+/)
    .map(tidied)
    .filter((line) => line !== '');
  const commas = (line: string): string[] => line.split(/[,;]/).map(tidied);
  if (lines.length < 3) return lines.flatMap(commas).filter((part) => part !== '');
  const cityAt = lines.findLastIndex(
    (line, at) => at === 2 || (/\p{L}{3}.*[,\s]/u.test(line) && !/^united states|^canada/iu.test(line)),
  );
  return lines.flatMap((line, at) => (at < cityAt ? [line] : commas(line))).filter((part) => part !== '');
}

const looksLikeStreet = (part: string): boolean =>
  (isStreet(part) || /^[nsew]?\d/iu.test(part) || withoutStreet.test(part) || isNumberInWords(part)) && !isUnit(part);

/** "Acme, Inc." is one name, "12, rue Saint-Denis" one street, and "Apt 4, Floor 2" one unit. */
function joined(parts: readonly string[]): string[] {
  const whole: string[] = [];
  for (const part of parts) {
    const previous = whole.at(-1) ?? '';
    const isTail = part.split(' ').every((word) => isStreetTail(word));
    if (whole.length === 1 && part.split(' ').every(isSuffix)) whole[0] = `${previous}, ${part}`;
    else if (whole.length > 1 && isTail) whole[whole.length - 1] = `${previous} ${part}`;
    else if (whole.length === 2 && /^\d+\p{L}?$/u.test(previous) && !isUnit(part)) whole[1] = `${previous}, ${part}`;
    else if (whole.length > 1 && isUnit(previous) && isUnit(part)) whole[whole.length - 1] = `${previous}, ${part}`;
    else whole.push(part);
  }
  return whole;
}

const attention = /^(?:attn|attention|c\/o)\b/iu;

/** A firm's name may stand between a person's and the street. */
function linesOf([first = '', second = '', ...more]: readonly string[]): Omit<Body, 'name' | 'city'> | undefined {
  if (
    more.length === 0 &&
    looksLikeStreet(second) &&
    !looksLikeStreet(first) &&
    !isUnit(first) &&
    !attention.test(first)
  )
    return { companyName: first, addressLine1: second };
  if (more.length === 0) return { addressLine1: first, addressLine2: second || undefined };
  if (more.length === 1 && !looksLikeStreet(first) && !isUnit(first))
    return { companyName: first, addressLine1: second, addressLine2: more[0] };
  if (more.length === 1 && more.every(isUnit)) return { addressLine1: first, addressLine2: `${second}, ${more[0]}` };
  return undefined;
}

/** A clause that ends the sentence, and the city if it was read. */
const fault = (says: string, city?: string) => ({ says, city });

/** "405, rue Sainte-Catherine Est Montréal": a number alone before the last comma is the house's. */
const withHouseNumber = (parts: readonly string[]): readonly string[] =>
  parts.length === 3 && /^\d+\p{L}?$/u.test(parts[1] ?? '') ? [...parts.slice(0, 1), parts.slice(1).join(', ')] : parts;

/** The name alone where one part holds all, so that its words are not taken for the street's. */
const withNameApart = (before: readonly string[]): readonly string[] =>
  before.length === 1 ? (splitNameAndStreet(before[0] ?? '') ?? before) : before;

/** "PO Box 12 attn. Accounts": the clause goes before the street, as the name where no other is given. */
function withAttention(parts: readonly string[]): readonly string[] {
  const last = parts.at(-1) ?? '';
  const [, street, clause, box] =
    /^(.*\d.*?)[\s,]+((?:attn|attention|c\/o)\b[.:]?\s*\w.*?)(?:\s((?:p\.?\s?o\.?\s)?(?:box|lockbox|lbx)\s#?\s?\d+))?$/iu.exec(
      last,
    ) ?? [];
  if (street === undefined || clause === undefined) return parts;
  return [...parts.slice(0, -1), clause, street, ...(box === undefined ? [] : [box])];
}

/** "IL 60674" within a line. */
const endsAnother = (line: string): boolean => stateNamed(/\b([A-Z]{2}) \d{5}\b/.exec(line)?.[1] ?? '') !== undefined;

/** Name, street and city; or the piece that is missing. */
function readBody(given: readonly string[], code: string): Body | ReturnType<typeof fault> {
  const before = withNameApart(withHouseNumber(given));
  const last = before.at(-1);
  if (last === undefined) return fault('the city is missing');
  const hasMore = given.length < 2 || (before.length === 2 && looksLikeStreet(last)) || holdsMoreThanCity(last, code);
  const halves = hasMore ? splitStreetAndCity(last, code) : (['', last] as const);
  if (halves === undefined)
    return fault('where the street ends and the city begins is in doubt: set commas between them');
  const [street, city] = halves;
  const parts = joined([...before.slice(0, -1), street].filter((part) => part !== ''));
  const [name = '', ...lines] = withAttention(parts.length === 1 ? withNameApart(parts) : parts);
  if (lines.length === 0) return fault(looksLikeStreet(name) ? 'the name is missing' : 'the street is missing', city);
  if (looksLikeStreet(name) && !lines.some(looksLikeStreet)) return fault('the name is missing', city);
  if (!lines.some((line) => /\d| /u.test(line))) return fault('the street is missing', city);
  if (lines.some(endsAnother)) return fault('another address stands before it: give one', city);
  const written = linesOf(lines);
  return written === undefined
    ? fault('more than two lines of a street are left: two are the most, behind a name and a firm', city)
    : { name, ...written, city };
}

/** "Georgia" in "Roswell, Georgia, GA" is the state again, and so is "TN" in "Memphis TN, TN"; New York has a city of its name. */
function withoutStateTwice({ before, regionCode, region = '' }: AddressEnd): readonly string[] {
  if (regionCode === 'NY' || region.length > 2) return before;
  const again = readEnd([before.at(-1) ?? '']);
  const isLong = (again.region ?? '').length > 2 || again.before.length > 0;
  const isAgain = again.regionCode === regionCode && isLong && again.code === undefined;
  const rest = [...before.slice(0, -1), ...again.before];
  return isAgain && (again.before.length > 0 || rest.length > 2) ? rest : before;
}

const seen = (name: string, value: string | undefined): string[] => (value === undefined ? [] : [`${name} ${value}`]);

/** "Unit 7 CA Long Beach 90807": the state stands before a city of the code. */
function withStateBeforeCity(end: AddressEnd): AddressEnd {
  const { code = '', country, region: found, before } = end;
  if (found !== undefined || country !== 'US') return end;
  const words = (before.at(-1) ?? '').split(' ');
  const at = cityStart(words, code) ?? 0;
  const region = words[at - 1] ?? '';
  const regionCode = stateNamed(region);
  if (regionCode === undefined || !statesOfZip(code).includes(regionCode)) return end;
  const parted = [words.slice(0, at - 1), words.slice(at)].map((some) => some.join(' ')).filter((part) => part !== '');
  return { ...end, region, regionCode, before: [...before.slice(0, -1), ...parted] };
}

/** Tells the caller how the line was read, and the part that is missing or in doubt. */
function refusal({ code, country, region }: AddressEnd, says: string, city?: string): Misread {
  const kind = country === 'CA' ? 'postal code' : 'ZIP code';
  const read = [...seen(kind, code), ...seen(country === 'CA' ? 'province' : 'state', region), ...seen('city', city)];
  return { problem: read.length === 0 ? says : `read were ${read.join(', ')}, and ${says}` };
}

/** `text` is one line with or without commas, or the lines of an envelope. */
export function readWrittenAddress(text: string): WrittenAddress | Misread {
  const end = withStateBeforeCity(readEnd(partsOf(unquoted(text))));
  const { code, country, region, named } = end;
  if (code === undefined || country === undefined) return refusal(end, 'a ZIP or postal code at its end is missing');
  if (named !== undefined && named !== country)
    return { problem: `it names ${named}, and its code is one of ${country}: one of them is wrong` };
  if (region === undefined)
    return refusal(end, country === 'CA' ? 'a known province is missing' : 'a known state is missing');
  const body = readBody(withoutStateTwice(end), code.padStart(5, '0'));
  if ('says' in body) return refusal(end, body.says, body.city);
  return { ...body, provinceOrState: region, postalOrZip: code, countryCode: country };
}
