/** A JSON Schema as a table of fields for people: nested fields by their path, shared objects by a link. */
import type { JsonSchema } from '../json-schema.ts';

/** Objects that many answers share; each is described once, on a page of their own. */
export const sharedObjects = ['Address', 'Price', 'LetterStatus', 'CheckStatus', 'FaxStatus', 'Error'];

const nameOf = (ref: unknown): string => String(ref).slice(String(ref).lastIndexOf('/') + 1);

const linkTo = (name: string): string => `[${name}](objects.md#${name.toLowerCase()})`;

export type Schemas = Readonly<Record<string, JsonSchema>>;

const follow = (schema: JsonSchema, schemas: Schemas): JsonSchema =>
  schema.$ref === undefined ? schema : (schemas[nameOf(schema.$ref)] ?? {});

const isShared = ({ $ref }: JsonSchema): boolean => $ref !== undefined && sharedObjects.includes(nameOf($ref));

const list = (value: unknown): JsonSchema[] => (Array.isArray(value) ? value : []);

/** Told of each field that cannot be missing. */
const always = { request: ', required', answer: ', always' } as const;

type Io = keyof typeof always;

function rowsOf(schema: JsonSchema, schemas: Schemas, io: Io, before = ''): string[] {
  const required = schema.required as readonly string[] | undefined;
  const members = Object.entries((schema.properties ?? {}) as Schemas);
  return members.flatMap(([name, member]) => {
    const path = `${before}${name}`;
    const whole = { ...follow(member, schemas), ...member };
    const words = [whole.description, limitOf(member)].filter(Boolean).join(' ');
    const row = `| \`${path}\` | ${typeOf(member)}${required?.includes(name) ? always[io] : ''} | ${cell(words)} |`;
    if (isShared(member)) return [row];
    const item = follow((whole.items ?? {}) as JsonSchema, schemas);
    return [row, ...rowsOf(whole, schemas, io, `${path}.`), ...rowsOf(item, schemas, io, `${path}[].`)];
  });
}

const cell = (text: string): string => text.replaceAll('\n', ' ').replaceAll('|', '\\|');

function typeOf(schema: JsonSchema): string {
  const { type, items, enum: values, const: only, $ref } = schema;
  if ($ref !== undefined) return isShared(schema) ? linkTo(nameOf($ref)) : 'object';
  if (only !== undefined) return `\`${only}\``;
  if (Array.isArray(values)) return values.map((value) => `\`${value}\``).join(', ');
  const [first = 'any'] = [type].flat().filter((name) => name !== 'null') as string[];
  const name = first === 'string' ? 'text' : first;
  return name === 'array' ? `list of ${typeOf((items ?? {}) as JsonSchema)}` : name;
}

function limitOf({ maxLength, minimum, maximum }: JsonSchema): string {
  const count = (value: unknown) => Number(value).toLocaleString('en-US');
  if (maxLength !== undefined) return `At most ${count(maxLength)} characters.`;
  if (minimum !== undefined && maximum !== undefined) return `From ${count(minimum)} to ${count(maximum)}.`;
  return '';
}

/** The fields of a schema as Markdown; empty where there are none. */
export function fieldList(given: JsonSchema, schemas: Schemas, io: Io): string {
  const schema = follow(given, schemas);
  const parts = list(schema.allOf).filter(isShared);
  const choices = list(schema.oneOf).filter(({ $ref }) => $ref !== undefined);
  const rows = rowsOf(schema, schemas, io);
  const lines = [
    rows.length > 0 && ['| Field | Type | Meaning |', '|---|---|---|', ...rows].join('\n'),
    parts.length > 0 && `Beside these: the fields of ${parts.map(({ $ref }) => linkTo(nameOf($ref))).join(' and ')}.`,
    choices.length > 0 &&
      `One of ${choices.map(({ $ref }) => linkTo(nameOf($ref))).join(', ')}; \`service\` tells which.`,
  ];
  return lines.filter((line) => line !== false).join('\n\n');
}
