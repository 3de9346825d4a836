/** Holds an address against the one that a partner knows. Abbreviations, cases and accents make no difference. */
import type { Contact } from '../address.ts';
import { foldName, provinceNamed } from '../money/money.ts';
import { stateNamed } from '../places/us-states.ts';
import type { AddressVerdict } from './address-check.ts';
import type { CorrectedField } from './findings.ts';
import { changedFields } from './likely-correction.ts';

/** A letter, and those of its own alphabet that take no accent off, or of others that look like it. */
const alike = new Map(
  'aаαɑᴀ bвβ cсᴄ dԁđðᴅ eеεᴇ gɡɢ hнһհħʜ iіιıɪ jјᴊ kкκᴋ lӏłʟ mмᴍ nηոɴ oоοօøᴏ pрρᴘ qԛ rʀ sѕ tтτŧᴛ uυսᴜ vѵνᴠ wԝᴡ xхχ yуʏ zᴢ'
    .split(' ')
    .flatMap((letters) => [...letters].map((letter) => [letter, letters[0]] as const)),
);

for (const [letter, latin] of Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' })) alike.set(letter, latin);

const plainWordsOf = (text: string): string[] =>
  [
    ...text
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[\p{M}\p{DI}.'’]/gu, ''),
  ]
    .map((letter) => alike.get(letter) ?? letter)
    .join('')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** A form of address is no part of a name. */
const titles = new Set('mr mrs ms miss mx dr prof mme mlle jr sr ii iii esq'.split(' '));

export const nameKey = (name: string): string =>
  [...new Set(plainWordsOf(name))]
    .filter((word) => !titles.has(word))
    .sort()
    .join(' ');

export type KnownAddress = Readonly<Partial<Record<CorrectedField, unknown>>>;

/** Each short word, and what it stands for. `Sainte` is shortened as a suite is. */
const shortWords = new Map(
  'ST STREET STR SAINT,AVE AVENUE AV,RD ROAD,DR DRIVE,LN LANE,CT COURT,PL PLACE,BLVD BOULEVARD BOUL,HWY HIGHWAY,PKWY PARKWAY,CRES CRESCENT,CIR CIRCLE,TER TERRACE,SQ SQUARE,TRL TRAIL,CH CHEMIN,MT MOUNT,FT FORT,UNIT APARTMENT APT APPARTEMENT APPT APP SUITE STE SAINTE ROOM RM NO,N NORTH NORD,S SOUTH SUD,E EAST EST,W WEST,O OUEST,NE NORTHEAST,NW NORTHWEST,SE SOUTHEAST,SW SOUTHWEST,FL FLOOR,1ST FIRST,2ND SECOND,3RD THIRD,4TH FOURTH,5TH FIFTH,6TH SIXTH,7TH SEVENTH,8TH EIGHTH,9TH NINTH,10TH TENTH'
    .split(',')
    .flatMap((line) => line.split(' ').map((word, _, [short = '']) => [word, short] as const)),
);

const shortened = (word: string): string => shortWords.get(word) ?? word;

const folded = (text = ''): string =>
  foldName(text.replace(/\bP(?:OST)?\.?\s*O(?:FFICE)?\.?\s*B(?:OX)?\b/i, 'BOX').replaceAll('#', ' UNIT '))
    .split(' ')
    .map(shortened)
    .filter((word, at, all) => word !== all[at - 1] || word !== 'UNIT')
    .join(' ');

const postal = ({ postalOrZip = '', countryCode }: Contact): string =>
  countryCode === 'US' ? postalOrZip.slice(0, 5) : postalOrZip.replace(/[ -]/g, '');

const lines = ({ addressLine1, addressLine2 = '' }: Contact): string => folded(`${addressLine1} ${addressLine2}`);

/** The same for all ways to write the same address: by its postal code, and by its city. The number of a unit may stand alone. */
export function addressKeys({ countryCode, postalOrZip = '', city, provinceOrState, ...rest }: Contact): string[] {
  const code = plainWordsOf(postalOrZip).join('').toUpperCase();
  const words = folded(plainWordsOf(`${rest.addressLine1} ${rest.addressLine2 ?? ''}`).join(' '))
    // `APT4` is `APT 4`, and `5TH` becomes `5 TH` everywhere.
    .replace(/(?<=\d)(?=[A-Z])|(?<=[A-Z])(?=\d)/g, ' ')
    .split(' ')
    .filter((word) => shortened(word) !== 'UNIT');
  const places = [countryCode === 'US' ? code.slice(0, 5) : code, `${folded(city)} ${provinceOrState ?? ''}`];
  return places.filter(Boolean).map((place) => [countryCode, place, ...words.sort()].join(' '));
}

/** A partner's text goes to pages and assistants, so it may hold only what addresses are written with. */
const plain = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[\p{Script=Latin}\p{Nd}][\p{Script=Latin}\p{Nd} .,'’#&/()-]{0,99}$/u.test(value.trim())
    ? value.trim()
    : undefined;

/** The known address in the form of ours; `undefined` if it is not one, or of another form than ours can be. */
function read(known: KnownAddress, given: Contact): Contact | undefined {
  const { countryCode } = given;
  const [addressLine1, city] = [plain(known.addressLine1), plain(known.city)];
  const region = plain(known.provinceOrState);
  const provinceOrState = region && (countryCode === 'US' ? stateNamed(region) : provinceNamed(region));
  const code = plain(known.postalOrZip)?.toUpperCase();
  const form = countryCode === 'US' ? /^\d{5}(-\d{4})?$/ : /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/;
  const hasSecond = known.addressLine2 !== undefined && known.addressLine2 !== null && known.addressLine2 !== '';
  const addressLine2 = hasSecond ? plain(known.addressLine2) : undefined;
  if (addressLine1 === undefined || city === undefined || provinceOrState === undefined) return undefined;
  if (code === undefined || !form.test(code) || (hasSecond && addressLine2 === undefined)) return undefined;
  return { ...given, addressLine1, addressLine2, city, provinceOrState, postalOrZip: code };
}

/** Fields that say the same stay as they were given. */
export function againstKnown(given: Contact, known: KnownAddress): AddressVerdict {
  const found = read(known, given);
  if (found === undefined) return { status: 'unknown' };
  const isSame = { lines: lines(given) === lines(found), city: folded(given.city) === folded(found.city) };
  const suggestion: Contact = {
    ...given,
    addressLine1: isSame.lines ? given.addressLine1 : found.addressLine1,
    addressLine2: isSame.lines ? given.addressLine2 : found.addressLine2,
    city: isSame.city ? given.city : found.city,
    provinceOrState: found.provinceOrState,
    postalOrZip: postal(given) === postal(found) ? given.postalOrZip : found.postalOrZip,
  };
  const what = changedFields(given, suggestion);
  return what.length === 0 ? { status: 'verified' } : { status: 'corrected', what, suggestion };
}
