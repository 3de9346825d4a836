/** Lists the fields of a use case's input schema, so that tests also cover fields that are added later. */
import type * as z from 'zod/mini';

export interface Field {
  /** From the root of the body, such as `['letter', 'to', 'city']`. */
  readonly path: readonly string[];
  readonly required: boolean;
  /** The type of its value. */
  readonly type: 'object' | 'list' | 'boolean' | 'number' | 'text';
}

interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly innerType?: Schema;
  readonly in?: Schema;
  readonly out?: Schema;
}

interface Schema {
  readonly _zod: { readonly def: Definition; readonly optin?: string };
}

/** The definition inside optional, nullable and default wrappers and pipes. */
function core({ _zod: { def } }: Schema): Definition {
  const inner = def.innerType ?? (def.out?._zod.def.type === 'transform' ? def.in : def.out);
  return inner === undefined ? def : core(inner);
}

const isRequired = ({ _zod: { def, optin } }: Schema): boolean => optin !== 'optional' && def.type !== 'default';

const types: Readonly<Record<string, Field['type']>> = {
  object: 'object',
  boolean: 'boolean',
  array: 'list',
  number: 'number',
};

function* walk(schema: Schema, path: readonly string[]): Generator<Field> {
  for (const [name, member] of Object.entries(core(schema).shape ?? {})) {
    const { type } = core(member);
    const here = [...path, name];
    yield { path: here, required: isRequired(member), type: types[type] ?? 'text' };
    if (type === 'object') yield* walk(member, here);
  }
}

export const fieldsOf = (input: z.ZodMiniType): Field[] => [...walk(input as unknown as Schema, [])];

/** A copy of the request with the field at that path changed, or removed if `value` is undefined. */
export function changed(request: unknown, path: readonly string[], value: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  const { [name]: member, ...others } = (request ?? {}) as Record<string, unknown>;
  const next = rest.length === 0 ? value : changed(member, rest, value);
  return next === undefined ? others : { ...others, [name]: next };
}
