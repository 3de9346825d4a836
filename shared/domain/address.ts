/** A postal address: the schema of the input, the contact that partners need, and warnings about likely mistakes. */
import * as z from 'zod/mini';
import {
  boxWord,
  findCountryMismatch,
  isNumberInWords,
  isStreetWithoutNumber,
  isSuffix,
  isUnit,
  stateNamed,
  withoutStreet,
  zipBelongsTo,
} from './addresses/parts.ts';
import { unfilledPlaceholders } from './blanks.ts';
import { lazy } from './lazy.ts';
import { type Country, type ProvinceCode, provinceNamed, provinces, provincesOfPostalCode } from './money.ts';
import { type Fault, failure, type Result } from './refusal.ts';
import { lineField, mustBe, normalized, optionalLineField } from './text.ts';
import type { AboutAddress, Warning } from './warnings.ts';

/** In characters, for an address that is sent as one text. */
export const maxWrittenLength = 512;

/** In characters, for a province that is sent without an address. The longest name has 25. */
export const maxProvinceLength = 60;

export const countrySchema = z.enum(['US', 'CA'], mustBe('"US" or "CA"')).check(z.describe('United States or Canada'));

export const addressSchema = lazy(() => {
  const limits = { maxLength: 100 };
  return z.object(
    {
      firstName: optionalLineField('Given name. firstName, companyName or name is required.', limits),
      lastName: optionalLineField('Family name; only together with firstName.', limits),
      companyName: optionalLineField('Organization. firstName, companyName or name is required.', limits),
      name: optionalLineField('Full name; it is split into first and last name.', limits),
      addressLine1: lineField('Street and number, or PO box.', limits),
      addressLine2: optionalLineField('Apartment, suite, unit.', limits),
      city: lineField('City or town.', limits),
      provinceOrState: optionalLineField('State, province or territory; decides the sales tax in Canada.', limits),
      postalOrZip: optionalLineField('ZIP code or postal code.', limits),
      countryCode: z
        .enum(['US', 'CA'], mustBe('"US" or "CA" (mail goes to the US and Canada only)'))
        .check(z.describe('United States or Canada')),
    },
    mustBe('an address object with addressLine1, city, countryCode and a name'),
  );
});

export type AddressInput = z.infer<ReturnType<typeof addressSchema>>;

/** An address with a split name. Its province or state is a two-letter code; an unknown state is as it was sent. */
export interface Contact {
  readonly firstName?: string;
  readonly lastName?: string;
  readonly companyName?: string;
  readonly addressLine1: string;
  readonly addressLine2?: string;
  readonly city: string;
  readonly provinceOrState?: string;
  readonly postalOrZip?: string;
  readonly countryCode: Country;
}

/** The contact, with codes in their usual form; or the first field at fault, and the problem to follow its name. */
export function toContact(
  input: AddressInput,
): Result<{ readonly contact: Contact }, { readonly field: keyof AddressInput; readonly code: Fault['code'] }> {
  const { firstName, lastName, name, companyName } = input;
  if (firstName === undefined && name === undefined && companyName === undefined)
    return {
      ...failure(lastName === undefined ? 'name' : 'firstName', 'is missing: send name, firstName or companyName.'),
      code: 'field_missing',
    };
  const wordsOf = (text = ''): string[] =>
    normalized(text, 'NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  // A first name wins over `name`. The contact of a company may have only a last name.
  let person: Pick<Contact, 'firstName' | 'lastName'>;
  if (firstName !== undefined) person = { firstName, lastName };
  else if (name === undefined) person = { firstName: lastName };
  else {
    const hasLastName = wordsOf(lastName).every((word) => wordsOf(name).includes(word));
    person = splitName(hasLastName ? name : `${name} ${lastName}`);
  }
  const mismatch = findCountryMismatch(input);
  if (mismatch !== undefined) return { ok: false, ...mismatch, code: 'field_invalid' };
  const { countryCode, provinceOrState: region } = input;
  // A province decides the tax, so an unknown province is refused. An unknown state is printed as it was sent.
  const codeOf = (text: string) => (countryCode === 'CA' ? provinceNamed(text) : (stateNamed(text) ?? text));
  const provinceOrState = region === undefined ? undefined : codeOf(region);
  if (region !== undefined && provinceOrState === undefined)
    return { ...failure('provinceOrState', unknownProvince), code: 'field_invalid' };
  const contact = {
    ...person,
    companyName,
    addressLine1: input.addressLine1,
    addressLine2: input.addressLine2,
    city: input.city,
    provinceOrState,
    // `62701 1234` and `62701–1234` become `62701-1234`. Some forms send `62701-` without the last four digits.
    postalOrZip: input.postalOrZip
      ?.toUpperCase()
      .replace(/\s+/g, ' ')
      .replace(/^(\d{5})[\s\p{Pd}]*(\d{4})$/u, '$1-$2')
      .replace(/^(\d{5})[\s\p{Pd}]+$/u, '$1'),
    countryCode,
  };
  return { ok: true, contact };
}

/** Words in the names of firms, offices, roles and trusts. A name with one of them, or its plural in -s, isn't a person's. */
const nonPersonWords = new Set(
  `account agent aka and apartment association associate attention attn attorney bank center centre church clerk clinic co
college company corp corporation counsel county court dba deceased department dept director division esquire estate et
executor fbo fka for foundation fsb group guardian holding hospital inc incorporated institute landlord lawyer lc limited llc
llp lp ltd ltée management manager na national nee née nfp nka notaire of office officer owner pa partner partnership payable
pc plc pllc president professor properties property receivable school secretary service tenant the treasurer trust trustee
university`.split(/\s/),
);

/**
 * The words of a name. "Last, First" becomes "First Last" only if it can't mean anything else: one family name, perhaps with
 * particles or a suffix, then given names. Other commas stay: "Sammy Davis, Jr.", "Jane Roe, Trustee", "Smith, P.C.".
 */
function inReadingOrder(name: string): string[] {
  const words = name.trim().split(/\s+/);
  const parts = name.split(',').map((part) => part.trim());
  const isOnlySuffixes = (part: string) => part !== '' && part.split(/\s+/).every(isSuffix);
  const [familyName = '', givenNames = '', ...more] = parts.filter((part) => !isOnlySuffixes(part));
  const familyWords = familyName.split(/\s+/).filter((word) => !isSuffix(word));
  const isPersonal = words.every((word) => {
    const bare = word.toLowerCase().replace(/[.,]/g, '');
    return /^[\p{L}\p{M}'’-]+$/u.test(bare) && !nonPersonWords.has(bare) && !nonPersonWords.has(bare.replace(/s$/, ''));
  });
  // "Jane Roe, LCSW", but not "ROE, JANE".
  const isDegree = /\p{Ll}/u.test(familyName) && /^\p{Lu}(?:\.?\p{Lu})+\.?$/u.test(givenNames);
  const isLastFirst =
    givenNames !== '' && more.length === 0 && familyWords.length > 0 && familyWords.slice(0, -1).every(isParticle);
  if (!isLastFirst || !isPersonal || isDegree) return words;
  const others = parts.toSpliced(parts.indexOf(familyName), 1).flatMap((part) => part.split(/\s+/));
  return [...others.filter((word) => !isSuffix(word)), ...familyName.split(/\s+/), ...others.filter(isSuffix)];
}

/** Particles begin the last name: "Ludwig van Beethoven", "Oscar de la Renta". */
const isParticle = (word: string) =>
  /^(?:af|al|ap|ben|bint?|das?|de[ilnr]?|della|di|dos|du|el|ibn|las?|les?|los?|mac|mc|san|santa|ste?|te|te[nr]|van|vander?|vom|von|y|zu|zu[mr])$/i.test(
    word.replace(/[.,]/g, ''),
  );

/**
 * The first and last name that print partners need: `"Vincent van Gogh"` → Vincent | van Gogh; `"Lovelace, Ada"` → Ada |
 * Lovelace. No word is lost. The name must not be blank.
 */
export function splitName(name: string): { readonly firstName: string; readonly lastName?: string } {
  // Limits the work of the patterns. The schema allows fewer characters, so nothing is cut off.
  const words = inReadingOrder(name.slice(0, 256));
  let suffixesAt = words.length;
  while (isSuffix(words[suffixesAt - 1] ?? '')) suffixesAt -= 1;
  // There is always a first name, even if it is the only word.
  let lastNameAt = Math.max(1, suffixesAt - 1);
  while (lastNameAt > 1 && isParticle(words[lastNameAt - 1] ?? '')) lastNameAt -= 1;
  const firstName = words.slice(0, lastNameAt).join(' ');
  const lastName = words.slice(lastNameAt).join(' ');
  return lastName === '' ? { firstName } : { firstName, lastName };
}

export const unknownProvince = `is not a Canadian province or territory: send a two-letter code (${Object.keys(provinces).join(', ')}) or its English or French name.`;

/** The province that taxes an order to Canada, from the address or else from its postal code; `undefined` in the US. */
export function taxProvince(contact: Contact): ProvinceCode | undefined {
  if (contact.countryCode === 'US') return undefined;
  if (contact.provinceOrState !== undefined) return provinceNamed(contact.provinceOrState);
  return provincesOfPostalCode(contact.postalOrZip ?? '')[0];
}

/** Warns about what a careful clerk would check before mailing. `at`: the path of the address, `letter.to`. */
export function addressWarnings(at: AboutAddress['at'], contact: Contact): Warning[] {
  const { postalOrZip, provinceOrState, countryCode: country } = contact;
  const codePatterns: Readonly<Record<Country, RegExp>> = {
    // The lowest is 00501, in Holtsville, NY (USPS).
    US: /^(?!00[0-4])\d{5}(-?\d{4})?$/,
    CA: /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z][ -]?\d[ABCEGHJ-NPRSTV-Z]\d$/,
  };
  const isElsewhere = (region: string, code: string): boolean => {
    // A malformed code has its own warning.
    if (country === 'US') return codePatterns.US.test(code) && !zipBelongsTo(code, region);
    const byCode = provincesOfPostalCode(code);
    return byCode.length > 0 && byCode.every((province) => province !== region);
  };
  const missing = missingParts(contact.addressLine1, contact.addressLine2);
  const warnings: Warning[] = missing.map((code) => ({ code, at, country }));
  if (postalOrZip === undefined) warnings.push({ code: 'postal_code_missing', at, country });
  else if (!codePatterns[country].test(postalOrZip))
    warnings.push({ code: 'postal_code_odd', at, country, input: postalOrZip });
  if (provinceOrState === undefined) warnings.push({ code: 'region_missing', at, country });
  else if (country === 'US' && stateNamed(provinceOrState) === undefined)
    warnings.push({ code: 'state_unknown', at, country, input: provinceOrState });
  else if (postalOrZip !== undefined && isElsewhere(provinceOrState, postalOrZip))
    warnings.push({ code: 'postal_code_elsewhere', at, country, input: postalOrZip, region: provinceOrState });
  const isUnfilledLine = (text = '') => /^(?:null|undefined|nan|n\/?a|none|unknown|tbd)$/i.test(text);
  // People may be called Null, None or Nan.
  const isUnfilledName = (text = '') => /^(?:undefined|NaN|n\/a|N\/A|tbd|TBD)$/.test(text);
  const isUnfilled =
    [contact.addressLine1, contact.addressLine2, contact.city].some(isUnfilledLine) ||
    [contact.firstName, contact.lastName, contact.companyName].some(isUnfilledName);
  // Limits the work of the patterns. The schema allows fewer characters, so nothing is cut off.
  const text = addressLines(contact).join(' ').slice(0, 1_000);
  if (isUnfilled || unfilledPlaceholders(text).length > 0) warnings.push({ code: 'address_unfilled', at, country });
  // Markdown, HTML, or a line break that was escaped twice. E*TRADE and Kapa`a are names.
  const markup =
    /\*\*[^\s*]|[^\s*]\*\*|(?<!\S)`[^`]+`(?!\S)|\]\(|\\n|&(?:[a-z]{2,8}|#x?[\da-fA-F]{1,6});|<\/?[a-z]{1,6} ?\/?>/;
  if (markup.test(text)) warnings.push({ code: 'markup_in_address', at, country });
  const input = unprintableIn(text);
  if (input !== '') warnings.push({ code: 'characters_unprintable', at, country, input });
  return warnings;
}

/** The parts that are obviously missing in the street lines. We can't know offline whether a building has units. */
export function missingParts(addressLine1: string, addressLine2 = '') {
  const boxWithoutNumber = new RegExp(String.raw`^${boxWord}\.?(?:\s*#)?$`, 'iu');
  // "Rear Apt", "Appeals Unit" and "3rd Party Billing Unit" need no number.
  const unitWithoutNumber =
    /^(?:(?!\d+(?:st|nd|rd|th)\b).*\d[^\d,]*,?\s(?<!\b(?:basement|bsmt|rear|upper|lower|front|garden|penthouse)\s))?(?:apt|apartment|unit|suite|appartement|appt)\.?(?:\s*#)?$|\s#$/iu;
  const lines = [addressLine1, addressLine2].map((line) => line.slice(0, 256).trim());
  const [first = '', second = ''] = lines;
  const missing: ('house_number_missing' | 'street_missing' | 'unit_number_missing' | 'box_number_missing')[] = [];
  if (lines.some((line) => boxWithoutNumber.test(line))) missing.push('box_number_missing');
  if (lines.some((line) => unitWithoutNumber.test(line) && !boxWithoutNumber.test(line)))
    missing.push('unit_number_missing');
  // `12` or `12-34 B`, with nothing but a unit below.
  if (/^[\d\s-]+[a-z]?$/iu.test(first) && (second === '' || isUnit(second))) missing.push('street_missing');
  const hasNumber = /\p{N}/u.test(first + second) || isNumberInWords(first);
  if (isStreetWithoutNumber(first) && !hasNumber && !withoutStreet.test(first)) missing.push('house_number_missing');
  return missing;
}

/** The first six characters that are neither Latin nor in WinAnsi: print partners' fonts may show them as boxes. */
export function unprintableIn(text: string): string {
  const others =
    // Limits the work. All lines of an address together have fewer characters.
    normalized(text.slice(0, 1_000), 'NFC').match(
      /[^\p{Script=Latin}\p{Default_Ignorable_Code_Point}\x20-\x7e\u00a0-\u00ff\u2010-\u203a\u20ac\u2116\u2122]/gu,
    ) ?? [];
  return [...new Set(others)].slice(0, 6).join('');
}

/** The address as printed: name, company, street lines, city with region and code, country. */
export const addressLines = (contact: Contact): readonly string[] =>
  [
    displayName(contact),
    contact.companyName !== displayName(contact) ? contact.companyName : undefined,
    contact.addressLine1,
    contact.addressLine2,
    [contact.city, contact.provinceOrState, contact.postalOrZip].filter(Boolean).join(' '),
    contact.countryCode === 'US' ? 'United States' : 'Canada',
  ].filter((text): text is string => text !== undefined && text !== '');

export const personName = ({ firstName, lastName }: Contact): string => [firstName, lastName].filter(Boolean).join(' ');

/** The person, or else the company. */
export const displayName = (contact: Contact): string => personName(contact) || (contact.companyName ?? '');
