/** Folds names and addresses so that equal ones compare equal: abbreviations, case and accents make no difference. */
import type { Contact } from '../address.ts';
import { foldName, provinceNamed } from '../money.ts';
import { normalized } from '../text.ts';
import type { CorrectedField } from '../warnings.ts';
import { type AddressVerdict, changedFields } from './likely-correction.ts';
import { isUnit, stateNamed } from './parts.ts';

/** A letter, then those that look like it: of other alphabets, or with a stroke that is no accent. */
const alike = new Map([
  ...'aаαɑᴀ@ bвβʙƀɓ cсϲᴄ dԁđðɖɗᴅ eеεɛᴇ fꜰ gɡɢց hнһհħʜ iіιıɨɪ jјᴊ kкκƙᴋ lӏłɫƚʟ| mмϻᴍ nηոɲɴ oоοօøɵᴏ pрρƥᴘ qԛ rʀɍ sѕꜱ$ tтτŧƭᴛ uυսᴜ vѵνᴠ wԝωᴡ xхχ yуүɏʏ zƶᴢ'
    .split(' ')
    .flatMap((letters) => [...letters].map((letter) => [letter, letters[0]] as const)),
  ...Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' }),
]);

/** No line of an envelope is longer. Cut again after folding, which may make eighteen characters of one. */
const maxFolded = 512;

const plainOf = (line: string): string => normalized(line.slice(0, maxFolded), 'NFKD').slice(0, maxFolded);

const plainWordsOf = (text: string): string[] =>
  [
    ...plainOf(text)
      // Greek capitals look like other letters than their small ones.
      .replace(/[ΗΝΥΜΖ]/gu, (letter) => 'hnymz'['ΗΝΥΜΖ'.indexOf(letter)] ?? letter)
      .toLowerCase()
      .replace(/[\p{M}\p{DI}.'’]/gu, ''),
  ]
    .map((letter) => alike.get(letter) ?? letter)
    .join('')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** In print, a zero is an O, and one, capital I and small L are the same. */
const mergeLookAlikes = (word: string): string =>
  word.toUpperCase().replace(/[OIL]/g, (letter) => (letter === 'O' ? '0' : '1'));

/** `c/o`, `Attn:` as words of their own, not in `Medicare of …`: the name after it is also on the envelope. */
const careOf = String.raw`(?<![\p{L}\p{N}.])(?:c\s?[/\\.]\s?o|a\s?/\s?s|attn|attention|care of|aux soins d[eu])(?=[\s:.,]|$)[:.]?`;

/**
 * Two keys of a name: one for any order of its words, and one wherever the words are split and whichever comes first (the
 * first rotation of all letters by alphabet).
 */
export function nameKeys(name: string): string[] {
  const text = plainOf(name).replace(new RegExp(careOf, 'giu'), ' ').replaceAll('.', ' ');
  // Within a word, a digit looks like the letter that it replaces.
  const all = plainWordsOf(text).map((word) =>
    mergeLookAlikes(
      /\p{L}/u.test(word) ? word.replace(/[34578]/g, (digit) => 'EASTB'['34578'.indexOf(digit)] ?? digit) : word,
    ),
  );
  const titles = new Set(
    'mr mrs ms miss mx dr prof mme mlle mgr sir dame rev hon jr sr ii iii esq phd md'.split(' ').map(mergeLookAlikes),
  );
  const named = all.filter((word) => !titles.has(word));
  const words = named.length > 0 ? named : all;
  const letters = words.join('');
  const rotations = Array.from(letters, (_, at) => letters.slice(at) + letters.slice(0, at));
  return [[...new Set(words)].sort().join(' '), `=${rotations.sort()[0] ?? ''}`];
}

/** Everything in the lines above the city that may be the name of a person or a company. */
export function namesOn({ firstName, lastName, companyName = '', addressLine1, addressLine2 = '' }: Contact): string[] {
  const person = [firstName, lastName].filter(Boolean).join(' ');
  const betweenNames = /[,;:|()&+]|(?<=^|\s)(?:and|et|or|ou|for|via|\d\S*)(?=\s|$)/iu;
  // An ordinary line has two parts. At most six are read.
  const parts = [person, companyName, addressLine1, addressLine2].flatMap((line) =>
    plainOf(line)
      .split(new RegExp(careOf, 'iu'))
      .flatMap((text) => [text, ...text.split(betweenNames)])
      .slice(0, 6),
  );
  const names = [person, companyName, `${person} ${companyName}`, ...parts];
  // Most lines are one name, and each name is folded twice.
  const distinct = new Set(names.map((name) => name.slice(0, maxFolded).trim()));
  return [...distinct].filter((name) => /\p{L}\P{L}*\p{L}/u.test(name));
}

export type VerifiedAddress = Readonly<Partial<Record<CorrectedField, unknown>>>;

/** A short word, then its longer forms. `Sainte` is shortened like a suite. */
const shortWords = new Map(
  'ST STREET STR SAINT,AVE AVENUE AV,RD ROAD,DR DRIVE,LN LANE,CT COURT,PL PLACE,BLVD BOULEVARD BOUL,HWY HIGHWAY,PKWY PARKWAY,CRES CRESCENT,CIR CIRCLE,TER TERRACE,SQ SQUARE,TRL TRAIL,CH CHEMIN,MT MOUNT,FT FORT,UNIT APARTMENT APT APPARTEMENT APPT APP SUITE STE SAINTE ROOM RM NO,N NORTH NORD,S SOUTH SUD,E EAST EST,W WEST,O OUEST,NE NORTHEAST,NW NORTHWEST,SE SOUTHEAST,SW SOUTHWEST,FL FLOOR,1ST FIRST,2ND SECOND,3RD THIRD,4TH FOURTH,5TH FIFTH,6TH SIXTH,7TH SEVENTH,8TH EIGHTH,9TH NINTH,10TH TENTH'
    .split(',')
    .flatMap((line) => line.split(' ').map((word, _, [short = '']) => [word, short] as const)),
);

const foldAddress = (text = ''): string =>
  foldName(text.replace(/\bP(?:OST)?\.?\s*O(?:FFICE)?\.?\s*B(?:OX)?\b/i, 'BOX').replaceAll('#', ' UNIT '))
    .split(' ')
    .map((word) => shortWords.get(word) ?? word)
    .filter((word, at, all) => word !== all[at - 1] || word !== 'UNIT')
    .join(' ');

const shortByMerged = new Map([...shortWords].map(([word, short]) => [mergeLookAlikes(word), mergeLookAlikes(short)]));
const mergedShort = (word: string): string => shortByMerged.get(mergeLookAlikes(word)) ?? mergeLookAlikes(word);

/** Leaves out extra words that do not change the place: "Rear", "c/o Ada Lovelace". Numbers and buildings stay. */
function placeLine({ addressLine1, addressLine2 = '', companyName = '', ...rest }: Contact): string {
  const someone = new RegExp(`${careOf}[^,;]*`, 'giu');
  const partsOf = (...lines: readonly string[]) =>
    lines.flatMap((line) => plainOf(line).replace(someone, ' ').split(/[,;]/u));
  const isStreet = (part: string) => /\d/u.test(part) && /\p{L}{2}/u.test(part);
  const parts = partsOf(addressLine1, addressLine2);
  const above = partsOf(companyName, `${rest.firstName ?? ''} ${rest.lastName ?? ''}`).filter(isStreet);
  const all = parts.some(isStreet) ? parts : [...above, ...parts];
  const at = all.findIndex(isStreet);
  const isPlace = (part: string) => /\d/u.test(part) || isUnit(part) || /\b(?:building|bldg|tower|wing)\b/iu.test(part);
  return all.filter((part, index) => at < 0 || index < at || isPlace(part)).join(' ');
}

/**
 * The same keys for every way to write an address: one by its postal code, one by its city. They hold all numbers and all
 * letters, each in a fixed order, so it makes no difference where words are split. `4` means the same as `Apt 4`.
 */
export function addressKeys(contact: Contact): string[] {
  const { countryCode, postalOrZip = '', city, provinceOrState = '' } = contact;
  const code = mergeLookAlikes(plainWordsOf(postalOrZip).join(''));
  const unit = mergedShort('UNIT');
  const isNumber = (piece: string) => /^\d+$/.test(piece);
  const pieces = plainWordsOf(placeLine(contact))
    .join(' ')
    .replace(/\bp(?:ost)? ?o(?:ffice)? ?b(?:ox)?\b/, 'box')
    .split(' ')
    .flatMap((word) =>
      isNumber(mergeLookAlikes(word))
        ? mergeLookAlikes(word)
        : // `APT4`, `12OAK` and `5TH` are two words each.
          (shortByMerged.get(mergeLookAlikes(word)) ?? word.toUpperCase())
            .replace(/^(?:\d*[2-9]\d*|\d{2,})(?=[A-Z])|[A-Z](?=\d+$)/, '$& ')
            .split(' '),
    )
    .map(mergedShort)
    .filter((piece) => piece !== unit && piece !== '');
  // Long words also count where nothing separates them: `OakStreet`.
  const longWords = new RegExp([...shortByMerged.keys()].filter((word) => word.length > 4).join('|'), 'g');
  const letters = pieces
    .filter((piece) => !isNumber(piece))
    .join('')
    .replace(longWords, (word) => mergedShort(word).replace(unit, ''));
  const street = [...pieces.filter(isNumber).sort(), [...letters].sort().join('')].join(' ');
  const town = plainWordsOf(city).map(mergedShort).join('');
  const places = [
    countryCode === 'US' ? code.slice(0, 5) : code,
    `${town} ${mergeLookAlikes(plainWordsOf(provinceOrState).join(''))}`,
  ];
  return places.filter(Boolean).map((place) => `${countryCode} ${place} ${street}`);
}

/** A partner's text reaches pages and assistants, so only the characters of addresses pass. */
const plain = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[\p{Script=Latin}\p{Nd}][\p{Script=Latin}\p{Nd} .,'’#&/()-]{0,99}$/u.test(value.trim())
    ? value.trim()
    : undefined;

/** The partner's address as one of ours; `undefined` if it is incomplete or can't be one. */
function toContact(stored: VerifiedAddress, input: Contact): Contact | undefined {
  const { countryCode } = input;
  const [addressLine1, city] = [plain(stored.addressLine1), plain(stored.city)];
  const region = plain(stored.provinceOrState);
  const provinceOrState = region && (countryCode === 'US' ? stateNamed(region) : provinceNamed(region));
  const code = plain(stored.postalOrZip)?.toUpperCase();
  const form = countryCode === 'US' ? /^\d{5}(-\d{4})?$/ : /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/;
  const hasSecond = stored.addressLine2 !== undefined && stored.addressLine2 !== null && stored.addressLine2 !== '';
  const addressLine2 = hasSecond ? plain(stored.addressLine2) : undefined;
  if (addressLine1 === undefined || city === undefined || provinceOrState === undefined) return undefined;
  if (code === undefined || !form.test(code) || (hasSecond && addressLine2 === undefined)) return undefined;
  return { ...input, addressLine1, addressLine2, city, provinceOrState, postalOrZip: code };
}

/** Compares the input with a partner's stored address. Fields that mean the same keep the input's spelling. */
export function compareAddress(input: Contact, stored: VerifiedAddress): AddressVerdict {
  const match = toContact(stored, input);
  if (match === undefined) return { status: 'unknown' };
  const streetOf = ({ addressLine1, addressLine2 = '' }: Contact) => foldAddress(`${addressLine1} ${addressLine2}`);
  const codeOf = ({ postalOrZip = '', countryCode }: Contact) =>
    countryCode === 'US' ? postalOrZip.slice(0, 5) : postalOrZip.replace(/[ -]/g, '');
  const isSame = {
    street: streetOf(input) === streetOf(match),
    city: foldAddress(input.city) === foldAddress(match.city),
  };
  const suggestion: Contact = {
    ...input,
    addressLine1: isSame.street ? input.addressLine1 : match.addressLine1,
    addressLine2: isSame.street ? input.addressLine2 : match.addressLine2,
    city: isSame.city ? input.city : match.city,
    provinceOrState: match.provinceOrState,
    postalOrZip: codeOf(input) === codeOf(match) ? input.postalOrZip : match.postalOrZip,
  };
  const what = changedFields(input, suggestion);
  return what.length === 0 ? { status: 'verified' } : { status: 'corrected', what, suggestion };
}
