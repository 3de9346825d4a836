/** The schemas in the list of tools. They are short, because every conversation includes the list. */
import type * as z from 'zod/mini';
import { type ProductName, productNames } from '../../domain/names.ts';
import { productNamed } from '../../products/index.ts';
import { type JsonSchema, jsonSchemaOf } from '../json-schema.ts';

/** Members with text that is printed, such as the message of a check. */
export const printedMembers = productNames.flatMap((name) => productNamed(name).insert?.member ?? []);

/** Members that tool results leave out. */
export const hiddenMembers = [
  ...printedMembers,
  // It costs more tokens than the rest of the result, and the linked receipt has it.
  'signature',
  // The summary includes it.
  'return_notice',
  // Assistants don't need these two, and the list of tools has no room for them.
  'attachment_pages',
  'content_parts',
  // A stranger may have written the contacts of a receipt. Its page shows them.
  'to',
  'from',
];

/** Members that the list of tools leaves out, because the text of a result or another member has the same information. */
export const unlistedMembers: readonly string[] = [
  ...hiddenMembers,
  'same_order',
  'amount_cents',
  'tax_cents',
  'total_cents',
  'most_total_cents',
  'check_amount_cents',
  'created_at',
  'send_on',
  'pages_counted_by',
  'tracking_carrier',
  'tracking_url',
  'tax_label',
  'reason',
  'document_sha256',
  'partner_id_hash',
  'letter_id',
  'check_id',
  'fax_id',
];

/**
 * Lists each member of a result once: as required if it is always present, otherwise with its type. As an alternative, it
 * allows errors, which have a code: clients with version 1 of the MCP SDK also validate errors with this schema.
 */
export function outputSchemaOf(
  schema: z.ZodMiniType,
  omitted: readonly string[],
  products: readonly ProductName[],
): JsonSchema {
  const { anyOf, ...json } = jsonSchemaOf(schema);
  // The member `service` names the product of a result.
  const isOfProducts = (choice: JsonSchema) => products.some((name) => propertiesOf(choice).service?.const === name);
  const choices = anyOf === undefined ? [json] : (anyOf as JsonSchema[]).filter(isOfProducts);
  const members: Record<string, JsonSchema> = Object.assign({}, ...choices.map(propertiesOf));
  const all = Object.entries(members).filter(([name]) => !omitted.includes(name));
  const isAlwaysPresent = (name: string) =>
    choices.every(({ required }) => Array.isArray(required) && required.includes(name));
  const always = all.map(([name]) => name).filter(isAlwaysPresent);
  const typed = all.flatMap(([name, member]) => (isAlwaysPresent(name) ? [] : [[name, typeOf(member)]]));
  return {
    type: 'object',
    properties: Object.fromEntries(typed),
    anyOf: [{ required: always }, { required: ['code'] }],
  };
}

/** The schema reduced to the types of the member and, in a list, of its entries. */
const typeOf = ({ type, items }: JsonSchema): JsonSchema =>
  type === 'array' ? { type, items: typeOf(items as JsonSchema) } : { type };

const propertiesOf = ({ properties }: JsonSchema) => (properties ?? {}) as Record<string, JsonSchema>;

/** Replaces each property of a schema with the result of `change`. Without a result, the property is left out. */
function mapProperties(
  json: JsonSchema,
  change: (member: JsonSchema, name: string) => JsonSchema | undefined,
): JsonSchema {
  if (!('properties' in json)) return json;
  const changed = Object.entries(propertiesOf(json)).map(([name, member]) => [name, change(member, name)]);
  return { ...json, properties: Object.fromEntries(changed.filter(([, member]) => member !== undefined)) };
}

/**
 * Shortens descriptions: drops sentences that occurred before or only repeat an enum. `descriptions` replaces the
 * descriptions of members: with empty text, the member has none, and with null, the member is left out.
 */
function describe(
  json: JsonSchema,
  descriptions: Readonly<Record<string, string | null | undefined>>,
  seen = new Set<string>(),
): JsonSchema {
  return mapProperties(json, (member, name) => {
    if (descriptions[name] === null) return undefined;
    const { description, ...rest } = describe(member, descriptions, member.type === 'object' ? new Set() : seen);
    if (rest.items !== undefined) {
      const { required: _, ...entry } = rest.items as JsonSchema;
      rest.items = describe(entry, descriptions);
    }
    const fresh = `${description ?? ''}`.split(/(?<=\.) /).filter((sentence) => !seen.has(sentence));
    if (descriptions[name] === undefined) for (const sentence of fresh) seen.add(sentence);
    const text = descriptions[name] ?? fresh.join(' ');
    const repeatsList = Array.isArray(rest.enum) && text === rest.enum.join(' or ');
    return text === '' || repeatsList ? rest : { ...rest, description: text };
  });
}

const isAddress = (member: JsonSchema): boolean => 'addressLine1' in propertiesOf(member);

export function inputSchemaOf(
  schema: z.ZodMiniType,
  descriptions: Parameters<typeof describe>[1],
  takesFiles: boolean,
): JsonSchema {
  // We drop rules, because an error says which rule is broken, and null, because it means a missing field.
  const full = jsonSchemaOf(schema, (_, json) => {
    for (const rule of ['default', 'minLength', 'maxLength', 'pattern', 'minimum', 'maximum', 'maxItems'])
      delete json[rule];
    if (Array.isArray(json.type)) json.type = json.type.find((name) => name !== 'null');
  });
  // The description names the required members: nested `required` lists make assistants choose a simpler tool.
  const shallow = mapProperties(full, ({ required: _, ...member }) => member);
  // An address may also be text. The recipient and the sender share one definition.
  const type = ['object', 'string'];
  const $defs: Record<string, JsonSchema> = {};
  const short = mapProperties(describe(shallow, descriptions), (order) => {
    // An address that is a request of its own has no fields here, because the schemas of jobs list them.
    if (isAddress(order)) return { type, description: order.description };
    return mapProperties(order, (member) => {
      if (!isAddress(member)) return member;
      const { description, ...shape } = member;
      $defs.to = { ...shape, type };
      return { $ref: '#/$defs/to', description };
    });
  });
  if (!takesFiles) return $defs.to === undefined ? short : { ...short, $defs };
  const description = 'True if the user will attach a PDF, JPEG or PNG on a page: then send no content.';
  return { ...short, properties: { ...propertiesOf(short), upload: { type: 'boolean', description } } };
}
