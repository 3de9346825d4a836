/** Stripe's events in our words. A closed list counts; everything else is ignored by name. */
import * as z from 'zod/mini';
import { invalid, invalidBody } from '../../core/refusal.ts';
import type { PaymentEvent } from '../../ports.ts';

const event = z.looseObject(
  {
    id: z.string('must be a text'),
    type: z.string('must be a text'),
    data: z.looseObject({ object: z.looseObject({}, 'must be an object') }, 'must be an object'),
  },
  'must be a JSON object',
);

const reference = z.nullish(z.string('must be a text'));

const session = z.looseObject({
  id: z.string('must be a text'),
  client_reference_id: reference,
  metadata: z.nullish(z.looseObject({ job_id: reference }, 'must be an object')),
});

const paidSession = z.extend(session, {
  payment_status: z.enum(['paid', 'no_payment_required', 'unpaid'], 'must be paid, no_payment_required or unpaid'),
  amount_total: z.int('must be a whole number of cents'),
  currency: z.string('must be a currency code').check(z.regex(/^[a-z]{3}$/i, 'must be a currency code')),
  payment_intent: reference,
});

type Session = z.infer<typeof session>;

/** Parses the raw body of an event whose signature, if any, has been checked. */
export function stripeEvent(rawBody: string): PaymentEvent {
  const { id, type, data } = parse(event, json(rawBody), '');
  const about = { id: plain(id), type: plain(type) };
  switch (type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return { ...about, ...paid(parse(paidSession, data.object, 'data.object.')) };
    case 'checkout.session.async_payment_failed':
      return { ...about, kind: 'payment_failed', jobId: jobIdOf(parse(session, data.object, 'data.object.')) };
    case 'checkout.session.expired':
      return { ...about, kind: 'expired', jobId: jobIdOf(parse(session, data.object, 'data.object.')) };
    default:
      return { ...about, kind: 'ignored', why: `Events of type ${about.type} change nothing here.` };
  }
}

/** Ids and types go to the log, and anybody may send an event in test mode: what does not look like one is not repeated. */
const plain = (word: string): string => (/^(?:evt_\w{1,80}|[a-z_.]{1,80})$/.test(word) ? word : 'unknown');

const jobIdOf = ({ metadata, client_reference_id }: Session): string | undefined =>
  metadata?.job_id ?? client_reference_id ?? undefined;

function paid(checkout: z.infer<typeof paidSession>) {
  if (checkout.payment_status === 'unpaid')
    return { kind: 'ignored', why: 'The payment is still under way: its own event will follow.' } as const;
  const { id, payment_intent, amount_total, currency } = checkout;
  const payment = { id: payment_intent ?? id, amountCents: amount_total, currency: currency.toUpperCase() };
  return { kind: 'paid', jobId: jobIdOf(checkout), payment } as const;
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidBody('is not valid JSON: send the event as the payment provider writes it.');
  }
}

function parse<S extends z.ZodMiniType>(schema: S, value: unknown, path: string): z.infer<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = `${path}${issue?.path.join('.')}`;
  throw field === '' ? invalidBody(`${issue?.message}.`) : invalid(field, `${issue?.message}.`);
}
