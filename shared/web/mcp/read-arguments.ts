/** Reads arguments as small models and some hosts write them: objects, lists and booleans as text. */
import type * as z from 'zod/mini';
import { isNothing } from '../../domain/fields/faults.ts';
import { readJson } from '../http/read-json.ts';

type SentObject = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is SentObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object or list whose JSON a text is; else the value as it is. */
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

/** Reads texts where the schema wants none. Numbers stay as they are, because an amount is never guessed. */
export function readTexts(schema: z.core.$ZodType, value: unknown): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
      return readTexts(def.innerType, value);
    case 'boolean':
      return readBoolean(value);
    case 'array': {
      const list = readJsonText(value);
      return Array.isArray(list) ? list.map((entry) => readTexts(def.element, entry)) : value;
    }
    case 'object': {
      const object = readJsonText(value);
      return isObject(object) ? withMembersRead(def.shape, object) : value;
    }
    default:
      return value;
  }
}

function withMembersRead(shape: z.core.$ZodShape, object: SentObject): SentObject {
  const members = Object.entries(object).map(([name, member]) => {
    const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
    return [name, schema === undefined ? member : readTexts(schema, member)] as const;
  });
  return Object.fromEntries(members);
}

/** The message without params that are null, and with the arguments of a call as an object, if they are the text of one. */
function withParamsRead(message: unknown): unknown {
  if (!isObject(message)) return message;
  const { params, ...rest } = message;
  if (params === null) return rest;
  if (!isObject(params)) return message;
  const given = Object.fromEntries(Object.entries(params).filter(([, member]) => member !== null));
  if (message.method !== 'tools/call') return { ...rest, params: given };
  return { ...rest, params: { ...given, arguments: isNothing(given.arguments) ? {} : readJsonText(given.arguments) } };
}

/** One message, or the messages of a batch. */
export const readMessages = (sent: unknown): unknown =>
  Array.isArray(sent) ? sent.map(withParamsRead) : withParamsRead(sent);
