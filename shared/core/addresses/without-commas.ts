/** Tells where a name ends and a street begins, and where a street ends and a city begins, when no comma does. */
import { isCityOfZip, isNearlyCityOfZip, isZipOfSide } from '../places/city-names.ts';
import { isNumberInWords } from './lines.ts';
import {
  beforeNumbers,
  cityEnds,
  cityStarts,
  hasDigit,
  houseEnds,
  isCityWithSide,
  isSide,
  letteredRoads,
  longSides,
  nameStarts,
  noCityWords,
  onlySaints,
  placeTypes,
  plainWord,
  roadWords,
  saints,
  shortSides,
  streetTypes,
  twoSides,
  typesInFront,
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
  if (!/^(?:[a-z]{1,2}|([a-z])\1\1)$/u.test(word)) return false;
  if (isLetter(word) && unitWords.has(previous)) return true;
  if (isLetter(word) && letteredRoads.has(previous) && !isSide(word)) return true;
  if (isLetter(word) && !shortSides.has(word)) return at > 1 && (endsUnit(words, at - 1) || endsStreet(words, at - 1));
  return /^(?:road|rd|hwy|highway)$/u.test(previous) && /^(?:county|cty|co|state)$/u.test(plainWord(words[at - 2]));
}

/** A second number behind a house number and a street's name is a unit's: "203 N Wabash 608". */
function isUnitNumber(words: Words, at: number): boolean {
  const previous = plainWord(words[at - 1]);
  if (/^#/u.test(words[at] ?? '') || unitWords.has(previous) || (roadWords.has(previous) && at > 0)) return true;
  // "Dept 472 806009965", "Hwys 51 and 151"
  const other = previous === 'and' || previous === '' ? at - 2 : at - 1;
  if (other > 0 && hasDigit(words[other]) && isUnitNumber(words, other)) return true;
  return hasDigit(words[0]) && words.slice(1, at).some((word) => !isSide(word) && !hasDigit(word));
}

/** Streets of Utah have numbers for names: "239 South 500 East". */
const endsGrid = (words: Words, at: number): boolean =>
  at === 2 && hasDigit(words[0]) && isSide(words[1] ?? '') && isSide(words[3] ?? '');

/** `4222 North Way`: the side is the street's name. */
const isSideStreet = (words: Words): boolean =>
  plainWord(words[1]).length > 2 &&
  /^(?:street|ave|avenue|blvd|boulevard|rd|road|dr|drive|ln|lane|way|pkwy|parkway)$/u.test(plainWord(words[2]));

/** Whether a street's type, or a side of two letters, stands at the word: a number and a name go before it. */
function endsStreet(words: Words, at: number, types: ReadonlySet<string> = streetTypes): boolean {
  const word = plainWord(words[at]);
  const isNamed = word === 'broadway' || at > 2 || !isSide(words[1] ?? '') || isSideStreet(words);
  if (at < 2 || !isNamed) return false;
  if (!words.slice(0, at).some((each) => hasDigit(each) || isNumberInWords(each))) return false;
  return types.has(word) || (types === streetTypes && twoSides.has(word));
}

const isSaint = (words: Words, at: number): boolean =>
  /^(?:st|ste|saint|sault)$/u.test(plainWord(words[at])) &&
  (saints.has(plainWord(words[at + 1])) || plainWord(words[at]) === 'sault');

/** Whether a city begins with the side at the index: "West Palm Beach". */
const beginsCity = (words: Words, at: number, zip: string): boolean =>
  isCityWithSide(words[at] ?? '', words.slice(at + 1), zip);

/** The sides of the town behind a street: "N E", "NW", "South". Undefined where one may as well begin the city. */
function afterSides(
  words: Words,
  from: number,
  zip: string,
  isNumbered = isOrdinal(words[from - 2]),
): number | undefined {
  let at = from;
  if (plainWord(words[at]) === 'of') at += /^the?$/u.test(plainWord(words[at + 1])) ? 3 : 2;
  const before = at;
  while (shortSides.has(plainWord(words[at])) && at < words.length - 1) at += 1;
  const isOne = at === before + 1 && isLetter(plainWord(words[before]));
  if (isOne) return beginsCity(words, before, zip) ? undefined : at;
  const isLast = at > before && isLetter(plainWord(words[at - 1])) && !isLetter(plainWord(words[at - 2]));
  if (isLast && at > before + 1) return undefined;
  if (!longSides.has(plainWord(words[at])) || at === words.length - 1) return at;
  if (!beginsCity(words, at, zip)) return at + 1;
  return isNumbered ? undefined : at;
}

/** `Malmstrom A F B`: an air force base. */
const isBase = (words: Words): boolean => words.length > 3 && words.slice(-3).map(plainWord).join(' ') === 'a f b';

function isCity(words: Words): boolean {
  if (words.length === 0 || words.length > 4) return false;
  if (isBase(words)) return isCity(words.slice(0, -3));
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
function saintEnd(words: Words, at: number, zip: string): number | undefined {
  const isWhole = endsStreet(words, at - 1) || endsUnit(words, at - 1);
  if (isWhole || plainWord(words[at]) !== 'st' || onlySaints.has(plainWord(words[at + 1])))
    return at < 2 ? undefined : at;
  const type = words.findLastIndex((_, index) => index < at && endsStreet(words, index));
  return type >= 0 && afterSides(words, type + 1, zip) === at ? at : undefined;
}

/** Behind a house number: one word of a street and one of a city, or two that begin as cities do. */
function shortStreetEnd(words: Words): number | undefined {
  if (!hasDigit(words[0])) return undefined;
  const start = isSide(words[1] ?? '') ? 2 : 1;
  const rest = words.slice(start).map(plainWord);
  const [first = '', second = '', third = ''] = rest;
  if (nameStarts.has(first)) return rest.length === 3 ? start + 2 : undefined;
  if (typesInFront.has(first))
    return rest.length === 4 && /^del?$/u.test(second) && !cityStarts.has(third) ? start + 3 : undefined;
  // "12 Oak Park" and "12 rue Verdun" have no street, or no city.
  const isTwo =
    rest.length === 2 && !cityStarts.has(first) && !/^(?:rue|chemin|rang)$/u.test(first) && !placeTypes.has(second);
  return isTwo || (rest.length === 3 && cityStarts.has(second)) ? start + 1 : undefined;
}

/** A side that can only be the city's: the street has one already, or the ZIP code is that city's. */
function sidedCityStart(words: Words, zip: string): number | undefined {
  const at = words.findIndex((word, index) => index > 2 && isSide(word) && beginsCity(words, index, zip));
  const [side = '', before = '', first = ''] = [words[at], words[at - 1], words[1]];
  const isOfCity =
    twoSides.has(plainWord(before)) ||
    twoSides.has(plainWord(words[at - 2]) + plainWord(before)) ||
    isOnAxis(first, side) ||
    isCityOfZip(zip, words.slice(at));
  return at > 2 && hasDigit(words[0]) && isOfCity ? at : undefined;
}

const isOnAxis = (one: string, other: string): boolean =>
  [one, other].every((side) => isSide(side) && /^[ns]/u.test(plainWord(side))) ||
  [one, other].every((side) => isSide(side) && /^[ew]/u.test(plainWord(side)));

/** A number and a name, or the end of a street that commas have parted: `L`, `W.`. */
function isStreetBefore(words: Words, at: number): boolean {
  const last = plainWord(words[at - 1]);
  if (nameStarts.has(last) || typesInFront.has(last) || /^(?:and|&|of|the|de|la|el|los|las)$/u.test(last)) return false;
  if (at === 1 && !hasDigit(words[0])) return isLetter(last) || isSide(last);
  const start = words.findIndex((word) => hasDigit(word) || isNumberInWords(word));
  if (start < 0 || start >= at) return false;
  return start > 0 || words.slice(1, at).some((word) => !isSide(word));
}

/** The index of the longest city of the ZIP code at the end. One that is written in full goes before one that is not. */
export function cityStart(words: Words, zip: string): number | undefined {
  const starts = [5, 4, 3, 2, 1].map((count) => words.length - count).filter((at) => at > 0);
  return [isCityOfZip, isNearlyCityOfZip]
    .map((isCityHere) => starts.find((start) => isCityHere(zip, words.slice(start))))
    .find((at) => at !== undefined);
}

/** Whether a city begins there behind a whole street, and behind no side that may be its own. */
const followsStreet = (words: Words, at: number, zip: string): boolean =>
  isStreetBefore(words, at) && !(isSide(words[at - 1] ?? '') && beginsCity(words, at - 1, zip));

/** The index behind the street's last word, or undefined where two readings are left. */
function streetEnd(words: Words, zip: string): number | undefined {
  const positions = words.slice(0, -1).map((_, at) => at);
  const saint = positions.findLast((at) => isSaint(words, at));
  if (saint !== undefined) return saintEnd(words, plainWord(words[saint - 1]) === 'sault' ? saint - 1 : saint, zip);
  const unit = positions.findLast((at) => endsUnit(words, at)) ?? -1;
  const type = positions.findLast((at) => endsStreet(words, at)) ?? -1;
  const house = positions.findLast((at) => houseEnds.has(plainWord(words[at]))) ?? -1;
  if (house > Math.max(unit, type) && Math.max(unit, type) >= 0) return afterUnit(words, house, zip);
  if (type > unit) return afterSides(words, type + 1, zip);
  if (unit >= 0) return afterUnit(words, unit, zip);
  const places = positions.filter((at) => endsStreet(words, at, placeTypes));
  if (places.length > 1) return undefined;
  return places[0] === undefined ? shortStreetEnd(words) : afterSides(words, places[0] + 1, zip);
}

const isRoad = (words: Words, at: number): boolean =>
  roadWords.has(plainWord(words[at - 1])) ||
  (plainWord(words[at - 1]) === 'no' && roadWords.has(plainWord(words[at - 2])));

/** A side belongs to a road, "Highway 19 North", and to the city behind a unit: "Apt 4 North Bend". */
function afterUnit(words: Words, at: number, zip: string): number | undefined {
  if (endsGrid(words, at)) return at + 2;
  if (isRoad(words, at)) return afterSides(words, at + 1, zip, true);
  return !shortSides.has(plainWord(words[at + 1])) || beginsCity(words, at + 1, zip) ? at + 1 : undefined;
}

/** `12 Main St Albany` → its street and its city, or undefined where their border is in doubt. */
export function splitStreetAndCity(text: string, zip = ''): readonly [street: string, city: string] | undefined {
  const words = text.split(/\s+/);
  const alone = twoSides.has(plainWord(words[0])) ? 1 : undefined;
  const ruled = [sidedCityStart(words, zip), wholeStreetEnd(words, zip), alone].find(
    (at) => at !== undefined && isCity(words.slice(at)),
  );
  const city = cityStart(words, zip);
  const known = city !== undefined && followsStreet(words, city, zip) ? city : undefined;
  const end = known ?? ruled;
  const isOther = ruled !== undefined && city !== undefined && ruled !== city && !isSide(words[ruled] ?? '');
  if (isOther && (known === undefined || ruled < known)) return undefined;
  return end === undefined ? undefined : [words.slice(0, end).join(' '), words.slice(end).join(' ')];
}

/** Not behind a side that may be the city's: "Rivona Dr W Bloomfld Tw", and with a code of North Little Rock "Rd North Rock". */
function wholeStreetEnd(words: Words, zip: string): number | undefined {
  const end = streetEnd(words, zip);
  const side = end === undefined ? '' : (words[end - 1] ?? '');
  const isUnknown = isLetter(plainWord(side)) && words.length - (end ?? 0) > 1 && !isCityOfZip(zip, words.slice(end));
  return isSide(side) && (isZipOfSide(zip, side) || isUnknown) ? undefined : end;
}

/** Whether a text between commas holds more than a city: "Ste B Alpharetta", "12 Main St Albany". */
export function holdsMoreThanCity(text: string, zip: string): boolean {
  const words = text.split(/\s+/);
  if (isBase(words) || isCityOfZip(zip, words)) return false;
  return (
    (shortSides.has(plainWord(words[0])) && isCityOfZip(zip, words.slice(1)) && !beginsCity(words, 0, zip)) ||
    twoSides.has(plainWord(words[0])) ||
    /^[^\Wnsew\d_]$/iu.test(words[0] ?? '') ||
    words.some((word) => hasDigit(word) || noCityWords.has(plainWord(word))) ||
    (unitWords.has(plainWord(words[0])) && !isSaint(words, 0)) ||
    /^[a-z]$/iu.test(plainWord(words.at(-1)))
  );
}
