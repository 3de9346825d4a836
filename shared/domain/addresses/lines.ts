/** Reads the lines above the city: units, boxes, what is clearly missing, and the parts of a name. Doubtful lines pass. */

const boxWord = String.raw`(?:p\.?\s*o\.?\s*box|post office box|case postale)`;

/** Places that have no street: boxes, rural routes, general delivery, military mail. */
export const withoutStreet = new RegExp(
  String.raw`${boxWord}|^(?:box|c\.?\s?p\.?|b\.?\s?p\.?|r\.?\s?r\.?|h\.?c\.?|psc|site|comp)\b|rural route|general delivery|^gd$|poste restante`,
  'iu',
);

export const streetType = '(?:st|street|ave|avenue|rd|road|blvd|boulevard|dr|drive|ln|lane|hwy|highway|cres|crescent)';

/** Some houses are numbered in words. */
export const isNumberInWords = (line: string): boolean =>
  /^(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|un|une|deux|trois|quatre|cinq|sept|huit|neuf|dix)\b/iu.test(
    line,
  );

/** `Main St`, `rue Principale` */
export const isStreetWithoutNumber = (line: string): boolean =>
  new RegExp(String.raw`\S\s+${streetType}\.?(?:\s+[nsew]{1,2}\.?)?$`, 'iu').test(line) ||
  /^(?:rue|chemin|ch|avenue|av|boulevard|boul|rang|route)\.?\s+\S/iu.test(line);

/** `Apt 4`, `# 4`, `Suite 200`, `bureau 12`: nothing but a unit. */
export const isUnit = (line: string): boolean =>
  /^(?:#|(?:apt|apartment|unit|suite|ste|room|rm|floor|fl|appartement|appt|app|bureau|unité|local)\.?(?=[\s#\d]))\s*#?\s*(?:[a-z]{1,2}|[\w-]{0,7}\d[\w-]{0,7})$/iu.test(
    line.trim(),
  );

/** `12 Main St`: it begins with a house number. */
export const isStreet = (line: string): boolean => /^\d\S*\s+\D{2}/u.test(line.trim());

/** Only what the lines themselves show: whether a building has units can't be seen offline. */
export function lineDoubts(addressLine1: string, addressLine2 = '') {
  const boxWithoutNumber = new RegExp(String.raw`^${boxWord}\.?(?:\s*#)?$`, 'iu');
  const unitWithoutNumber = /(?:^|[\s,])(?:apt|apartment|unit|suite|appartement|appt)\.?(?:\s*#)?$|\s#$/iu;
  const lines = [addressLine1, addressLine2].map((line) => line.trim());
  const [first = '', second = ''] = lines;
  const doubts: ('house_number_missing' | 'street_missing' | 'unit_number_missing' | 'box_number_missing')[] = [];
  if (lines.some((line) => boxWithoutNumber.test(line))) doubts.push('box_number_missing');
  if (lines.some((line) => unitWithoutNumber.test(line) && !boxWithoutNumber.test(line)))
    doubts.push('unit_number_missing');
  if (/^[\d\s-]+[a-z]?$/iu.test(first) && (second === '' || isUnit(second))) doubts.push('street_missing');
  const hasNumber = /\p{N}/u.test(first + second) || isNumberInWords(first);
  if (isStreetWithoutNumber(first) && !hasNumber && !withoutStreet.test(first)) doubts.push('house_number_missing');
  return doubts;
}

const bare = (word: string) => word.replace(/[.,]/g, '').toLowerCase();

/** Whether a word stays with the last name: "Martin Luther King Jr.", and "Acme, Inc.", a company in place of a person. */
export const isSuffix = (word: string) =>
  /^(?:jr|sr|i{2,3}|iv|vi?|esq|phd|md|dds|dvm|jd|cpa|rn|pe|cfa|mba|obe|cbe|inc|ll[cp]|ltd|ltée|ltee|corp)$/.test(
    bare(word),
  );

/** A comma means "Last, First", unless only suffixes follow it, "Sammy Davis, Jr.", or letters of a degree: "Jane Roe, LCSW". */
function inReadingOrder(name: string): string[] {
  const words = name.trim().split(/\s+/);
  const comma = name.indexOf(',');
  if (comma < 1) return words;
  const [before, after] = [name.slice(0, comma).trim(), name.slice(comma + 1).trim()];
  const givenNames = after.split(/[\s,]+/).filter(Boolean);
  const isDegree = (word: string) => /\p{Ll}/u.test(before) && /^\p{Lu}(?:\.?\p{Lu})+\.?$/u.test(word);
  const stays = givenNames.every((word) => isSuffix(word) || isDegree(word));
  if (before === '' || before.includes('&') || stays) return words;
  return [...givenNames.filter((word) => !isSuffix(word)), ...before.split(/\s+/), ...givenNames.filter(isSuffix)];
}

/**
 * The first and last name that print partners need: `"Vincent van Gogh"` → Vincent | van Gogh; `"Lovelace, Ada"` → Ada |
 * Lovelace. The name is not blank. Nothing is lost or reordered in print.
 */
export function splitName(name: string): { readonly firstName: string; readonly lastName?: string } {
  // No field of a name is longer.
  const words = inReadingOrder(name.slice(0, 256));
  let end = words.length;
  while (end > 1 && isSuffix(words[end - 1] ?? '')) end -= 1;
  let start = end - 1;
  // Particles begin the last name: "Ludwig van Beethoven", "Oscar de la Renta".
  const particle =
    /^(?:af|al|ap|ben|bint?|das?|de[ilnr]?|della|di|dos|du|el|ibn|las?|les?|los?|mac|mc|san|santa|ste?|te|te[nr]|van|vander?|vom|von|y|zu|zu[mr])$/;
  while (start > 1 && particle.test(bare(words[start - 1] ?? ''))) start -= 1;
  if (start < 1) start = Math.min(words.length, 1);
  const firstName = words.slice(0, start).join(' ');
  const lastName = words.slice(start).join(' ');
  return lastName === '' ? { firstName } : { firstName, lastName };
}
