/** Shortens JSON Schemas for the tool list, which every conversation carries. It may loosen rules, never tighten them. */
import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type * as z from 'zod/mini';
import { type JsonSchema, jsonSchemaOf } from '../json-schema.ts';
import type { Toolset } from './toolset.ts';

type Descriptions = Readonly<Record<string, string | undefined>>;

/** `descriptions` replaces those of members. An empty text means that the name says enough. */
export function inputOf(schema: z.ZodMiniType, descriptions: Descriptions): JsonSchema {
  return withDefinitions(describe(withoutRules(jsonSchemaOf(schema, 'input')), descriptions));
}

/** The members that the next step needs. None is required, because an answer that reports a problem has others. */
export function outputOf(schema: z.ZodMiniType, members: readonly string[], products: Toolset): JsonSchema {
  const { anyOf, ...json } = jsonSchemaOf(schema, 'output');
  const all = propertiesOf(anyOf === undefined ? json : merged((anyOf as JsonSchema[]).filter(isOf(products))));
  const bare = members.map((name) => {
    const { description: _, ...member } = all[name] ?? unknownMember(name);
    return [name, member];
  });
  return { type: 'object', properties: Object.fromEntries(bare) };
}

/** An answer about one of these products, as its member `service` says. */
const isOf = (products: Toolset) => (choice: JsonSchema) =>
  valuesOf(propertiesOf(choice).service ?? {}).some((name) => products.includes(name as Toolset[number]));

function unknownMember(name: string): never {
  throw new Error(`no answer has a member ${name}`);
}

const propertiesOf = ({ properties }: JsonSchema) => (properties ?? {}) as Record<string, JsonSchema>;

function mapped(json: JsonSchema, change: (member: JsonSchema, name: string) => JsonSchema): JsonSchema {
  if (!('properties' in json)) return json;
  const changed = Object.entries(propertiesOf(json)).map(([name, member]) => [name, change(member, name)]);
  return { ...json, properties: Object.fromEntries(changed) };
}

/** Drops rules, because `ask` explains in words which one is broken. Drops null, because it means a missing field. */
function withoutRules(json: JsonSchema): JsonSchema {
  const { minLength: _, maxLength: _longest, pattern: _form, minimum: _least, maximum: _most, ...rest } = json;
  const type = Array.isArray(rest.type) ? rest.type.find((name) => name !== 'null') : rest.type;
  return mapped({ ...rest, type }, withoutRules);
}

/** Shortens descriptions: no sentence occurs twice, and none only repeats a closed list. */
function describe(json: JsonSchema, descriptions: Descriptions, known = new Set<string>()): JsonSchema {
  return mapped(json, (member, name) => {
    const { description, ...rest } = describe(member, descriptions, member.type === 'object' ? new Set() : known);
    const text = descriptions[name] ?? withoutRepeats(`${description ?? ''}`, known);
    const repeatsList = Array.isArray(rest.enum) && text === rest.enum.join(' or ');
    return text === '' || repeatsList ? rest : { ...rest, description: text };
  });
}

function withoutRepeats(description: string, known: Set<string>): string {
  const fresh = description.split(/(?<=\.) /).filter((sentence) => !known.has(sentence));
  for (const sentence of fresh) known.add(sentence);
  return fresh.join(' ');
}

/** Merges several objects into one that admits each of them. */
function merged(choices: readonly JsonSchema[]): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  for (const [name, member] of choices.flatMap((choice) => Object.entries(propertiesOf(choice))))
    properties[name] = name in properties ? either(properties[name] as JsonSchema, member) : member;
  return { type: 'object', properties };
}

const valuesOf = (json: JsonSchema): unknown[] => ('const' in json ? [json.const] : ((json.enum ?? []) as unknown[]));

function either(a: JsonSchema, b: JsonSchema): JsonSchema {
  const values = [...new Set([...valuesOf(a), ...valuesOf(b)])];
  const { const: _, ...rest } = a;
  return values.length === 0 ? rest : { ...rest, enum: values };
}

/** Moves an object that occurs in several places to `$defs`, under the name of the first place. */
function withDefinitions(json: JsonSchema): JsonSchema {
  const places = new Map<string, string[]>();
  visited(json, (member, name) => {
    if (member.type === 'object') places.set(shapeOf(member), [...(places.get(shapeOf(member)) ?? []), name]);
    return member;
  });
  const $defs: Record<string, JsonSchema> = {};
  const short = visited(json, (member) => {
    const [first, second] = places.get(shapeOf(member)) ?? [];
    if (first === undefined || second === undefined) return member;
    const { description, ...shape } = member;
    $defs[first] = shape;
    return { $ref: `#/$defs/${first}`, description };
  });
  return Object.keys($defs).length === 0 ? short : { ...short, $defs };
}

const visited = (json: JsonSchema, visit: (member: JsonSchema, name: string) => JsonSchema): JsonSchema =>
  mapped(json, (member, name) => visit(visited(member, visit), name));

const shapeOf = ({ description: _, ...shape }: JsonSchema): string => JSON.stringify(shape);

/** The schema in the SDK's form. It accepts every value, because `ask` validates, in the same words for all doors. */
export const advertised = (json: JsonSchema): StandardSchemaWithJSON<unknown, unknown> => ({
  '~standard': {
    version: 1,
    vendor: 'print-and-mail',
    validate: (value) => ({ value }),
    jsonSchema: { input: () => json, output: () => json },
  },
});
