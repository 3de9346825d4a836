/** Reads an address as people write it in one line: `Ada Lovelace, 12 Main St, Apt 4, Albany, NY 12207`. */
import type { Address } from '../../client/index.ts';
import { misused } from './stop.ts';

const example = '"Ada Lovelace, 12 Main St, Albany, NY 12207"';
const countries = new Map<string, 'US' | 'CA'>([
  ...(['us', 'usa', 'united states'] as const).map((name) => [name, 'US'] as const),
  ...(['ca', 'canada'] as const).map((name) => [name, 'CA'] as const),
]);

const zip = /^(.*?)\s*(\d{5}(?:-\d{4})?)$/;
const postalCode = /^(.*?)\s*([A-Za-z]\d[A-Za-z] ?\d[A-Za-z]\d)$/;

/** `option` names the address in a complaint. The country follows from the code, and may stand at the end. */
export function addressIn(option: '--to' | '--from', line: string): Address {
  const parts = line.split(/[,\n]/).map((part) => part.trim());
  const named = countries.get((parts.at(-1) ?? '').toLowerCase());
  const rest = (named === undefined ? parts : parts.slice(0, -1)).filter((part) => part !== '');
  const last = rest.at(-1) ?? '';
  const american = zip.exec(last);
  const canadian = american === null ? postalCode.exec(last) : null;
  const [, state = '', code = ''] = american ?? canadian ?? [];
  // "NY, 12207" stands in two parts, "NY 12207" in one.
  const before = state === '' ? rest.slice(0, -1) : [...rest.slice(0, -1), state];
  const [name, addressLine1, ...more] = before;
  const [provinceOrState, city, ...lines] = more.reverse();
  if (code === '' || !name || !addressLine1 || !provinceOrState || !city || lines.length > 1)
    throw misused(`${option} is no whole address: give name, street, city, state and code, ${example}.`);
  const countryCode = american === null ? 'CA' : 'US';
  if (named !== undefined && named !== countryCode)
    throw misused(`${option} names ${named}, and its code is one of ${countryCode}: one of them is wrong.`);
  const [addressLine2] = lines;
  return { name, addressLine1, addressLine2, city, provinceOrState, postalOrZip: code.toUpperCase(), countryCode };
}
