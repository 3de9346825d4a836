/** Reads what people and models write in their own way: an address as text, a national fax number, `USA`, an id in capitals. */
import { misreadings, readWrittenAddress, type WrittenAddress } from '../../domain/addresses/written-address.ts';
import { productNames } from '../../domain/names.ts';
import { invalid } from '../../domain/refusal.ts';
import { productNamed } from '../../products/index.ts';

type Arguments = Readonly<Record<string, unknown>>;
type TextReader = (text: string) => string;

export interface ReadArguments {
  readonly request: unknown;
  /** The addresses that were sent as text, by the names of their fields, so that an answer can show how they were read. */
  readonly addresses: Readonly<Record<string, WrittenAddress>>;
}

const isObject = (value: unknown): value is Arguments =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const countries: readonly (readonly [RegExp, string])[] = [
  [/^(?:u\.?s\.?(?:a\.?)?|united states(?: of america)?)$/i, 'US'],
  [/^(?:ca|can|canada)$/i, 'CA'],
];

const readCountry: TextReader = (text) => countries.find(([name]) => name.test(text.trim()))?.[1] ?? text;

/** `(416) 555-0134`, `1-416-555-0134` and `+1 416.555.0134` are `+14165550134`. Anything else stays as it is. */
const readNumber: TextReader = (text) => {
  const [, digits] = /^(?:\+?1)?(\d{10})$/.exec(text.slice(0, 40).replace(/[\s().\u2010-\u2015-]/g, '')) ?? [];
  return digits === undefined ? text : `+1${digits}`;
};

/** Ids have no capitals, and blanks come along when they are copied. */
const readId: TextReader = (text) => (/^\s*[a-z]+_[0-9a-z]{26}\s*$/i.test(text) ? text.trim().toLowerCase() : text);

/** The page on which a file is attached, sent in place of the file. */
const readUpload: TextReader = (text) => text.replace(/(\/uploads\/upload_[0-9a-z]{26})\/attach$/, '$1');

function readAddress(text: string, field: string): WrittenAddress {
  const address = readWrittenAddress(text);
  if (!('problem' in address)) return address;
  const cure =
    address.problem === misreadings.code
      ? 'ask the user for it'
      : `write it like "${address.example}", in one line or several, or send an object with its fields`;
  throw invalid(field, `can't be read, because ${address.problem}: ${cure}.`);
}

function withRead(members: Arguments, readers: Readonly<Record<string, TextReader>>): Arguments {
  const read = Object.entries(readers).flatMap(([name, reader]) => {
    const value = members[name];
    return typeof value === 'string' ? [[name, reader(value)] as const] : [];
  });
  return { ...members, ...Object.fromEntries(read) };
}

export function readArguments(raw: unknown): ReadArguments {
  if (!isObject(raw)) return { request: raw, addresses: {} };
  const addresses: Record<string, WrittenAddress> = {};
  const withAddresses = (members: Arguments, names: readonly string[], path: string): Arguments => {
    const read: Record<string, unknown> = { ...members };
    for (const name of names) {
      const value = members[name];
      if (isObject(value)) read[name] = withRead(value, { countryCode: readCountry });
      if (typeof value === 'string' && value !== '') read[name] = addresses[name] = readAddress(value, path + name);
    }
    return read;
  };
  const top = withRead(raw, { country: readCountry, job_id: readId, quote_id: readId, pdf_url: readUpload });
  const request: Record<string, unknown> = { ...withAddresses(top, ['address'], '') };
  for (const product of productNames) {
    const order = raw[product];
    if (!isObject(order)) continue;
    const read = withRead(order, { to_number: readNumber, bank_account: readId });
    const isMail = productNamed(product).mailsTo !== undefined;
    request[product] = isMail ? withAddresses(read, ['to', 'from'], `${product}.`) : read;
  }
  return { request, addresses };
}
