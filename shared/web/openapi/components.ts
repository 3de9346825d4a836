/** The named schemas of the OpenAPI document: each is written once and referenced by its name. */
import * as z from 'zod/mini';
import { addressSchema } from '../../domain/address.ts';
import { attachmentSchema } from '../../domain/given/attachments.ts';
import { contentHashField, contentKinds } from '../../domain/given/content.ts';
import { notifySchema } from '../../domain/job/notify.ts';
import { limitsSchema } from '../../domain/money/limits.ts';
import { priceShape } from '../../orders/views.ts';
import { type JsonSchema, namedJsonSchemas, type Refine } from '../json-schema.ts';

const place = '#/components/schemas/';

export const ref = (name: string) => ({ $ref: place + name });

export type NamedSchemas = Readonly<Record<string, z.ZodMiniType>>;

export function schemasOf(requests: NamedSchemas, answers: NamedSchemas): Record<string, JsonSchema> {
  const price = z
    .object(priceShape)
    .check(z.describe('What it costs. US orders are not taxed; for Canada the tax is added on top.'));
  return {
    ...namedJsonSchemas({ ...partsOfRequests(), ...requests }, 'input', { place, refine: withChoices }),
    ...namedJsonSchemas({ Price: price, ...answers }, 'output', { place, refine: onePrice }),
  };
}

/** Several requests have them: a caller writes one and sends it in each. */
const partsOfRequests = (): NamedSchemas => ({
  Address: addressSchema(),
  Attachment: attachmentSchema,
  Notify: notifySchema,
  Limits: limitsSchema,
});

const holds = (shape: z.core.$ZodShape, members: z.core.$ZodShape): boolean =>
  Object.entries(members).every(([name, member]) => shape[name] === member);

const requiring = (name: string) => ({
  type: 'object' as const,
  title: name,
  properties: { [name]: { type: 'string' as const } },
  required: [name],
});

const contentsIn = (shape: z.core.$ZodShape) => [
  ...contentKinds,
  ...Object.keys(contentHashField).filter((name) => name in shape),
];

/** Adds rules that zod cannot express: exactly one content, at least one name. Null means a missing field. */
const withChoices: Refine = ({ _zod: { def } }, json) => {
  if (def.type !== 'object') return;
  // Generators drop the properties beside a bare `oneOf`, and keep them beside an `allOf`.
  if (contentKinds.every((kind) => kind in def.shape)) json.allOf = [{ oneOf: contentsIn(def.shape).map(requiring) }];
  if (holds(def.shape, addressSchema().shape))
    json.allOf = [{ anyOf: ['firstName', 'companyName', 'name'].map(requiring) }];
};

const isOwn = (name: string): boolean => !(name in priceShape);

/** Gives numbers their width, and replaces the members of a price by a reference to the one schema that all prices share. */
const onePrice: Refine = ({ _zod: { def } }, json) => {
  // Times in milliseconds need more than 32 bits: generators then take a wide number.
  if (json.type === 'integer' && json.maximum === undefined) json.format = 'int64';
  if (def.type !== 'object' || !holds(def.shape, priceShape) || !Object.keys(def.shape).some(isOwn)) return;
  json.properties = Object.fromEntries(Object.entries(json.properties ?? {}).filter(([name]) => isOwn(name)));
  json.required = (json.required ?? []).filter(isOwn);
  // With one part alone, some generators take it for the whole.
  json.allOf = [ref('Price'), { description: 'The price of this product.' }];
};
