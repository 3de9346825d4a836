/** Holds an address against the one that a partner knows. Abbreviations, cases and accents make no difference. */
import type { Contact } from '../address.ts';
import { foldName, provinceNamed } from '../money.ts';
import { normalized } from '../text.ts';
import type { CorrectedField } from './findings.ts';
import { type AddressVerdict, changedFields } from './likely-correction.ts';
import { isUnit } from './lines.ts';
import { stateNamed } from './other-country.ts';

/** A letter, and those of its own alphabet that take no accent off, or of others that look like it. */
const alike = new Map(
  'aаαɑᴀ@ bвβʙƀɓ cсϲᴄ dԁđðɖɗᴅ eеεɛᴇ fꜰ gɡɢց hнһհħʜ iіιıɨɪ jјᴊ kкκƙᴋ lӏłɫƚʟ| mмϻᴍ nηոɲɴ oоοօøɵᴏ pрρƥᴘ qԛ rʀɍ sѕꜱ$ tтτŧƭᴛ uυսᴜ vѵνᴠ wԝωᴡ xхχ yуүɏʏ zƶᴢ'
    .split(' ')
    .flatMap((letters) => [...letters].map((letter) => [letter, letters[0]] as const)),
);

for (const [letter, latin] of Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' })) alike.set(letter, latin);

/** Greek capitals that look like another letter than their small ones. */
const capitals: Readonly<Record<string, string>> = { Η: 'h', Ν: 'n', Υ: 'y', Μ: 'm', Ζ: 'z' };

/** No line of an envelope is longer, and a character may become eighteen. */
const mostFolded = 512;

const plainOf = (line: string): string => normalized(line.slice(0, mostFolded), 'NFKD').slice(0, mostFolded);

const plainWordsOf = (text: string): string[] =>
  [
    ...plainOf(text)
      .replace(/[ΗΝΥΜΖ]/gu, (letter) => capitals[letter] ?? letter)
      .toLowerCase()
      .replace(/[\p{M}\p{DI}.'’]/gu, ''),
  ]
    .map((letter) => alike.get(letter) ?? letter)
    .join('')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** In print, a zero is an O, and one, capital I and small L are the same. */
const merged = (word: string): string => word.toUpperCase().replace(/[OIL]/g, (letter) => (letter === 'O' ? '0' : '1'));

/** A form of address is no part of a name. */
const titles = new Set(
  'mr mrs ms miss mx dr prof mme mlle mgr sir dame rev hon jr sr ii iii esq phd md'.split(' ').map(merged),
);

/** `c/o`, `Attn:`: the name after it is on the envelope, too. */
const careOf = String.raw`(?:c\s?[/\\.]\s?o|a\s?/\s?s|attn|attention|care of|aux soins d[eu])(?=[\s:.,]|$)[:.]?`;

const everyCareOf = new RegExp(careOf, 'giu');

const digitLetters: Readonly<Record<string, string>> = { 3: 'E', 4: 'A', 5: 'S', 7: 'T', 8: 'B' };

const nameWordsOf = (name: string): string[] => {
  const text = plainOf(name).replace(everyCareOf, ' ').replaceAll('.', ' ');
  const words = plainWordsOf(text).map((word) =>
    merged(/\p{L}/u.test(word) ? word.replace(/[34578]/g, (digit) => digitLetters[digit] ?? digit) : word),
  );
  const named = words.filter((word) => !titles.has(word));
  return named.length > 0 ? named : words;
};

/** The same for a name in any order of its words. */
export const nameKey = (name: string): string => [...new Set(nameWordsOf(name))].sort().join(' ');

/** The same wherever the words are parted, and which of two comes first: the least rotation of all letters. */
export const unpartedNameKey = (name: string): string => {
  const letters = nameWordsOf(name).join('');
  const rotations = Array.from(letters, (_, at) => letters.slice(at) + letters.slice(0, at));
  return `=${rotations.sort()[0] ?? ''}`;
};

const behind = new RegExp(String.raw`(?<=^|\s)${careOf}`, 'iu');
const betweenNames = /[,;:|()&+]|(?<=^|\s)(?:and|et|or|ou|for|via|\d\S*)(?=\s|$)/iu;

/** The most parts of one line that are read. An ordinary line has two. */
const mostParts = 6;

/** All that may be the name of a person or a company in the lines above the city. */
export function namesOn({ firstName, lastName, companyName = '', addressLine1, addressLine2 = '' }: Contact): string[] {
  const person = [firstName, lastName].filter(Boolean).join(' ');
  const parts = [person, companyName, addressLine1, addressLine2].flatMap((line) => {
    const texts = plainOf(line).split(behind);
    return texts.flatMap((text) => [text, ...text.split(betweenNames)]).slice(0, mostParts);
  });
  const names = [person, companyName, `${person} ${companyName}`, ...parts];
  // Most lines are one name, and each name is folded twice.
  const distinct = new Set(names.map((name) => name.slice(0, mostFolded).trim()));
  return [...distinct].filter((name) => /\p{L}\P{L}*\p{L}/u.test(name));
}

export type VerifiedAddress = Readonly<Partial<Record<CorrectedField, unknown>>>;

/** Each short word, and its long form. `Sainte` is shortened as a suite is. */
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

const shortByMerged = new Map([...shortWords].map(([word, short]) => [merged(word), merged(short)]));
const mergedShort = (word: string): string => shortByMerged.get(merged(word)) ?? merged(word);
const unitWord = mergedShort('UNIT');

/** Long words are found also where nothing parts them: `OakStreet`. */
const longWords = new RegExp([...shortByMerged.keys()].filter((word) => word.length > 4).join('|'), 'g');

const behindCareOf = new RegExp(String.raw`(?<=^|[\s,])${careOf}[^,;]*`, 'giu');

/** A word more is no other place: "Rear", "c/o Ada Lovelace". A part with a number, or a building, is. */
function streetOf({ addressLine1, addressLine2 = '', companyName = '', ...rest }: Contact): string {
  const partsOf = (...lines: readonly string[]) =>
    lines.flatMap((line) => plainOf(line).replace(behindCareOf, ' ').split(/[,;]/u));
  const isStreet = (part: string) => /\d/u.test(part) && /\p{L}{2}/u.test(part);
  const parts = partsOf(addressLine1, addressLine2);
  const above = partsOf(companyName, `${rest.firstName ?? ''} ${rest.lastName ?? ''}`).filter(isStreet);
  const all = parts.some(isStreet) ? parts : [...above, ...parts];
  const at = all.findIndex(isStreet);
  const isPlace = (part: string) => /\d/u.test(part) || isUnit(part) || /\b(?:building|bldg|tower|wing)\b/iu.test(part);
  return all.filter((part, index) => at < 0 || index < at || isPlace(part)).join(' ');
}

/**
 * The same for all ways to write the same address: by its postal code, and by its city. All numbers, in any order, and
 * all letters, so that it makes no difference where words are parted. The number of a unit may stand alone.
 */
export function addressKeys(contact: Contact): string[] {
  const { countryCode, postalOrZip = '', city, provinceOrState = '' } = contact;
  const code = merged(plainWordsOf(postalOrZip).join(''));
  const isNumber = (piece: string) => /^\d+$/.test(piece);
  const pieces = plainWordsOf(streetOf(contact))
    .join(' ')
    .replace(/\bp(?:ost)? ?o(?:ffice)? ?b(?:ox)?\b/, 'box')
    .split(' ')
    .flatMap((word) =>
      isNumber(merged(word))
        ? merged(word)
        : // `APT4`, `12OAK` and `5TH` are two words each.
          (shortByMerged.get(merged(word)) ?? word.toUpperCase())
            .replace(/^(?:\d*[2-9]\d*|\d{2,})(?=[A-Z])|[A-Z](?=\d+$)/, '$& ')
            .split(' '),
    )
    .map(mergedShort)
    .filter((piece) => piece !== unitWord && piece !== '');
  const letters = pieces
    .filter((piece) => !isNumber(piece))
    .join('')
    .replace(longWords, (word) => mergedShort(word).replace(unitWord, ''));
  const street = [...pieces.filter(isNumber).sort(), [...letters].sort().join('')].join(' ');
  const town = plainWordsOf(city).map(mergedShort).join('');
  const places = [
    countryCode === 'US' ? code.slice(0, 5) : code,
    `${town} ${merged(plainWordsOf(provinceOrState).join(''))}`,
  ];
  return places.filter(Boolean).map((place) => `${countryCode} ${place} ${street}`);
}

/** A partner's text goes to pages and assistants, so it may hold only what addresses are written with. */
const plain = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[\p{Script=Latin}\p{Nd}][\p{Script=Latin}\p{Nd} .,'’#&/()-]{0,99}$/u.test(value.trim())
    ? value.trim()
    : undefined;

/** The known address in the form of ours; `undefined` if it is not one, or of another form than ours can be. */
function read(stored: VerifiedAddress, input: Contact): Contact | undefined {
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

/** Fields that say the same stay as they were given. */
export function compareAddress(input: Contact, stored: VerifiedAddress): AddressVerdict {
  const match = read(stored, input);
  if (match === undefined) return { status: 'unknown' };
  const isSame = { lines: lines(input) === lines(match), city: folded(input.city) === folded(match.city) };
  const suggestion: Contact = {
    ...input,
    addressLine1: isSame.lines ? input.addressLine1 : match.addressLine1,
    addressLine2: isSame.lines ? input.addressLine2 : match.addressLine2,
    city: isSame.city ? input.city : match.city,
    provinceOrState: match.provinceOrState,
    postalOrZip: postal(input) === postal(match) ? input.postalOrZip : match.postalOrZip,
  };
  const what = changedFields(input, suggestion);
  return what.length === 0 ? { status: 'verified' } : { status: 'corrected', what, suggestion };
}
