/** Converts the zod schemas that validate requests to JSON Schema 2020-12, for OpenAPI and MCP. */
import * as z from 'zod/mini';

export type Json = Readonly<Record<string, unknown>>;
export type JsonSchema = Record<string, unknown>;

/** A reference to a named schema of the OpenAPI document. */
export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Edits the JSON Schema of one zod schema in place, after the common changes. */
export type Change = (zodSchema: z.core.$ZodTypes, json: z.core.JSONSchema.BaseSchema) => void;

/** Options of `toJSONSchema`, which throws for what JSON Schema can't express. Inputs and outputs have the same types. */
const conversion = (change?: Change) =>
  ({
    io: 'input',
    target: 'draft-2020-12',
    unrepresentable: 'throw',
    override({ zodSchema, jsonSchema }) {
      const { def } = zodSchema._zod;
      removeNoise(jsonSchema);
      // A field that a transform reads first: forms send an empty string for no value, and other clients null or nothing.
      if (def.type === 'pipe' && (def as z.core.$ZodPipeDef).in._zod.def.type === 'transform') {
        delete jsonSchema.minLength;
        if (jsonSchema.type === 'string') Object.assign(jsonSchema, { type: ['string', 'null'] });
      }
      // A choice between a type and null becomes one list of types, with the description beside it.
      const [inner, other] = jsonSchema.anyOf ?? [];
      const isOrNull = jsonSchema.anyOf?.length === 2 && other?.type === 'null';
      if (def.type === 'nullable' && isOrNull && typeof inner?.type === 'string' && !inner.enum) {
        delete jsonSchema.anyOf;
        Object.assign(jsonSchema, { ...inner, ...jsonSchema, type: [inner.type, 'null'] });
      }
      // Fields that we accept but don't publish are marked in their metadata.
      if (def.type === 'object')
        for (const [name, member] of Object.entries((def as z.core.$ZodObjectDef).shape))
          if (z.globalRegistry.get(member)?.unpublished === true) delete jsonSchema.properties?.[name];
      // A reference needs no change, because its target gets it.
      if (jsonSchema.$ref === undefined) change?.(zodSchema as z.core.$ZodTypes, jsonSchema);
    },
  }) as const satisfies z.core.ToJSONSchemaParams;

export function jsonSchemaOf(schema: z.ZodMiniType, change?: Change): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, conversion(change));
  return json;
}

/** The schemas by name. A named schema inside another one becomes a reference. */
export function namedJsonSchemas(
  named: Readonly<Record<string, z.ZodMiniType>>,
  change: Change,
): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { ...conversion(change), uri: (id) => ref(id).$ref });
  return Object.fromEntries(Object.entries(schemas).map(([id, { $schema: _, $id: __, ...json }]) => [id, json]));
}

/** Removes the bounds of safe integers, bans on unknown fields (responses may gain some), and patterns only for JavaScript. */
function removeNoise(json: z.core.JSONSchema.BaseSchema): void {
  const isJavaScriptOnly = (pattern: unknown) => typeof pattern === 'string' && /\\[pP]\{|\\u/.test(pattern);
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
  if (json.additionalProperties === false) delete json.additionalProperties;
  if (isJavaScriptOnly(json.pattern)) delete json.pattern;
  if (json.allOf === undefined) return;
  json.allOf = json.allOf.filter((member) => !(isJavaScriptOnly(member.pattern) && Object.keys(member).length === 1));
  if (json.allOf.length === 0) delete json.allOf;
}
