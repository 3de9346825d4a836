/** Compares names and addresses without regard to abbreviations, case, accents and look-alike letters. */
import { type Contact, personName } from '../address.ts';
import { foldName, provinceNamed } from '../money.ts';
import { normalized } from '../text.ts';
import type { CorrectedField } from '../warnings.ts';
import { type AddressVerdict, changedFields } from './likely-correction.ts';
import { isUnit, stateNamed } from './parts.ts';

/** From a letter of another alphabet, or with a stroke, to the Latin letter it looks like, which comes first in each group. */
const lookAlikes = new Map([
  ...'aаαɑᴀ@ bвβʙƀɓ cсϲᴄ dԁđðɖɗᴅ eеεɛᴇ fꜰ gɡɢց hнһհħʜ iіιıɨɪ jјᴊ kкκƙᴋ lӏłɫƚʟ| mмϻᴍ nηոɲɴ oоοօøɵᴏ pрρƥᴘ qԛ rʀɍ sѕꜱ$ tтτŧƭᴛ uυսᴜ vѵνᴠ wԝωᴡ xхχ yуүɏʏ zƶᴢ'
    .split(' ')
    .flatMap((letters) => [...letters].map((letter) => [letter, letters[0]] as const)),
  ...Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' }),
]);

/** Longer than any line of an envelope. Lines are cut to it, again after normalizing, which can turn one character into 18. */
const maxFolded = 512;

const plainOf = (line: string): string => normalized(line.slice(0, maxFolded), 'NFKD').slice(0, maxFolded);

const plainWordsOf = (text: string): string[] =>
  [
    ...plainOf(text)
      // These Greek capitals look like Latin letters, unlike their lower-case forms.
      .replace(/[ΗΝΥΜΖ]/gu, (letter) => 'hnymz'['ΗΝΥΜΖ'.indexOf(letter)] ?? letter)
      .toLowerCase()
      .replace(/[\p{M}\p{DI}.'’]/gu, ''),
  ]
    .map((letter) => lookAlikes.get(letter) ?? letter)
    .join('')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Zero and O, and one, capital I and lower-case L look the same in print, so this makes them the same. */
const mergeLookAlikes = (word: string): string =>
  word.toUpperCase().replace(/[OIL]/g, (letter) => (letter === 'O' ? '0' : '1'));

/** `c/o` or `Attn:`, before another name. Only whole words: `Medicare of …` doesn't match. */
const careOf = String.raw`(?<![\p{L}\p{N}.])(?:c\s?[/\\.]\s?o|a\s?/\s?s|attn|attention|care of|aux soins d[eu])(?=[\s:.,]|$)[:.]?`;

/**
 * Two keys of a name. The first has its words in alphabetical order, to ignore their order. The second has all its letters, in
 * the rotation that is first in the alphabet, to ignore where words are split and which comes first.
 */
export function nameKeys(name: string): string[] {
  const text = plainOf(name).replace(new RegExp(careOf, 'giu'), ' ').replaceAll('.', ' ');
  // A digit in a word with letters is read as the letter that it looks like.
  const withoutDigits = (word: string) =>
    /\p{L}/u.test(word) ? word.replace(/[34578]/g, (digit) => 'EASTB'['34578'.indexOf(digit)] ?? digit) : word;
  const all = plainWordsOf(text).map((word) => mergeLookAlikes(withoutDigits(word)));
  const titles = new Set(
    'mr mrs ms miss mx dr prof mme mlle mgr sir dame rev hon jr sr ii iii esq phd md'.split(' ').map(mergeLookAlikes),
  );
  const untitled = all.filter((word) => !titles.has(word));
  const words = untitled.length > 0 ? untitled : all;
  const letters = words.join('');
  const rotations = Array.from({ length: letters.length }, (_, at) => letters.slice(at) + letters.slice(0, at));
  return [[...new Set(words)].sort().join(' '), `=${rotations.sort()[0] ?? ''}`];
}

/** Everything in the lines above the city that may be the name of a person or a company. */
export function namesOn(contact: Contact): string[] {
  const person = personName(contact);
  const { companyName = '', addressLine1, addressLine2 = '' } = contact;
  const betweenNames = /[,;:|()&+]|(?<=^|\s)(?:and|et|or|ou|for|via|\d\S*)(?=\s|$)/iu;
  // Most lines have one or two parts. Only the first six are read.
  const parts = [person, companyName, addressLine1, addressLine2].flatMap((line) =>
    plainOf(line)
      .split(new RegExp(careOf, 'iu'))
      .flatMap((text) => [text, ...text.split(betweenNames)])
      .slice(0, 6),
  );
  const names = [person, companyName, `${person} ${companyName}`, ...parts];
  // Most lines are a single name, which would otherwise be listed several times.
  const distinct = new Set(names.map((name) => name.slice(0, maxFolded).trim()));
  return [...distinct].filter((name) => /\p{L}\P{L}*\p{L}/u.test(name));
}

/** The fields of an address as a partner returns them, unchecked. */
export type VerifiedAddress = Readonly<Partial<Record<CorrectedField, unknown>>>;

/** From each word to its short form, which comes first in its group. `STE` may be short for a suite or for `Sainte`. */
const shortWords = new Map(
  'ST STREET STR SAINT,AVE AVENUE AV,RD ROAD,DR DRIVE,LN LANE,CT COURT,PL PLACE,BLVD BOULEVARD BOUL,HWY HIGHWAY,PKWY PARKWAY,CRES CRESCENT,CIR CIRCLE,TER TERRACE,SQ SQUARE,TRL TRAIL,CH CHEMIN,MT MOUNT,FT FORT,UNIT APARTMENT APT APPARTEMENT APPT APP SUITE STE SAINTE ROOM RM NO,N NORTH NORD,S SOUTH SUD,E EAST EST,W WEST,O OUEST,NE NORTHEAST,NW NORTHWEST,SE SOUTHEAST,SW SOUTHWEST,FL FLOOR,1ST FIRST,2ND SECOND,3RD THIRD,4TH FOURTH,5TH FIFTH,6TH SIXTH,7TH SEVENTH,8TH EIGHTH,9TH NINTH,10TH TENTH'
    .split(',')
    .flatMap((line) => line.split(' ').map((word, _, [short = '']) => [word, short] as const)),
);

/** Folds street lines or a city: short forms of words, `BOX` for a PO box, `UNIT` for any unit. */
const foldAddress = (text = ''): string =>
  foldName(
    text
      .replace(/\bP(?:OST)?\.?\s*O(?:FFICE)?\.?\s*B(?:OX)?\b/i, 'BOX')
      .replaceAll('#', ' UNIT ')
      .replace(/['’]/g, ''),
  )
    // `O BRIEN` and `O'BRIEN` are the same.
    .replace(/\b([DLO]) (?=[A-Z]{2})/g, '$1')
    .split(' ')
    .map((word) => shortWords.get(word) ?? word)
    .filter((word, at, all) => word !== all[at - 1] || word !== 'UNIT')
    .join(' ');

/** As `shortWords`, with look-alike characters merged. */
const mergedWords = new Map([...shortWords].map(([word, short]) => [mergeLookAlikes(word), mergeLookAlikes(short)]));
const shorten = (word: string): string => mergedWords.get(mergeLookAlikes(word)) ?? mergeLookAlikes(word);

/** The street lines without text that doesn't change the place, such as "Rear" or "c/o Ada Lovelace". */
function placeLine(contact: Contact): string {
  const { addressLine1, addressLine2 = '', companyName = '' } = contact;
  const careOfName = new RegExp(`${careOf}[^,;]*`, 'giu');
  const partsOf = (...lines: readonly string[]) =>
    lines.flatMap((line) => plainOf(line).replace(careOfName, ' ').split(/[,;]/u));
  const mayBeStreet = (part: string) => /\d/u.test(part) && /\p{L}{2}/u.test(part);
  let parts = partsOf(addressLine1, addressLine2);
  // Some senders put the street in the field of a name.
  if (!parts.some(mayBeStreet)) parts = [...partsOf(companyName, personName(contact)).filter(mayBeStreet), ...parts];
  const streetAt = parts.findIndex(mayBeStreet);
  const isPlace = (part: string) => /\d/u.test(part) || isUnit(part) || /\b(?:building|bldg|tower|wing)\b/iu.test(part);
  return parts.filter((part, at) => streetAt < 0 || at < streetAt || isPlace(part)).join(' ');
}

/**
 * Two keys of an address, however it is written: one with its postal code, one with its city. Both have all its numbers and
 * letters, sorted, to ignore where words are split. `4` means the same as `Apt 4`.
 */
export function addressKeys(contact: Contact): string[] {
  const { countryCode, postalOrZip = '', city, provinceOrState = '' } = contact;
  const code = mergeLookAlikes(plainWordsOf(postalOrZip).join(''));
  const unit = shorten('UNIT');
  const isNumber = (piece: string) => /^\d+$/.test(piece);
  const piecesOf = (word: string): string[] => {
    const merged = mergeLookAlikes(word);
    if (isNumber(merged)) return [merged];
    // `APT4`, `12OAK` and `5TH` are two pieces each.
    const number = /^(?:\d*[2-9]\d*|\d{2,})(?=[A-Z])|[A-Z](?=\d+$)/;
    return (mergedWords.get(merged) ?? word.toUpperCase()).replace(number, '$& ').split(' ');
  };
  const pieces = plainWordsOf(placeLine(contact))
    .join(' ')
    .replace(/\bp(?:ost)? ?o(?:ffice)? ?b(?:ox)?\b/, 'box')
    .split(' ')
    .flatMap(piecesOf)
    .map(shorten)
    .filter((piece) => piece !== unit && piece !== '');
  // Long words are also shortened inside others: `OakStreet`.
  const longWords = new RegExp([...mergedWords.keys()].filter((word) => word.length > 4).join('|'), 'g');
  const letters = pieces
    .filter((piece) => !isNumber(piece))
    .join('')
    .replace(longWords, (word) => shorten(word).replace(unit, ''));
  const street = [...pieces.filter(isNumber).sort(), [...letters].sort().join('')].join(' ');
  const town = plainWordsOf(city).map(shorten).join('');
  const places = [
    countryCode === 'US' ? code.slice(0, 5) : code,
    `${town} ${mergeLookAlikes(plainWordsOf(provinceOrState).join(''))}`,
  ];
  return places.filter(Boolean).map((place) => `${countryCode} ${place} ${street}`);
}

/** The input with the verified address in it; `undefined` if the latter is incomplete or not an address. */
function contactFrom(verified: VerifiedAddress, input: Contact): Contact | undefined {
  const { countryCode } = input;
  // The text is shown on pages and to assistants, so only the characters of addresses are accepted.
  const plain = (value: unknown): string | undefined =>
    typeof value === 'string' &&
    /^[\p{Script=Latin}\p{Nd}][\p{Script=Latin}\p{Nd} .,'’#&/()-]{0,99}$/u.test(value.trim())
      ? value.trim()
      : undefined;
  const addressLine1 = plain(verified.addressLine1);
  const city = plain(verified.city);
  const region = plain(verified.provinceOrState);
  const provinceOrState = region && (countryCode === 'US' ? stateNamed(region) : provinceNamed(region));
  const code = plain(verified.postalOrZip)?.toUpperCase();
  const codePattern = countryCode === 'US' ? /^\d{5}(-\d{4})?$/ : /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/;
  const addressLine2 = plain(verified.addressLine2);
  const isLine2Malformed = addressLine2 === undefined && (verified.addressLine2 ?? '') !== '';
  if (addressLine1 === undefined || city === undefined || provinceOrState === undefined) return undefined;
  if (code === undefined || !codePattern.test(code) || isLine2Malformed) return undefined;
  return { ...input, addressLine1, addressLine2, city, provinceOrState, postalOrZip: code };
}

/** Compares the input with a partner's verified address. The suggestion changes only the fields that really differ. */
export function compareAddress(input: Contact, verified: VerifiedAddress): AddressVerdict {
  const match = contactFrom(verified, input);
  if (match === undefined) return { status: 'unknown' };
  const streetOf = ({ addressLine1, addressLine2 = '' }: Contact) => foldAddress(`${addressLine1} ${addressLine2}`);
  const codeOf = ({ postalOrZip = '', countryCode }: Contact) =>
    countryCode === 'US' ? postalOrZip.slice(0, 5) : postalOrZip.replace(/[ -]/g, '');
  const isSameStreet = streetOf(input) === streetOf(match);
  const isSameCity = foldAddress(input.city) === foldAddress(match.city);
  const suggestion: Contact = {
    ...input,
    addressLine1: isSameStreet ? input.addressLine1 : match.addressLine1,
    addressLine2: isSameStreet ? input.addressLine2 : match.addressLine2,
    city: isSameCity ? input.city : match.city,
    provinceOrState: match.provinceOrState,
    postalOrZip: codeOf(input) === codeOf(match) ? input.postalOrZip : match.postalOrZip,
  };
  const what = changedFields(input, suggestion);
  return what.length === 0 ? { status: 'verified' } : { status: 'corrected', what, suggestion };
}
