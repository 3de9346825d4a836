/** Stripe's events in our words. Only the listed types count; all others are ignored. */
import * as z from 'zod/mini';
import { isId } from '../../domain/ids.ts';
import { validEmail } from '../../domain/job/notify.ts';
import { parseJson } from '../../domain/json.ts';
import type { PaymentProviderName } from '../../domain/names.ts';
import { invalid, invalidBody, Refusal } from '../../domain/refusal.ts';
import { atMost } from '../../domain/text.ts';
import type { PaymentEvent } from '../payments.ts';

const eventSchema = z.looseObject(
  {
    id: z.string('must be a string'),
    type: z.string('must be a string'),
    livemode: z.nullish(z.boolean('must be true or false')),
    /** Set if the event is about a connected account, whose money is not ours. */
    account: z.nullish(z.string('must be a string')),
    // Missing if the event only names its object.
    data: z.nullish(z.looseObject({ object: z.nullish(z.looseObject({}, 'must be an object')) }, 'must be an object')),
  },
  'must be a JSON object',
);

const reference = z.nullish(z.string('must be a string'));
const metadata = z.nullish(z.looseObject({ job_id: reference }, 'must be an object'));

/** An id of at most 255 characters, as at Stripe, because a job stores it, and in test mode anyone may send an event. */
const storedId = z.string('must be a string').check(atMost(255));

const session = z.looseObject({ id: storedId, client_reference_id: reference, metadata });

const paidSession = z.extend(session, {
  payment_status: z.enum(['paid', 'no_payment_required', 'unpaid'], 'must be paid, no_payment_required or unpaid'),
  amount_total: z.int('must be a whole number of cents'),
  currency: z.string('must be a currency code').check(z.regex(/^[a-z]{3}$/i, 'must be a currency code')),
  payment_intent: z.nullish(storedId),
  // A payer may type anything here, so it never makes an event invalid.
  customer_details: z.catch(z.nullish(z.looseObject({ email: z.optional(z.unknown()) })), undefined),
});

/** A charge, a dispute, a refund or a fraud warning. */
const paymentFollowUp = z.looseObject({ payment_intent: z.nullish(storedId), metadata });

const dispute = z.extend(paymentFollowUp, { id: reference, status: z.optional(z.string('must be a string')) });

/** Every type of event that changes a job, and the shape of its object. */
const objectSchemas = {
  'checkout.session.completed': paidSession,
  'checkout.session.async_payment_succeeded': paidSession,
  'checkout.session.async_payment_failed': session,
  'checkout.session.expired': session,
  'charge.dispute.created': dispute,
  'charge.dispute.closed': dispute,
  'radar.early_fraud_warning.created': paymentFollowUp,
  'charge.refunded': z.extend(paymentFollowUp, {
    refunded: z.optional(z.boolean('must be true or false')),
    amount_refunded: z.optional(z.int('must be a whole number of cents').check(z.nonnegative('must not be negative'))),
  }),
  'refund.failed': paymentFollowUp,
} as const;

type StripeEventType = keyof typeof objectSchemas;

/** Our endpoint at Stripe must subscribe to all of them. */
export const stripeEventTypes = Object.keys(objectSchemas) as StripeEventType[];

/**
 * Parses the raw body of an event; its signature, if any, was already checked. `provider`: Stripe, or the mock provider,
 * which sends events of the same shape. `isLive`: if set, events of the other mode are ignored. A real account may
 * sell other things, so events that are not ours are ignored without validation.
 */
export function stripeEvent(rawBody: string, provider: PaymentProviderName, isLive?: boolean): PaymentEvent {
  const { id, type, livemode, account, data } = parse(eventSchema, parseBody(rawBody), '');
  // The id and type are logged, and in test mode anyone may send an event, so values of an unexpected form become `unknown`.
  // Eight digits in a row could be a bank account or fax number.
  const about = {
    id: /^evt_(?:test_)?[A-Za-z0-9]{1,32}$/.test(id) && !/\d{8}/.test(id) ? id : 'unknown',
    type: /^[a-z_.]{1,80}$/.test(type) ? type : 'unknown',
    provider,
  };
  const ignored = (why: string): PaymentEvent => ({ ...about, kind: 'ignored', why });
  if (isLive !== undefined && livemode !== isLive)
    return ignored(`Only events of ${isLive ? 'live' : 'test'} mode count here.`);
  if (!Object.hasOwn(objectSchemas, type)) return ignored(`Events of type ${about.type} change nothing here.`);
  // A buyer cannot write metadata.
  const labeled = z.looseObject({ metadata: z.looseObject({ job_id: z.string() }) }).safeParse(data?.object).data;
  const isJobIdTrusted = provider === 'mock' || isId('job', labeled?.metadata.job_id ?? '');
  const mayBeOurs = isJobIdTrusted || objectSchemas[type as StripeEventType].safeParse(data?.object).success;
  if (!mayBeOurs || (account != null && provider !== 'mock'))
    return ignored('It does not concern an order of this service.');
  if (data?.object == null) throw invalid('data.object', 'must be an object.');
  const parseObject = <S extends z.ZodMiniType>(schema: S) => parse(schema, data.object, 'data.object.');
  switch (type as StripeEventType) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return { ...about, ...readPayment(parseObject(paidSession), provider, livemode ?? undefined, isJobIdTrusted) };
    case 'checkout.session.async_payment_failed':
      return { ...about, kind: 'payment_failed', isJobIdTrusted, ...checkoutFields(parseObject(session)) };
    case 'checkout.session.expired':
      return { ...about, kind: 'expired', isJobIdTrusted, ...checkoutFields(parseObject(session)) };
    case 'charge.dispute.created':
      return { ...about, kind: 'disputed', ...disputeFields(parseObject(dispute)) };
    case 'charge.dispute.closed': {
      const closed = parseObject(dispute);
      // A closed inquiry never became a dispute, so the money stays here.
      if (closed.status === 'won' || closed.status === 'warning_closed')
        return { ...about, kind: 'dispute_won', ...disputeFields(closed) };
      if (closed.status === 'lost') return { ...about, kind: 'dispute_lost', ...disputeFields(closed) };
      return ignored('Only a dispute that is won or lost changes a job.');
    }
    case 'radar.early_fraud_warning.created':
      return { ...about, kind: 'fraud_warned', ...paymentFields(parseObject(paymentFollowUp)) };
    case 'refund.failed':
      return { ...about, kind: 'refund_failed', ...paymentFields(parseObject(paymentFollowUp)) };
    case 'charge.refunded': {
      const charge = parseObject(objectSchemas['charge.refunded']);
      // Stripe sends the same event for a partial refund.
      const kind = charge.refunded === true ? 'refunded' : 'refunded_in_part';
      return { ...about, kind, ...paymentFields(charge), refundedCents: charge.amount_refunded };
    }
  }
}

const checkoutFields = ({ id, metadata, client_reference_id }: z.infer<typeof session>) => ({
  jobId: metadata?.job_id ?? client_reference_id ?? undefined,
  checkoutId: id,
});

const paymentFields = ({ metadata, payment_intent }: z.infer<typeof paymentFollowUp>) => ({
  jobId: metadata?.job_id ?? undefined,
  paymentId: payment_intent ?? undefined,
});

/** Only a well-formed id is used, because it becomes a key in the stored job, and in test mode anyone may send an event. */
const disputeFields = (disputed: z.infer<typeof dispute>) => ({
  ...paymentFields(disputed),
  disputeId: /^[a-z]{2,8}_\w{1,64}$/.exec(disputed.id ?? '')?.[0],
});

function readPayment(
  checkout: z.infer<typeof paidSession>,
  provider: PaymentProviderName,
  livemode: boolean | undefined,
  isJobIdTrusted: boolean,
) {
  if (checkout.payment_status === 'unpaid')
    return { kind: 'ignored', why: 'The payment is still processing. Its own event will follow.' } as const;
  const { id, payment_intent, amount_total, currency } = checkout;
  const payment = {
    provider,
    id: payment_intent ?? id,
    amountCents: amount_total,
    currency: currency.toUpperCase(),
    isTest: livemode === undefined ? undefined : !livemode,
  };
  const payerEmail = validEmail(checkout.customer_details?.email);
  return { kind: 'paid', isJobIdTrusted, ...checkoutFields(checkout), payment, payerEmail } as const;
}

function parseBody(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw invalidBody('is not valid JSON. Send the event exactly as the payment provider sends it.');
  }
}

function parse<S extends z.ZodMiniType>(schema: S, value: unknown, path: string): z.infer<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = `${path}${issue?.path.join('.')}`;
  throw field === '' ? invalidBody(`${issue?.message}.`) : invalid(field, `${issue?.message}.`);
}
