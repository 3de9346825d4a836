/** The events that receivers get, as the `webhooks` of the OpenAPI document: a schema, and an example of every type. */
import * as z from 'zod/mini';
import { type EventName, type EventType, eventNames } from '../../domain/job/event.ts';
import { type ProductName, productNames } from '../../domain/names.ts';
import type { Product } from '../../domain/product.ts';
import { capitalised } from '../../domain/words.ts';
import { statusView } from '../../orders/follow/status-view.ts';
import { productNamed } from '../../products/index.ts';
import { createdAt, sampleId } from '../docs/products/doc-samples.ts';
import { docsOf } from '../docs/products/docs.ts';
import type { Json } from './codes.ts';
import { ref } from './components.ts';
import { tagName } from './operations.ts';

const receiverOf = z
  .string()
  .check(z.describe('The origin of the address that it was sent to: refuse what was meant for another.'));

const timestamp = z.string().check(z.describe('When it became true, `2026-11-21T12:00:00.000Z`.'));

const eventSchemaName = (product: ProductName) => `${capitalised(product)}Event`;

function eventView(product: Product) {
  const { job_id, order_number, status, payment_status, fulfillment_status, delivery_status } = statusView(product)
    .shape as z.core.$ZodLooseShape;
  return z.object({
    type: z.enum(eventTypesOf(product)).check(z.describe('Clients ignore types that they do not know.')),
    timestamp,
    receiver: receiverOf,
    data: z
      .object({ job_id, order_number, status, payment_status, fulfillment_status, delivery_status })
      .check(z.describe('How the job stood at that time, in the words of its view.')),
  });
}

/** Shown in the document by these names. */
export const webhookViews = Object.fromEntries(
  productNames.map((name) => [eventSchemaName(name), eventView(productNamed(name))]),
);

/** `[status, payment, fulfillment, delivery]`; the words of a fax are in the second list where they differ. */
type Standing = readonly [status: string, payment: string, fulfillment: string, delivery?: string];

const stopped = (status: 'cancelled' | 'failed'): Standing => [status, 'paid', status];

const standings: Readonly<Record<EventName, Standing>> = {
  created: ['awaiting_payment', 'pending', 'not_started'],
  paid: ['paid', 'paid', 'queued'],
  handed_over: ['fulfilled', 'paid', 'in_production'],
  in_production: ['fulfilled', 'paid', 'in_production'],
  mailed: ['fulfilled', 'paid', 'mailed'],
  sent: ['fulfilled', 'paid', 'sent'],
  scanned: ['fulfilled', 'paid', 'mailed'],
  pickup_available: ['fulfilled', 'paid', 'mailed', 'in_transit'],
  delivered: ['fulfilled', 'paid', 'mailed', 'delivered'],
  returned: ['fulfilled', 'paid', 'mailed'],
  failed: stopped('failed'),
  cancelled: stopped('cancelled'),
  expired: ['cancelled', 'pending', 'cancelled'],
  refund_issued: stopped('cancelled'),
  refund_needs_support: stopped('failed'),
};

const faxWords: Partial<Readonly<Record<EventName, string>>> = { handed_over: 'queued', in_production: 'sending' };

export function eventExample(product: ProductName, type: EventType): Json {
  const name = type.slice(product.length + 1) as EventName;
  const [status, payment, fulfillment, delivery = 'untracked'] = standings[name];
  return {
    type,
    timestamp: new Date(createdAt).toISOString(),
    receiver: 'https://shop.example.com',
    data: {
      job_id: sampleId('job'),
      order_number: '70K2M9QX4T',
      status,
      payment_status: payment,
      fulfillment_status: docsOf[product].leftAs === 'sent' ? (faxWords[name] ?? fulfillment) : fulfillment,
      delivery_status: delivery,
    },
  };
}

const header = (name: string, description: string): Json => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

const parameters = [
  header('webhook-id', 'The same in every attempt: leave out what you have had.'),
  header('webhook-timestamp', 'Of this attempt, Unix time in seconds.'),
  header('webhook-signature', '`v1a,…` (Ed25519) and, with a secret of your own, `v1,…`: over `id.timestamp.body`.'),
];

const described = (description: string): Json => ({ description });

const responses: Json = {
  '2XX': described('Taken: it is told once.'),
  '410': described('No more events of this job are wanted.'),
  '429': described('Later, after `Retry-After`. So are 408 and 5xx: later events wait for this one.'),
  default: described('Not taken: it is told again for three days. Redirects are not followed.'),
};

const posted = (schema: string, examples: Json): Json => ({
  required: true,
  content: { 'application/json': { schema: ref(schema), examples } },
});

export const webhooks: Json = Object.fromEntries(
  productNames.map((name) => {
    const examples = eventTypesOf(productNamed(name)).map((type) => [type, { value: eventExample(name, type) }]);
    return [
      `${name}Event`,
      {
        post: {
          operationId: `${name}Event`,
          tags: [tagName('webhooks')],
          summary: `There is news of a ${name} job whose \`notify\` names this receiver.`,
          parameters,
          requestBody: posted(eventSchemaName(name), Object.fromEntries(examples)),
          responses,
        },
      },
    ];
  }),
);

/** Nothing is said of a product that its views could not say: a fax is never delivered, and never comes back. */
export function eventTypesOf({ name, leftAs, wire }: Product): readonly EventType[] {
  const { status } = wire();
  const never: Partial<Record<EventName, boolean>> = {
    delivered: !('delivery_status' in status && z.safeParse(status.delivery_status, 'delivered').success),
    returned: !('returned_at' in status),
    scanned: !('carrier_scans' in status),
    pickup_available: !('tracking_number' in status),
  };
  return eventNames(leftAs).flatMap((event) => (never[event] ? [] : [`${name}.${event}` as const]));
}
