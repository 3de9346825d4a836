/** The fields of a request that its schema does not know. They are ignored, but never silently. */
import type * as z from 'zod/mini';
import { ownFile } from '../given/content.ts';
import type { Warning } from '../warnings/warning.ts';
import { listOf } from '../words.ts';
import { sameName } from './other-names.ts';

/** An object in a schema: its path, `letter.to`, and the names of its fields. */
interface Level {
  readonly path: readonly string[];
  readonly known: readonly string[];
}

export interface UnknownField {
  /** The object that holds it. */
  readonly at: Level;
  /** The name as sent: it may have any length and any characters. */
  readonly name: string;
  readonly value: unknown;
  /** All objects of the schema, because a field may stand in the wrong one. */
  readonly levels: readonly Level[];
}

/** Finds them in one pass over the request's own objects, and looks at no value. */
export function unknownFields(schema: z.ZodMiniType, raw: unknown): readonly UnknownField[] {
  const levels = [...levelsOf(schema, raw, [])];
  return levels.flatMap((at) => {
    const object = at.path.reduce<unknown>(memberOf, raw);
    if (!isObject(object)) return [];
    const known = new Set(at.known);
    return Object.keys(object)
      .filter((name) => !known.has(name) && object[name] != null && object[name] !== '')
      .map((name) => ({ at, name, value: object[name], levels }));
  });
}

/** The entries of a list are levels of their own, as many as were sent; a list that is too long is refused anyway. */
function* levelsOf(schema: z.core.$ZodType, raw: unknown, path: readonly string[]): Generator<Level> {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'optional' || def.type === 'nullable') {
    // A caller cannot have meant a field of an object that was left out.
    if (raw != null) yield* levelsOf(def.innerType, raw, path);
  } else if (def.type === 'array') {
    const entries: readonly unknown[] = Array.isArray(raw) ? raw.slice(0, mostNamed) : [];
    for (const [index, entry] of entries.entries()) yield* levelsOf(def.element, entry, [...path, `${index}`]);
  } else if (def.type === 'object') {
    yield { path, known: Object.keys(def.shape) };
    for (const [name, member] of Object.entries(def.shape))
      yield* levelsOf(member, memberOf(raw, name), [...path, name]);
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const memberOf = (value: unknown, name: string): unknown =>
  (isObject(value) || Array.isArray(value)) && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;

/** An answer names at most this many fields. */
const mostNamed = 10;

type FieldWarning = Extract<Warning, { readonly code: 'field_unknown' }>;

/** `decided`: the options that the quote has decided, which a job cannot change. */
export function fieldWarnings(fields: readonly UnknownField[], decided: readonly string[] = []): FieldWarning[] {
  const warnings = fields.slice(0, mostNamed).map((field): FieldWarning => {
    const holder = field.at.path.join('.') || undefined;
    const option = sameName(field.name, decided);
    if (option !== undefined) return { code: 'field_unknown', holder, name: shown(field.name), decidedByQuote: true };
    return { code: 'field_unknown', holder, name: shown(field.name), meant: meantBy(field) };
  });
  // Fields whose names are not shown look alike.
  return warnings.filter(
    ({ holder, name }, at) =>
      name !== undefined || warnings.findIndex((other) => other.name === undefined && other.holder === holder) === at,
  );
}

/** A name is text of a stranger: only a short one of plain letters is repeated, and none that may hold a bank number. */
const shown = (name: string): string | undefined =>
  /^[a-z][\w-]{0,39}$/i.test(name) && !/\d{4}/.test(name) ? name : undefined;

/** A field of the same object by its name, or of another object by its path; or the fields that lie one object too deep. */
function meantBy({ at, name, value, levels }: UnknownField): string | undefined {
  for (const { path, known } of [{ path: [], known: at.known }, ...levels]) {
    const meant = sameName(name, known);
    if (meant !== undefined) return [...path, meant].join('.');
  }
  const deeper = isObject(value) ? at.known.filter((known) => Object.hasOwn(value, known)) : [];
  return deeper.length === 0 ? undefined : `${listOf(deeper)}, outside of it`;
}

/** A refused request ignores nothing, so its `verdict` is empty. */
export function unknownFieldSentence(
  { holder, name, meant, decidedByQuote }: Extract<Warning, { readonly code: 'field_unknown' }>,
  verdict: '' | ' and was ignored',
): string {
  const field =
    name === undefined
      ? `${holder ?? 'The body'} has a field that is not known here${verdict}`
      : `${holder === undefined ? name : `${holder}.${name}`} is not a field of this request${verdict}`;
  if (decidedByQuote) return `${field}: the quote decides it.`;
  if (meant === undefined) return `${field}.`;
  return `${field}: did you mean ${meant}?${meant.endsWith('pdf_url') ? ` ${ownFile}` : ''}`;
}
