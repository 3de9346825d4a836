/** Reads the two street lines of an address: units, boxes, and what is clearly missing. Anything doubtful passes. */

type LineDoubt = 'house_number_missing' | 'street_missing' | 'unit_number_missing' | 'box_number_missing';

const unitWord = '(?:apt|apartment|unit|suite|ste|room|rm|floor|fl|appartement|appt|app|bureau|unité|local)';
const unit = new RegExp(
  String.raw`^(?:#|${unitWord}\.?(?=[\s#\d]))\s*#?\s*(?:[a-z]{1,2}|[\w-]{0,7}\d[\w-]{0,7})$`,
  'iu',
);
const unitWithoutNumber = /(?:^|[\s,])(?:apt|apartment|unit|suite|appartement|appt)\.?(?:\s*#)?$|\s#$/iu;

const boxWord = String.raw`(?:p\.?\s*o\.?\s*box|post office box|case postale)`;
const boxWithoutNumber = new RegExp(String.raw`^${boxWord}\.?(?:\s*#)?$`, 'iu');
/** Places that have no street: boxes, rural routes, general delivery, military mail. */
export const withoutStreet = new RegExp(
  String.raw`${boxWord}|^(?:box|c\.?\s?p\.?|b\.?\s?p\.?|r\.?\s?r\.?|h\.?c\.?|psc|site|comp)\b|rural route|general delivery|poste restante`,
  'iu',
);

export const streetType = '(?:st|street|ave|avenue|rd|road|blvd|boulevard|dr|drive|ln|lane|hwy|highway|cres|crescent)';
const englishStreet = new RegExp(String.raw`\S\s+${streetType}\.?(?:\s+[nsew]{1,2}\.?)?$`, 'iu');
const frenchStreet = /^(?:rue|chemin|ch|avenue|av|boulevard|boul|rang|route)\.?\s+\S/iu;
/** Some houses are numbered in words. */
const numberInWords =
  /^(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|un|une|deux|trois|quatre|cinq|sept|huit|neuf|dix)\b/iu;

export const isNumberInWords = (line: string): boolean => numberInWords.test(line);

/** `Main St`, `rue Principale` */
export const isStreetWithoutNumber = (line: string): boolean => englishStreet.test(line) || frenchStreet.test(line);

const isNumberAlone = (line: string): boolean => /^[\d\s-]+[a-z]?$/iu.test(line);

/** `Apt 4`, `# 4`, `Suite 200`, `bureau 12`: nothing but a unit. */
export const isUnit = (line: string): boolean => unit.test(line.trim());

/** `12 Main St`: it begins with a house number. */
export const isStreet = (line: string): boolean => /^\d\S*\s+\D{2}/u.test(line.trim());

/** Only where the lines themselves show it: nobody can see offline whether a building has units. */
export function lineDoubts(addressLine1: string, addressLine2 = ''): LineDoubt[] {
  const lines = [addressLine1, addressLine2].map((line) => line.trim());
  const [first = '', second = ''] = lines;
  const doubts: LineDoubt[] = [];
  if (lines.some((line) => boxWithoutNumber.test(line))) doubts.push('box_number_missing');
  if (lines.some((line) => unitWithoutNumber.test(line) && !boxWithoutNumber.test(line)))
    doubts.push('unit_number_missing');
  if (isNumberAlone(first) && (second === '' || isUnit(second))) doubts.push('street_missing');
  const hasNumber = /\p{N}/u.test(first + second) || isNumberInWords(first);
  if (isStreetWithoutNumber(first) && !hasNumber && !withoutStreet.test(first)) doubts.push('house_number_missing');
  return doubts;
}
