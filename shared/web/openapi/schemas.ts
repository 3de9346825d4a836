/** The named schemas of the OpenAPI document: each is written once and referenced by its name. */
import * as z from 'zod/mini';
import { addressSchema } from '../../domain/address.ts';
import { attachmentSchema, contentHashField, contentKinds } from '../../domain/input/content.ts';
import { type EventName, eventNames, type JobEvent } from '../../domain/job/job.ts';
import { notifySchema } from '../../domain/job/notify.ts';
import { limitsSchema } from '../../domain/money.ts';
import { partnerIdField, productNames } from '../../domain/names.ts';
import type { Product } from '../../domain/product.ts';
import { capitalized } from '../../domain/text.ts';
import { notifications } from '../../notify/notifications.ts';
import { expectedDelivery, statusView } from '../../orders/follow/get-job.ts';
import { timeline } from '../../orders/follow/state-words.ts';
import { priceShape } from '../../orders/views.ts';
import { productNamed } from '../../products/index.ts';
import { pluralsOf, productDocs } from '../docs/products.ts';
import { type Change, type JsonSchema, namedJsonSchemas, ref } from '../json-schema.ts';
import { errorView } from './errors.ts';
import { operations } from './operations.ts';

/** Marks integers of 64 bits, and replaces the members of a price with a reference to the schema that all prices share. */
const adjustForGenerators: Change = ({ _zod: { def } }, json) => {
  // Times in milliseconds need more than 32 bits, and generators choose a type by the format.
  if (json.type === 'integer' && json.maximum === undefined) json.format = 'int64';
  if (def.type !== 'object') return;
  const { shape } = def;
  const hasPrice = Object.entries(priceShape).every(([name, member]) => shape[name] === member);
  const isOther = (name: string): boolean => !(name in priceShape);
  if (!hasPrice || !Object.keys(shape).some(isOther)) return;
  json.properties = Object.fromEntries(Object.entries(json.properties ?? {}).filter(([name]) => isOther(name)));
  json.required = (json.required ?? []).filter(isOther);
  // If allOf has a single member, some generators ignore the properties beside it.
  json.allOf = [ref('Price'), { description: 'The price of this product.' }];
};

/** Says which contents a request needs. From a choice of schemas, generators make every content required, or drop all. */
const describeContents: Change = ({ _zod: { def } }, json) => {
  if (def.type !== 'object' || !contentKinds.every((kind) => kind in def.shape)) return;
  const contents = [...contentKinds, 'from_job', ...Object.keys(contentHashField)].filter((name) => name in def.shape);
  const also = 'content_hash' in def.shape ? '; content_hash may also accompany another' : '';
  json.description = [json.description, `Exactly one of ${contents.join(', ')}${also}.`].filter(Boolean).join(' ');
};

const eventJob = z
  .nullable(z.string())
  .check(z.describe('The job that the event belongs to, if it is one of this service.'));

const ignored = z
  .nullable(z.string())
  .check(z.describe('Why the event changed nothing, if it did not concern this service.'));

const partnerId = z.nullable(z.string()).check(z.describe('The partner’s own id, once it has the order.'));

const others = productDocs.filter(({ name }) => name !== 'letter');

/** `EventView`, the response to an event of a payment provider, for the document. */
export const paymentEventView = z.object({
  ok: z.boolean().check(z.describe('Whether everything has gone well so far.')),
  job_id: eventJob,
  // Unlike the members of other products, this one is never missing.
  letter_id: partnerId.check(z.describe(`Null for ${pluralsOf(others)}, and until the partner has responded.`)),
  ...Object.fromEntries(others.map(({ name }) => [partnerIdField(name), z.optional(partnerId)])),
  ignored,
  error: z.optional(z.string().check(z.describe('Why the job was not fulfilled.'))),
});

const stripeEvent = z
  .looseObject({
    id: z.string().check(z.describe('The event’s own id.')),
    type: z
      .string()
      .check(
        z.describe('For example `checkout.session.completed`; types that do not concern this service are ignored.'),
      ),
    data: z.object({ object: z.looseObject({}).check(z.describe('The checkout session.')) }),
  })
  .check(z.describe('An event in Stripe’s own shape.'));

/** For statuses that the gateway may also send. It is one schema, because generators fail on a choice of two. */
const gatewayError = z
  .object({
    error: z.optional(z.string().check(z.describe('For people: what happened, and the fix.'))),
    code: z.optional(z.string().check(z.describe('For programs, one of those of an Error.'))),
    docs_url: z.optional(z.string().check(z.describe('A page that explains the code.'))),
    message: z.optional(z.string().check(z.describe('What the gateway says, such as `Too Many Requests`.'))),
  })
  .check(z.describe('An error, or only the `message` of API Gateway on AWS, if no function has responded.'));

/** The types of events that jobs of a product can have. A fax, for example, is never delivered or returned. */
export function eventTypesOf({ name, leftAs, wire }: Product): readonly JobEvent['type'][] {
  const { status } = wire();
  const never: Partial<Record<EventName, boolean>> = {
    delivered: !('delivery_status' in status && z.safeParse(status.delivery_status, 'delivered').success),
    returned: !('returned_at' in status),
    scanned: !('carrier_scans' in status),
    pickup_available: !('tracking_number' in status),
  };
  return eventNames(leftAs).flatMap((event) => (never[event] ? [] : [`${name}.${event}` as const]));
}

/** An event as receivers get it. */
export function eventView(product: Product) {
  const { job_id, order_number, status, payment_status, fulfillment_status, delivery_status } = statusView(product)
    .shape as z.core.$ZodLooseShape;
  return z.object({
    type: z.enum(eventTypesOf(product)).check(z.describe('Clients ignore types that they do not know.')),
    timestamp: z.string().check(z.describe('When it happened, `2026-11-21T12:00:00.000Z`.')),
    receiver: z
      .string()
      .check(z.describe('The origin of the URL that it was sent to: refuse events for other receivers.')),
    data: z
      .object({ job_id, order_number, status, payment_status, fulfillment_status, delivery_status })
      .check(z.describe('The statuses of the job at that time.')),
  });
}

/** A schema for each product, by name, such as `LetterStatus`. */
const ofProducts = (suffix: string, view: (product: Product) => z.ZodMiniType) =>
  Object.fromEntries(productNames.map((name) => [capitalized(name) + suffix, view(productNamed(name))]));

export function namedSchemas(): Record<string, JsonSchema> {
  const requests = operations.flatMap(({ schemas: { request }, input }) => (request ? [[request, input]] : []));
  const responses = operations.flatMap(({ schemas: { answer }, output }) =>
    answer === undefined ? [] : [[answer, output]],
  );
  const statuses = ofProducts('Status', statusView);
  const refs = Object.keys(statuses).map(ref);
  const schemas = {
    ...namedJsonSchemas(
      {
        // Schemas that several requests contain.
        Address: addressSchema(),
        Attachment: attachmentSchema,
        Notify: notifySchema,
        Limits: limitsSchema,
        ...Object.fromEntries(requests),
        StripeEvent: stripeEvent,
        // From any print or fax partner.
        PartnerEvent: z.looseObject({}).check(z.describe('An event in the partner’s own shape.')),
      },
      describeContents,
    ),
    ...namedJsonSchemas(
      {
        Price: z
          .object(priceShape)
          .check(z.describe('What it costs. US orders are not taxed; for Canada the tax is added on top.')),
        ...Object.fromEntries(responses),
        ...statuses,
        Timeline: timeline,
        ExpectedDelivery: expectedDelivery,
        Notifications: notifications,
        ...ofProducts('Event', eventView),
        PaymentEventResponse: paymentEventView,
        // `PartnerEventView`, the response to an event of a partner.
        PartnerEventResponse: z.object({
          ok: z.literal(true).check(z.describe('Received.')),
          job_id: eventJob,
          ignored,
        }),
        Error: errorView,
        GatewayError: gatewayError,
      },
      adjustForGenerators,
    ),
  };
  // A reference to the schema of each product, which `service` chooses.
  const mapping = Object.fromEntries(productNames.map((name, at) => [name, refs[at]?.$ref]));
  return { ...schemas, JobStatus: { oneOf: refs, discriminator: { propertyName: 'service', mapping } } };
}
