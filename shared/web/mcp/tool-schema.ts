/** Shortens JSON Schemas for the tool list, which every conversation carries. It may loosen rules, never tighten them. */
import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type * as z from 'zod/mini';
import { type Change, type JsonSchema, jsonSchemaOf } from '../json-schema.ts';
import type { Toolset } from './toolset.ts';

type Descriptions = Readonly<Record<string, string | null | undefined>>;

/** `descriptions` replaces those of members. An empty text means that the name says enough; null leaves the member out. */
export function inputOf(schema: z.ZodMiniType, descriptions: Descriptions): JsonSchema {
  return withDefinitions(describe(withShallowNeeds(jsonSchemaOf(schema, withoutRules)), descriptions));
}

/**
 * All members of an answer: those that are always there as required, the others with their types. Every conversation
 * carries the list of tools, so none is named twice. A problem has a code instead: the clients of the first SDK hold
 * problems against this schema, too.
 */
export function outputOf(schema: z.ZodMiniType, hidden: readonly string[], products: Toolset): JsonSchema {
  const { anyOf, ...json } = jsonSchemaOf(schema);
  const choices = anyOf === undefined ? [json] : (anyOf as JsonSchema[]).filter(isOf(products));
  const members: Record<string, JsonSchema> = Object.assign({}, ...choices.map(propertiesOf));
  const all = Object.entries(members).filter(([name]) => !hidden.includes(name));
  const isAlways = (name: string) => choices.every(({ required }) => namesIn(required).includes(name));
  const always = all.map(([name]) => name).filter(isAlways);
  const typed = all.flatMap(([name, member]) => (isAlways(name) ? [] : [[name, typeOf(member)]]));
  return {
    type: 'object',
    properties: Object.fromEntries(typed),
    anyOf: [{ required: always }, { required: ['code'] }],
  };
}

const namesIn = (required: unknown): readonly unknown[] => (Array.isArray(required) ? required : []);

/** A list says what it holds; an object does not. */
const typeOf = ({ type, items }: JsonSchema): JsonSchema =>
  type === 'array' ? { type, items: typeOf(items as JsonSchema) } : { type };

/** The description names the needed members: a deep list of them makes assistants choose a cheaper tool. */
const withShallowNeeds = (json: JsonSchema): JsonSchema => mapped(json, ({ required: _, ...member }) => member);

/** An answer about one of these products, as its member `service` says. */
const isOf = (products: Toolset) => (choice: JsonSchema) =>
  products.some((name) => propertiesOf(choice).service?.const === name);

const propertiesOf = ({ properties }: JsonSchema) => (properties ?? {}) as Record<string, JsonSchema>;

/** A member for which `change` has no schema is left out. */
function mapped(json: JsonSchema, change: (member: JsonSchema, name: string) => JsonSchema | undefined): JsonSchema {
  if (!('properties' in json)) return json;
  const changed = Object.entries(propertiesOf(json)).map(([name, member]) => [name, change(member, name)]);
  return { ...json, properties: Object.fromEntries(changed.filter(([, member]) => member !== undefined)) };
}

const rules = ['default', 'minLength', 'maxLength', 'pattern', 'minimum', 'maximum', 'maxItems'] as const;

/** Drops rules, because `ask` explains in words which one is broken. Drops null, because it means a missing field. */
const withoutRules: Change = (_, json) => {
  for (const rule of rules) delete json[rule];
  if (Array.isArray(json.type)) json.type = json.type.find((name) => name !== 'null');
};

/** Shortens descriptions: no sentence occurs twice, and none only repeats a closed list. */
function describe(json: JsonSchema, descriptions: Descriptions, known = new Set<string>()): JsonSchema {
  return mapped(json, (member, name) => {
    if (descriptions[name] === null) return undefined;
    const { description, ...rest } = describe(member, descriptions, member.type === 'object' ? new Set() : known);
    if (rest.items !== undefined) {
      const { required: _, ...entry } = rest.items as JsonSchema;
      rest.items = describe(entry, descriptions);
    }
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
export const advertised = (json: () => JsonSchema): StandardSchemaWithJSON<unknown, unknown> => ({
  '~standard': {
    version: 1,
    vendor: 'print-and-mail',
    validate: (value) => ({ value }),
    jsonSchema: { input: json, output: json },
  },
});
