/** Reads the end of a written address: the country, the ZIP or postal code, and the state or province. */
import type { Country } from '../money/money.ts';
import { provinceNamed } from '../money/sales-tax.ts';
import { stateNamed } from '../places/us-states.ts';
import { zipBelongsTo } from '../places/zip-prefixes.ts';

interface AddressEnd {
  /** The country as it was named, if it was. */
  readonly named?: Country | undefined;
  /** `12207`, `12207-1234` or `M5V 2T6`. */
  readonly code?: string | undefined;
  /** The country whose form the code has. */
  readonly country: Country;
  /** The two letters of the state or province. */
  readonly region?: string | undefined;
  /** Names, street and city, as they were written. */
  readonly rest: string;
}

const zip = /(?<![\d#-])(\d{5})(?:\s?[-\u2013\u2014]?\s?(\d{4}))?$/u;
const postalCode = /(?<!\p{L})([ABCEGHJ-NPRSTVXY]\d[A-Z])[ -]?(\d[A-Z]\d)$/iu;
const countryName =
  /(?<=^|[\s.,;])(?:(u\.?\s?s\.?(?:\s?a\.?)?|united states(?: of america)?|[ée]tats-unis)|canada|(?<=[A-Z]\d[A-Z][ -]?\d[A-Z]\d[\s,;]+)ca)$/iu;

const trimmed = (text: string): string => text.replace(/[\s.,;-]+$/u, '');

function cutCountry(text: string): { readonly named?: Country; readonly rest: string } {
  const found = countryName.exec(text);
  if (found === null) return { rest: text };
  return { named: found[1] === undefined ? 'CA' : 'US', rest: trimmed(text.slice(0, found.index)) };
}

function cutCode(text: string): Pick<AddressEnd, 'code' | 'country' | 'rest'> | undefined {
  const american = zip.exec(text);
  if (american !== null) {
    const [, five = '', four] = american;
    const code = four === undefined ? five : `${five}-${four}`;
    return { code, country: 'US', rest: trimmed(text.slice(0, american.index)) };
  }
  const canadian = postalCode.exec(text);
  if (canadian === null) return undefined;
  const [, area = '', unit = ''] = canadian;
  return { code: `${area} ${unit}`.toUpperCase(), country: 'CA', rest: trimmed(text.slice(0, canadian.index)) };
}

/** The most words that name a state, if it has such codes: "West Virginia". Up to four do, within one line. */
function cutRegion(text: string, code: string, country: Country): Pick<AddressEnd, 'region' | 'rest'> {
  const last = /[^\n]*$/u.exec(text)?.[0] ?? '';
  const starts = [...last.matchAll(/(?<=^|[\s.,;])[^\s.,;]/gu)].map(({ index }) => index).slice(-4);
  const found = starts.flatMap((start) => {
    const words = last.slice(start);
    const region = country === 'CA' ? provinceNamed(words) : stateNamed(words);
    return region === undefined || words.includes(',') ? [] : [{ region, words }];
  });
  const best = found.find(({ region }) => country === 'CA' || zipBelongsTo(code, region)) ?? found[0];
  return best === undefined ? { rest: text } : { ...best, rest: trimmed(text.slice(0, -best.words.length)) };
}

export function readEnd(text: string): AddressEnd {
  const behind = cutCountry(trimmed(text));
  const found = cutCode(behind.rest);
  if (found === undefined) return { ...behind, country: behind.named ?? 'US' };
  const { code = '', country } = found;
  // "Toronto, ON, Canada M5V 2T6"
  const before = cutCountry(found.rest);
  return { code, country, named: behind.named ?? before.named, ...cutRegion(before.rest, code, country) };
}
