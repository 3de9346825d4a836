/** A fax number in the US or Canada, and its Canadian province. The error messages never repeat the number. */
import type { Country, ProvinceCode } from '../../domain/money.ts';
import { failure, type Result } from '../../domain/refusal.ts';
import areaCodes from './area-codes.json' with { type: 'json' };
import plan from './numbering-plan.json' with { type: 'json' };

export interface FaxNumber {
  /** `+12125550101` */
  readonly e164: string;
  /** Toll-free numbers work in both countries and count as US. */
  readonly country: Country;
  /** The province of the area code, or the first that shares it. Missing in the US and for non-geographic numbers. */
  readonly province?: ProvinceCode;
  /** All provinces that share the area code, if there are several. */
  readonly sharedBy?: readonly ProvinceCode[];
}

export const faxNumberProblems = {
  format: 'must be in E.164 format: +1, the area code and the number, digits only, like +12125550101.',
  abroad: 'is a number in another country: faxes go only to US and Canadian numbers.',
  premium: 'must not be a premium-rate number.',
  personal:
    'must not be a personal or non-geographic number (+1 5XX and 6XX codes such as 500 and 600): no fax line has one.',
  invalid:
    'is not a number in the US or Canada (Caribbean countries and US territories share +1, and we send no faxes there): please check each digit.',
} as const;

const failureFor = (reason: keyof typeof faxNumberProblems) => failure('to_number', faxNumberProblems[reason]);

/** The provinces of an area code; none if it isn't Canadian or isn't geographic. */
export const provincesOfAreaCode = (areaCode: string): ProvinceCode[] =>
  (Object.keys(areaCodes.codes) as ProvinceCode[]).filter((province) =>
    areaCodes.codes[province].split(' ').includes(areaCode),
  );

/** Reads a number in E.164 (ITU-T) format. It must belong to the US or Canada. */
export function toFaxNumber(text: string): Result<{ readonly number: FaxNumber }, { readonly field: 'to_number' }> {
  const e164 = text.trim();
  if (!/^\+[1-9]\d{6,14}$/.test(e164)) return failureFor('format');
  if (!e164.startsWith('+1')) return failureFor('abroad');
  if (e164.length !== 12) return failureFor('format');
  // Calls to area code 900 and exchange 976 cost extra (47 CFR 64.1501 for 900; local tariffs for 976).
  if (/^\+1(?:900|\d{3}976)/.test(e164)) return failureFor('premium');
  // Non-geographic codes: 5XX for personal communications (NANPA, "5XX-NXX Codes"), and Canada's 6XX (CNA, "Non-Geographic
  // 6YY"), also for satellite phones. A call may cost us more than the price of the fax, and no fax machine has such a number.
  if (/^\+1(?:500|52[1-9]|53[23]|544|566|577|588|600|622|633|644|655|677|688)/.test(e164))
    return failureFor('personal');
  // No line has 555-1212 (directory assistance) or, unless toll-free, an exchange like 411 (NANPA, "Central Office Codes").
  if (/^\+1(?:(?!8(\d)\1)\d{3}[2-9]11|\d{3}5551212$)/.test(e164)) return failureFor('invalid');
  // The US comes first, because toll-free numbers are in both plans and count as US.
  const country = (['US', 'CA'] as const).find((each) =>
    new RegExp(`^(?:${plan.numbersOf[each]})$`).test(e164.slice(2)),
  );
  if (country === undefined) return failureFor('invalid');
  const provinces = provincesOfAreaCode(e164.slice(2, 5));
  const sharedBy = provinces.length > 1 ? provinces : undefined;
  return { ok: true, number: { e164, country, province: provinces[0], sharedBy } };
}
