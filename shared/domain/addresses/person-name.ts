/** Splits a full name into the first and last name that print partners need. Nothing is lost or reordered in print. */
/** These stay with the last name: "Martin Luther King Jr."; also "Acme, Inc.", a firm in place of a person. */
const suffixes = new Set(
  'jr sr ii iii iv v vi esq phd md dds dvm jd cpa rn pe cfa mba obe cbe inc llc llp ltd ltée ltee corp'.split(' '),
);

/** These begin the last name: "Ludwig van Beethoven", "Oscar de la Renta". */
const particles = new Set(
  'af al ap ben bin bint da das de dei del della der den di dos du el ibn la las le les lo los mac mc san santa st ste te ten ter van vande vander vom von y zu zum zur'.split(
    ' ',
  ),
);

const bare = (word: string) => word.replace(/[.,]/g, '').toLowerCase();
/** `Jr.`, `Inc.` */
export const isSuffix = (word: string) => suffixes.has(bare(word));

/** A comma means "Last, First", unless only suffixes follow it: "Sammy Davis, Jr." */
function inReadingOrder(name: string): string[] {
  const words = name.trim().split(/\s+/);
  const comma = name.indexOf(',');
  if (comma < 1) return words;
  const [before, after] = [name.slice(0, comma).trim(), name.slice(comma + 1).trim()];
  const given = after.split(/[\s,]+/).filter(Boolean);
  if (before === '' || given.length === 0 || given.every(isSuffix)) return words;
  return [...given.filter((word) => !isSuffix(word)), ...before.split(/\s+/), ...given.filter(isSuffix)];
}

/** No field of a name is that long. */
const mostRead = 256;

/** `"Vincent van Gogh"` → Vincent | van Gogh; `"Lovelace, Ada"` → Ada | Lovelace. The name is not blank. */
export function splitName(name: string): { readonly firstName: string; readonly lastName?: string } {
  const words = inReadingOrder(name.slice(0, mostRead));
  let end = words.length;
  while (end > 1 && isSuffix(words[end - 1] ?? '')) end -= 1;
  let start = end - 1;
  while (start > 1 && particles.has(bare(words[start - 1] ?? ''))) start -= 1;
  if (start < 1) start = Math.min(words.length, 1);
  const firstName = words.slice(0, start).join(' ');
  const lastName = words.slice(start).join(' ');
  return lastName === '' ? { firstName } : { firstName, lastName };
}
