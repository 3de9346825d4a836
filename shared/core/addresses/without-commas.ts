/** Tells where a name ends and a street begins, and where a street ends and a city begins, when no comma does. */
import { isNumberInWords } from './lines.ts';
import {
  beforeNumbers,
  cityEnds,
  cityStarts,
  hasDigit,
  isCityWithSide,
  isSide,
  longSides,
  noCityWords,
  onlySaints,
  placeTypes,
  plainWord,
  roadWords,
  saints,
  shortSides,
  streetTypes,
  twoSides,
  unitsAlone,
  unitWords,
} from './street-words.ts';

type Words = readonly string[];

const isOrdinal = (word = ''): boolean => /\d(?:st|nd|rd|th)$/iu.test(word);
const floorsInWords = /^(?:first|second|third|fourth|fifth|ground|lower|upper)$/u;
const isLetter = (word: string): boolean => /^[a-z]$/u.test(word);

/** `Ave.`, `N.W.`: the last word of a street. */
export const isStreetTail = (word: string): boolean =>
  streetTypes.has(plainWord(word)) || shortSides.has(plainWord(word));

/** `Ada Lovelace 12 Main St` → its name and its street, or undefined if no name stands before a number. */
export function splitNameAndStreet(text: string): readonly [name: string, street: string] | undefined {
  const words = text.split(/\s+/);
  const digit = words.findIndex((word) => hasDigit(word));
  let start = digit < 0 ? words.findIndex((word, at) => at > 0 && isNumberInWords(word)) : digit;
  while (start > 0 && beforeNumbers.has(plainWord(words[start - 1]))) start -= 1;
  return start < 1 ? undefined : [words.slice(0, start).join(' '), words.slice(start).join(' ')];
}

/** Whether a unit, a box or a road ends with the word: "Apt 4", "# D", "Highway 71", "County Road MM". */
function endsUnit(words: Words, at: number): boolean {
  const word = plainWord(words[at]);
  const previous = plainWord(words[at - 1]);
  if (unitsAlone.has(word)) return at > 1;
  if (/^(?:floor|fl|flr|level|lvl)$/u.test(word)) return isOrdinal(previous) || floorsInWords.test(previous);
  if (hasDigit(word)) return !isOrdinal(word) && (isUnitNumber(words, at) || endsGrid(words, at));
  if (!/^[a-z]{1,2}$/u.test(word)) return false;
  if (isLetter(word) && unitWords.has(previous)) return true;
  if (isLetter(word) && !shortSides.has(word)) return at > 1 && (endsUnit(words, at - 1) || endsStreet(words, at - 1));
  return /^(?:road|rd|hwy|highway)$/u.test(previous) && /^(?:county|cty|co|state)$/u.test(plainWord(words[at - 2]));
}

/** A second number behind a house number and a street's name is a unit's: "203 N Wabash 608". */
function isUnitNumber(words: Words, at: number): boolean {
  const previous = plainWord(words[at - 1]);
  if (/^#/u.test(words[at] ?? '') || unitWords.has(previous) || (roadWords.has(previous) && at > 0)) return true;
  return hasDigit(words[0]) && words.slice(1, at).some((word) => !isSide(word) && !hasDigit(word));
}

/** Streets of Utah have numbers for names: "239 South 500 East". */
const endsGrid = (words: Words, at: number): boolean =>
  at === 2 && hasDigit(words[0]) && isSide(words[1] ?? '') && isSide(words[3] ?? '');

/** Whether a street's type, or a side of two letters, stands at the word: a number and a name go before it. */
function endsStreet(words: Words, at: number, types: ReadonlySet<string> = streetTypes): boolean {
  const word = plainWord(words[at]);
  const isNamed = word === 'broadway' || at > 2 || !isSide(words[1] ?? '');
  if (at < 2 || !isNamed) return false;
  if (!words.slice(0, at).some((each) => hasDigit(each) || isNumberInWords(each))) return false;
  return types.has(word) || (types === streetTypes && twoSides.has(word));
}

const isSaint = (words: Words, at: number): boolean =>
  /^(?:st|ste|saint|sault)$/u.test(plainWord(words[at])) &&
  (saints.has(plainWord(words[at + 1])) || plainWord(words[at]) === 'sault');

/** Whether a city begins with the side at the index: "West Palm Beach". */
const beginsCity = (words: Words, at: number): boolean => isCityWithSide(words[at] ?? '', words.slice(at + 1));

/** The sides of the town behind a street: "N E", "NW", "South". Undefined where one may as well begin the city. */
function afterSides(words: Words, from: number, isNumbered = isOrdinal(words[from - 2])): number | undefined {
  let at = from;
  if (plainWord(words[at]) === 'of') at += plainWord(words[at + 1]) === 'the' ? 3 : 2;
  const before = at;
  while (shortSides.has(plainWord(words[at])) && at < words.length - 1) at += 1;
  const isOne = at === before + 1 && isLetter(plainWord(words[before]));
  if (isOne) return beginsCity(words, before) ? undefined : at;
  const isLast = at > before && isLetter(plainWord(words[at - 1])) && !isLetter(plainWord(words[at - 2]));
  if (isLast && at > before + 1) return undefined;
  if (!longSides.has(plainWord(words[at])) || at === words.length - 1) return at;
  if (!beginsCity(words, at)) return at + 1;
  return isNumbered ? undefined : at;
}

function isCity(words: Words): boolean {
  if (words.length === 0 || words.length > 4) return false;
  return words.every((word, at) => {
    const swallows =
      placeTypes.has(plainWord(word)) && at > 0 && at < words.length - 1 && !cityEnds.has(plainWord(words[at + 1]));
    return (
      !hasDigit(word) &&
      !noCityWords.has(plainWord(word)) &&
      !swallows &&
      (word.length > 1 || isSide(word) || plainWord(word) === 'o')
    );
  });
}

/** The word at which "St Louis" begins, if what stands before it is a whole street. */
function saintEnd(words: Words, at: number): number | undefined {
  const isWhole = endsStreet(words, at - 1) || endsUnit(words, at - 1);
  if (isWhole || plainWord(words[at]) !== 'st' || onlySaints.has(plainWord(words[at + 1])))
    return at < 2 ? undefined : at;
  const type = words.findLastIndex((_, index) => index < at && endsStreet(words, index));
  return type >= 0 && afterSides(words, type + 1) === at ? at : undefined;
}

/** Behind a house number: one word of a street and one of a city, or two that begin as cities do. */
function shortStreetEnd(words: Words): number | undefined {
  if (!hasDigit(words[0])) return undefined;
  const start = isSide(words[1] ?? '') ? 2 : 1;
  const rest = words.slice(start).map(plainWord);
  const isTwo = rest.length === 2 && !cityStarts.has(rest[0] ?? '');
  return isTwo || (rest.length === 3 && cityStarts.has(rest[1] ?? '')) ? start + 1 : undefined;
}

/** The index behind the street's last word, or undefined where two readings are left. */
function streetEnd(words: Words): number | undefined {
  const positions = words.slice(0, -1).map((_, at) => at);
  const saint = positions.findLast((at) => isSaint(words, at));
  if (saint !== undefined) return saintEnd(words, plainWord(words[saint - 1]) === 'sault' ? saint - 1 : saint);
  const unit = positions.findLast((at) => endsUnit(words, at)) ?? -1;
  const type = positions.findLast((at) => endsStreet(words, at)) ?? -1;
  if (type > unit) return afterSides(words, type + 1);
  if (unit >= 0) return afterUnit(words, unit);
  const places = positions.filter((at) => endsStreet(words, at, placeTypes));
  if (places.length > 1) return undefined;
  return places[0] === undefined ? shortStreetEnd(words) : afterSides(words, places[0] + 1);
}

const isRoad = (words: Words, at: number): boolean =>
  roadWords.has(plainWord(words[at - 1])) ||
  (plainWord(words[at - 1]) === 'no' && roadWords.has(plainWord(words[at - 2])));

/** A side belongs to a road, "Highway 19 North", and to the city behind a unit: "Apt 4 North Bend". */
function afterUnit(words: Words, at: number): number | undefined {
  if (endsGrid(words, at)) return at + 2;
  if (isRoad(words, at)) return afterSides(words, at + 1, true);
  return !shortSides.has(plainWord(words[at + 1])) || beginsCity(words, at + 1) ? at + 1 : undefined;
}

/** `12 Main St Albany` → its street and its city, or undefined where their border is in doubt. */
export function splitStreetAndCity(text: string): readonly [street: string, city: string] | undefined {
  const words = text.split(/\s+/);
  const end = streetEnd(words) ?? (twoSides.has(plainWord(words[0])) ? 1 : undefined);
  if (end === undefined || !isCity(words.slice(end))) return undefined;
  return [words.slice(0, end).join(' '), words.slice(end).join(' ')];
}

/** Whether a text between commas holds more than a city: "Ste B Alpharetta", "12 Main St Albany". */
export function holdsMoreThanCity(text: string): boolean {
  const words = text.split(/\s+/);
  return (
    twoSides.has(plainWord(words[0])) ||
    words.some((word) => hasDigit(word) || noCityWords.has(plainWord(word))) ||
    (unitWords.has(plainWord(words[0])) && !isSaint(words, 0)) ||
    /^[a-z]$/iu.test(plainWord(words.at(-1)))
  );
}
