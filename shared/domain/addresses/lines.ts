/** The words by which the lines above the city are recognized: units, boxes, streets and suffixes of names. */

export const boxWord = String.raw`(?:p\.?\s*o\.?\s*box|post office box|case postale)`;

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

/** Whether a word stays with the last name: "Martin Luther King Jr.", and "Acme, Inc.", a company in place of a person. */
export const isSuffix = (word: string) =>
  /^(?:jr|sr|i{2,3}|iv|vi?|esq|phd|md|dds|dvm|jd|cpa|rn|pe|cfa|mba|obe|cbe|inc|ll[cp]|ltd|ltée|ltee|corp)$/i.test(
    word.replace(/[.,]/g, ''),
  );
