/** Converts the zod schemas that validate to JSON Schema 2020-12, which OpenAPI and MCP show to callers. */
import * as z from 'zod/mini';

export type JsonSchema = Record<string, unknown>;

/** `input` describes requests, `output` answers. Throws if JSON Schema cannot express the schema. */
export function jsonSchemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'throw',
    override,
  });
  return json;
}

/** Refines the JSON Schema of one zod schema, after the common changes. */
export type Refine = (zodSchema: z.core.$ZodTypes, json: z.core.JSONSchema.BaseSchema) => void;

/** Converts named schemas. A named schema inside another one becomes a `$ref`. */
export function namedJsonSchemas(
  named: Readonly<Record<string, z.ZodMiniType>>,
  io: 'input' | 'output',
  { place, refine }: { readonly place: string; readonly refine: Refine },
): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'throw',
    uri: (id) => place + id,
    override: (context) => {
      override(context);
      // A reference needs no change: its target was refined already.
      if (context.jsonSchema.$ref === undefined) refine(context.zodSchema as z.core.$ZodTypes, context.jsonSchema);
    },
  });
  return Object.fromEntries(Object.entries(schemas).map(([id, { $schema: _, $id: __, ...json }]) => [id, json]));
}

const override: NonNullable<z.core.ToJSONSchemaParams['override']> = ({ zodSchema, jsonSchema }) => {
  const { def } = zodSchema._zod;
  withoutEmptyWords(jsonSchema);
  // Forms send an empty text for a missing field; other callers omit it or send null.
  if (def.type === 'pipe' && (def as z.core.$ZodPipeDef).in._zod.def.type === 'transform') {
    delete jsonSchema.minLength;
    if (jsonSchema.type === 'string') Object.assign(jsonSchema, { type: ['string', 'null'] });
  }
  if (def.type === 'nullable') flattenNull(jsonSchema);
};

/** Removes safe-integer bounds, bans on fields that answers may add later, and patterns that only JavaScript reads. */
function withoutEmptyWords(json: z.core.JSONSchema.BaseSchema): void {
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
  if (json.additionalProperties === false) delete json.additionalProperties;
  if (isOurDialect(json.pattern)) delete json.pattern;
  if (json.allOf === undefined) return;
  json.allOf = json.allOf.filter((part) => !(isOurDialect(part.pattern) && Object.keys(part).length === 1));
  if (json.allOf.length === 0) delete json.allOf;
}

const isOurDialect = (pattern: unknown): boolean => typeof pattern === 'string' && /\\[pP]\{|\\u/.test(pattern);

/** Replaces a choice between a type and null by one list of types, and moves the description outside. */
function flattenNull(json: z.core.JSONSchema.BaseSchema): void {
  const [inner, none] = json.anyOf ?? [];
  if (json.anyOf?.length !== 2 || none?.type !== 'null' || typeof inner?.type !== 'string' || inner.enum) return;
  delete json.anyOf;
  Object.assign(json, { ...inner, ...json, type: [inner.type, 'null'] });
}
