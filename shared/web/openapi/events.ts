/** The webhooks in the OpenAPI document: a loose schema of each event, and the answers. */
import * as z from 'zod/mini';
import { partnerIdField } from '../../domain/names.ts';
import type { Outcome } from '../../orders/use-case.ts';
import { pluralsOf, productDocs } from '../docs/products/docs.ts';
import { statusOfOutcome } from '../http/problem.ts';
import type { Json } from './codes.ts';
import { ref } from './components.ts';
import { headersOf, refusalResponses } from './responses.ts';

export const stripeEventView = z
  .looseObject({
    id: z.string().check(z.describe('The event’s own id.')),
    type: z
      .string()
      .check(z.describe('`checkout.session.completed`, for one; kinds that do not concern this service are ignored.')),
    data: z.object({ object: z.looseObject({}).check(z.describe('The checkout session.')) }),
  })
  .check(z.describe('An event in Stripe’s own shape.'));

const partnerId = z.nullable(z.string()).check(z.describe('The partner’s own id, once it holds the order.'));

const others = productDocs.filter(({ name }) => name !== 'letter');

/** The documented form of `EventView`. */
export const eventView = z.object({
  ok: z.boolean().check(z.describe('Whether all went well so far.')),
  job_id: z.nullable(z.string()).check(z.describe('The job that the event belongs to, if it is one of this service.')),
  // This member is older than the other products, so it is never missing.
  letter_id: partnerId.check(z.describe(`Null for ${pluralsOf(others)}, and while the partner has not answered.`)),
  ...Object.fromEntries(others.map(({ name }) => [partnerIdField(name), z.optional(partnerId)])),
  ignored: z
    .nullable(z.string())
    .check(z.describe('Why the event changed nothing, if it did not concern this service.')),
  error: z.optional(z.string().check(z.describe('Why the job was not fulfilled.'))),
});

/** An event of a print or fax partner, in its own shape. Only the signature and the order's state matter. */
export const partnerEventView = z.looseObject({}).check(z.describe('An event in the partner’s own shape.'));

/** The documented form of `PartnerEventView`. */
export const partnerAnswerView = z.object({
  ok: z.literal(true).check(z.describe('Received.')),
  job_id: z.nullable(z.string()).check(z.describe('The job that the event belongs to, if it is one of this service.')),
  ignored: z
    .nullable(z.string())
    .check(z.describe('Why the event changed nothing, if it did not concern this service.')),
});

const answersOf = (answer: string, outcomes: Partial<Record<Outcome, string>>) =>
  Object.fromEntries(
    Object.entries(outcomes).map(([outcome, description]) => [
      statusOfOutcome[outcome as Outcome],
      { description, headers: headersOf(), content: { 'application/json': { schema: ref(answer) } } },
    ]),
  );

interface Provider {
  readonly operationId: string;
  readonly summary: string;
  /** The component that describes the event. */
  readonly schema: string;
  readonly signature: string;
  readonly signed: string;
}

const event = ({ operationId, summary, schema, signature, signed }: Provider): Json => ({
  operationId,
  summary,
  parameters: [{ name: signature, in: 'header', description: signed, schema: { type: 'string' } }],
  requestBody: { required: true, content: { 'application/json': { schema: ref(schema) } } },
});

export const paymentEvents = (provider: Omit<Provider, 'signed'>): Json => ({
  ...event({ ...provider, signed: 'Over the raw body. Required in real payment mode, ignored in test mode.' }),
  responses: {
    ...refusalResponses(['invalid_request', 'signature_invalid', 'rate_limited'], { takesBody: true }),
    ...answersOf('PaymentEventAnswer', {
      done: 'Recorded, or ignored.',
      declined: 'The job cannot be fulfilled any more; what was paid is refunded.',
      partner_failed: 'The partner refused the order; what was paid is refunded.',
    }),
  },
});

export const partnerEvents = (provider: Omit<Provider, 'signed' | 'schema'>): Json => ({
  ...event({ ...provider, schema: 'PartnerEvent', signed: 'Over the raw body; always required.' }),
  responses: {
    ...refusalResponses(['invalid_request', 'signature_invalid', 'rate_limited', 'unavailable'], { takesBody: true }),
    ...answersOf('PartnerEventAnswer', { done: 'Recorded, or ignored.' }),
  },
});
