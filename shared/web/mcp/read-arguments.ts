/**
 * Reads the arguments of tools as people and models write them: objects, lists and booleans as text, an address as text, a
 * national fax number, `USA`, an id in capitals.
 */
import type * as z from 'zod/mini';
import { misreadings, readWrittenAddress, type WrittenAddress } from '../../domain/addresses/written-address.ts';
import { isEmpty } from '../../domain/fields.ts';
import { productNames } from '../../domain/names.ts';
import { invalid } from '../../domain/refusal.ts';
import { productNamed } from '../../products/index.ts';
import { readJson } from '../http/read-json.ts';
import type { Json } from '../json-schema.ts';

type TextReader = (text: string) => string;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const readCountry: TextReader = (text) => {
  const name = text.trim();
  if (/^(?:u\.?s\.?(?:a\.?)?|united states(?: of america)?)$/i.test(name)) return 'US';
  return /^(?:ca|can|canada)$/i.test(name) ? 'CA' : text;
};

/** Ids are lowercase, and a copied id may have spaces, quotation marks or a period around it. */
const readId: TextReader = (text) =>
  /^[^a-z0-9]*([a-z]+_[0-9a-z]{26})[^a-z0-9]*$/i.exec(text)?.[1]?.toLowerCase() ?? text;

/** Some clients send the URL of the page where a person attaches the file. */
const readFileUrl: TextReader = (text) => text.replace(/(\/uploads\/upload_[0-9a-z]{26})\/attach$/, '$1');

/** `(416) 555-0134`, `1-416-555-0134` and `+1 416.555.0134` become `+14165550134`. Any other text stays as it is. */
const readFaxNumber: TextReader = (text) => {
  const [, digits] = /^(?:\+?1)?(\d{10})$/.exec(text.replace(/[\s().\u2010-\u2015-]/g, '')) ?? [];
  return digits === undefined ? text : `+1${digits}`;
};

/** `readers`: for the members with these names, if they are text. */
function readMembers(members: Json, readers: Readonly<Record<string, TextReader>>): Json {
  const read = Object.entries(readers).flatMap(([name, reader]) => {
    const value = members[name];
    return typeof value === 'string' ? [[name, reader(value)] as const] : [];
  });
  return { ...members, ...Object.fromEntries(read) };
}

/** Advice on addresses that only the user can correct, by the problem. */
const fixes: Readonly<Record<string, string>> = {
  [misreadings.code]: 'ask the user for it',
  [misreadings.zip]: 'ask the user which one is right',
  [misreadings.country]: 'ask the user which one is right',
  [misreadings.abroad]: 'tell the user',
};

/** `addresses`: those that the client sent as text, by field, so that the result can show how we read them. */
export function readArguments(raw: unknown): {
  readonly request: unknown;
  readonly addresses: Readonly<Record<string, WrittenAddress>>;
} {
  if (!isObject(raw)) return { request: raw, addresses: {} };
  const addresses: Record<string, WrittenAddress> = {};
  const readAddress = (text: string, field: string): WrittenAddress => {
    if (/^\s*\{/.test(text)) throw invalid(field, 'is not valid JSON: send the object itself, not its text.');
    const address = readWrittenAddress(text);
    if (!('problem' in address)) return address;
    const fix =
      fixes[address.problem] ??
      `write it like "${address.example}", on one line or several, or send an object with its fields`;
    throw invalid(field, `can't be read, because ${address.problem}: ${fix}.`);
  };
  const withAddresses = (members: Json, names: readonly string[], path: string): Json => {
    const read: Record<string, unknown> = { ...members };
    for (const name of names) {
      const value = members[name];
      if (isObject(value)) read[name] = readMembers(value, { countryCode: readCountry });
      if (typeof value !== 'string' || value === '') continue;
      const address = readAddress(value, path + name);
      addresses[name] = address;
      read[name] = address;
    }
    return read;
  };
  const top = readMembers(raw, {
    country: readCountry,
    job_id: readId,
    quote_id: readId,
    from_job: readId,
    pdf_url: readFileUrl,
  });
  const request: Record<string, unknown> = { ...withAddresses(top, ['address'], '') };
  if (Array.isArray(request.attachments))
    request.attachments = request.attachments.map((file) =>
      isObject(file) ? readMembers(file, { pdf_url: readFileUrl }) : file,
    );
  for (const product of productNames) {
    const order = raw[product];
    if (!isObject(order)) continue;
    const read = readMembers(order, { to_number: readFaxNumber, bank_account: readId });
    const isMail = productNamed(product).mailsTo !== undefined;
    request[product] = isMail ? withAddresses(read, ['to', 'from'], `${product}.`) : read;
  }
  return { request, addresses };
}

/** Parses a text that is the JSON of an object or a list. Returns any other value unchanged. */
function readJsonText(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return readJson(value);
  } catch {
    return value;
  }
}

export const readBoolean = (value: unknown): unknown =>
  typeof value === 'string' && /^(?:true|false)$/i.test(value) ? value.toLowerCase() === 'true' : value;

/** Parses text where the schema expects an object, a list or a boolean. Not where it expects a number: we never guess amounts. */
export function readTexts(schema: z.core.$ZodType, value: unknown): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
      return readTexts(def.innerType, value);
    case 'pipe':
      return readTexts(def.in, value);
    case 'boolean':
      return readBoolean(value);
    case 'array': {
      const list = readJsonText(value);
      return Array.isArray(list) ? list.map((entry) => readTexts(def.element, entry)) : value;
    }
    case 'object': {
      const object = readJsonText(value);
      if (!isObject(object)) return value;
      const members = Object.entries(object).map(([name, member]) => {
        const memberSchema = Object.hasOwn(def.shape, name) ? def.shape[name] : undefined;
        return [name, memberSchema === undefined ? member : readTexts(memberSchema, member)] as const;
      });
      return Object.fromEntries(members);
    }
    default:
      return value;
  }
}

/** Prepares a message, or each one of a batch: drops null params, and parses the arguments of a call if they are text. */
export function readMessages(body: unknown): unknown {
  const read = (message: unknown): unknown => {
    if (!isObject(message)) return message;
    const { params, ...rest } = message;
    if (params === null) return rest;
    if (!isObject(params)) return message;
    const present = Object.fromEntries(Object.entries(params).filter(([, member]) => member !== null));
    if (message.method !== 'tools/call') return { ...rest, params: present };
    const args = isEmpty(present.arguments) ? {} : readJsonText(present.arguments);
    return { ...rest, params: { ...present, arguments: args } };
  };
  return Array.isArray(body) ? body.map(read) : read(body);
}
