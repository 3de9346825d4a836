/** Reads the end of an address in one line: the country, the ZIP or postal code, and the state or province. */
import type { Country } from '../money/money.ts';
import { provinceNamed } from '../money/sales-tax.ts';
import { stateNamed } from '../places/us-states.ts';
import { statesOfZip, zipBelongsTo } from '../places/zip-prefixes.ts';

export interface AddressEnd {
  /** The country as it was named, if it was. */
  readonly named?: Country | undefined;
  /** `12207`, `12207-1234` or `M5V 2T6`. */
  readonly code?: string | undefined;
  /** The country whose form the code has. */
  readonly country?: Country | undefined;
  /** The state or province as it was written. */
  readonly region?: string | undefined;
  /** Its two letters. */
  readonly regionCode?: string | undefined;
  /** The parts before: names, streets and city. */
  readonly before: readonly string[];
}

const zip = /(?<![\d#-])(\d{5})(?:\s?[-\u2013\u2014]?\s?(\d{4}))?[\s.-]*$/u;
const postalCode = /(?<!\p{L})([ABCEGHJ-NPRSTVXY]\d[A-Z])[ -]?(\d[A-Z]\d)[\s.]*$/iu;
const countryName = /(?:^|[\s.])(u\.?\s?s\.?(?:\s?a\.?)?|united states(?: of america)?|canada)[\s.]*$/iu;

const withoutEmpty = (parts: readonly string[]): string[] => {
  const trimmed = parts.map((part) => part.replace(/^[\s.]+|\s+$/gu, ''));
  while (trimmed.at(-1) === '') trimmed.pop();
  return trimmed;
};

/** The parts without the last match of `pattern` at their end. */
function cut(parts: readonly string[], pattern: RegExp): { found: RegExpExecArray; rest: string[] } | undefined {
  const last = parts.at(-1) ?? '';
  const found = pattern.exec(last);
  return found === null
    ? undefined
    : { found, rest: withoutEmpty([...parts.slice(0, -1), last.slice(0, found.index)]) };
}

function cutCountry(parts: readonly string[]): { named?: Country; rest: readonly string[] } {
  // "CA" behind a postal code is Canada; elsewhere it is California.
  const [last = '', previous = ''] = parts.toReversed();
  if (/^ca$/iu.test(last) && postalCode.test(previous)) return { named: 'CA', rest: parts.slice(0, -1) };
  const end = cut(parts, countryName);
  if (end === undefined) return { rest: parts };
  const further = cutCountry(end.rest).rest;
  return { named: /^canada/iu.test(end.found[1] ?? '') ? 'CA' : 'US', rest: further };
}

function cutCode(parts: readonly string[]): Pick<AddressEnd, 'code' | 'country'> & { rest: readonly string[] } {
  const american = cut(parts, zip);
  if (american !== undefined) {
    const [, five, four] = american.found;
    return { code: four === undefined ? five : `${five}-${four}`, country: 'US', rest: american.rest };
  }
  const canadian = cut(parts, postalCode);
  if (canadian === undefined) return { rest: parts };
  const [, area = '', unit = ''] = canadian.found;
  return { code: `${area} ${unit}`.toUpperCase(), country: 'CA', rest: canadian.rest };
}

const agrees = (code: string, region: string, country: Country): boolean =>
  country === 'CA' || zipBelongsTo(code, region);

/**
 * `MA 1241`: a ZIP code of New England whose zero a spreadsheet has cut off. It is kept so, and doubted later. `ME 041 01`
 * is one with a blank.
 */
function cutShortZip(parts: readonly string[]): AddressEnd | undefined {
  const short = cut(parts, /(?<![\d#-])(\d{4}|\d{3} \d{2})$/u);
  const code = short?.found[1]?.replace(' ', '');
  if (short === undefined || code === undefined) return undefined;
  const { region, regionCode, rest: before } = cutRegion(short.rest);
  const isOurs = regionCode !== undefined && statesOfZip(code.padStart(5, '0')).includes(regionCode);
  return isOurs ? { code, country: 'US', region, regionCode, before: withoutEmpty(before) } : undefined;
}

/** "Rochester, New, York". */
function cutPartedState(parts: readonly string[], code: string): ReturnType<typeof cutRegion> | undefined {
  const region = parts.slice(-2).join(' ');
  const regionCode = stateNamed(region);
  const isOfCode = regionCode !== undefined && statesOfZip(code).includes(regionCode);
  return isOfCode ? { region, regionCode, rest: parts.slice(0, -2) } : undefined;
}

/** Up to four words name a state; the most words that do, if they agree with the code: "West Virginia". */
function cutRegion(
  parts: readonly string[],
  code = '',
  country: Country = 'US',
): Pick<AddressEnd, 'region' | 'regionCode'> & { rest: readonly string[] } {
  const last = (parts.at(-1) ?? '').trim();
  const starts = [...last.matchAll(/(?<=^|[\s.])[^\s.]/gu)].map(({ index }) => index).slice(-4);
  const found = starts.flatMap((start) => {
    const region = last.slice(start);
    const regionCode = country === 'CA' ? provinceNamed(region) : stateNamed(region);
    return regionCode === undefined ? [] : [{ start, region, regionCode }];
  });
  const best = found.find(({ regionCode }) => agrees(code, regionCode, country)) ?? found[0];
  if (best === undefined) return cutPartedState(parts, code) ?? { rest: parts };
  const { region, regionCode } = best;
  return { region, regionCode, rest: withoutEmpty([...parts.slice(0, -1), last.slice(0, best.start)]) };
}

/** `parts` are those between commas or line ends. What is not found is left out, and what stands before it is kept. */
export function readEnd(parts: readonly string[]): AddressEnd {
  const { named, rest } = cutCountry(withoutEmpty(parts));
  const { code, country, rest: beforeCode } = cutCode(rest);
  const short = code === undefined ? cutShortZip(rest) : undefined;
  if (short !== undefined) return { ...short, named };
  const { region, regionCode, rest: before } = cutRegion(beforeCode, code, country ?? named);
  return { named, code, country, region, regionCode, before: withoutEmpty(before) };
}
