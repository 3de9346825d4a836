/** Stripe's events in our words. Only the listed types count; all others are ignored by name. */
import * as z from 'zod/mini';
import type { PaymentProviderName } from '../../../core/names.ts';
import { plainEmail } from '../../../core/notify/notify.ts';
import { invalid, invalidBody } from '../../../core/refusal.ts';
import type { PaymentEvent } from '../../../ports/payments.ts';
import { byMachine } from './by-machine.ts';

const event = z.looseObject(
  {
    id: z.string('must be a string'),
    type: z.string('must be a string'),
    livemode: z.optional(z.boolean('must be true or false')),
    data: z.looseObject({ object: z.looseObject({}, 'must be an object') }, 'must be an object'),
  },
  'must be a JSON object',
);

const reference = z.nullish(z.string('must be a string'));
const metadata = z.nullish(z.looseObject({ job_id: reference, capture: reference }, 'must be an object'));

const session = z.looseObject({ id: z.string('must be a string'), client_reference_id: reference, metadata });

const paidSession = z.extend(session, {
  payment_status: z.enum(['paid', 'no_payment_required', 'unpaid'], 'must be paid, no_payment_required or unpaid'),
  amount_total: z.int('must be a whole number of cents'),
  currency: z.string('must be a currency code').check(z.regex(/^[a-z]{3}$/i, 'must be a currency code')),
  payment_intent: reference,
  // A payment is never refused for the words that somebody typed here.
  customer_details: z.catch(z.nullish(z.looseObject({ email: z.optional(z.unknown()) })), undefined),
});

const intent = z.looseObject({ id: z.string('must be a string'), metadata });

/** The charge of an agent's token, which this service has made: a page's payment has an event of its own. */
const chargedIntent = z.looseObject({
  id: z.string('must be a string'),
  metadata: z.nullish(z.looseObject({ job_id: reference, machine_payment: reference }, 'must be an object')),
  amount_received: z.int('must be a whole number of cents'),
  currency: z.string('must be a currency code').check(z.regex(/^[a-z]{3}$/i, 'must be a currency code')),
});

/** A charge, a dispute or a refund. */
const aftermath = z.looseObject({ payment_intent: reference, metadata });

const dispute = z.extend(aftermath, { status: z.optional(z.string('must be a string')) });

const charge = z.extend(aftermath, { refunded: z.optional(z.boolean('must be true or false')) });

/** Every type of event that has an effect here: an endpoint at Stripe must subscribe to all of them. */
export const stripeEventTypes = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'payment_intent.succeeded',
  'charge.dispute.created',
  'charge.dispute.closed',
  'radar.early_fraud_warning.created',
  'charge.refunded',
  'refund.failed',
  'charge.captured',
  'payment_intent.canceled',
] as const;

/**
 * Parses the raw body of an event; its signature, if any, was already checked. `provider`: the holder of the money,
 * because the mock provider sends events of this shape, too. `isLive`: read only events of live mode, or only of test
 * mode; if missing, both are read.
 */
export function stripeEvent(rawBody: string, provider: PaymentProviderName, isLive?: boolean): PaymentEvent {
  const { id, type, livemode, data } = parse(event, json(rawBody), '');
  const about = { id: plainId(id), type: plainType(type), provider };
  if (isLive !== undefined && livemode !== isLive)
    return { ...about, kind: 'ignored', why: `Only events of ${isLive ? 'live' : 'test'} mode count here.` };
  const object = <S extends z.ZodMiniType>(schema: S) => parse(schema, data.object, 'data.object.');
  switch (type as (typeof stripeEventTypes)[number]) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return { ...about, ...paid(object(paidSession), provider, livemode) };
    case 'checkout.session.async_payment_failed':
      return { ...about, kind: 'payment_failed', ...checkoutOf(object(session)) };
    case 'checkout.session.expired':
      return { ...about, kind: 'expired', ...checkoutOf(object(session)) };
    case 'payment_intent.succeeded':
      return { ...about, ...charged(object(chargedIntent), provider, livemode) };
    case 'charge.dispute.created':
      return { ...about, kind: 'disputed', ...moneyOf(object(aftermath)) };
    case 'charge.dispute.closed':
      return { ...about, ...disputeEnd(object(dispute)) };
    case 'radar.early_fraud_warning.created':
      return { ...about, kind: 'fraud_warned', ...moneyOf(object(aftermath)) };
    case 'refund.failed':
      return { ...about, kind: 'refund_failed', ...moneyOf(object(aftermath)) };
    case 'charge.captured':
      return { ...about, kind: 'captured', ...moneyOf(object(aftermath)) };
    case 'payment_intent.canceled':
      return { ...about, ...letGo(object(intent)) };
    case 'charge.refunded':
      return { ...about, ...refunded(object(charge)) };
    default:
      return { ...about, kind: 'ignored', why: `Events of type ${about.type} change nothing here.` };
  }
}

/** Texts that are no known id or type are `unknown` in the log: anybody may send an event in test mode. */
const plainId = (id: string): string =>
  /^evt_(?:test_)?[A-Za-z0-9]{1,32}$/.test(id) && !/\d{8}/.test(id) ? id : 'unknown';
const plainType = (type: string): string => (/^[a-z_.]{1,80}$/.test(type) ? type : 'unknown');

const checkoutOf = ({ id, metadata, client_reference_id }: z.infer<typeof session>) => ({
  jobId: metadata?.job_id ?? client_reference_id ?? undefined,
  checkoutId: id,
});

const moneyOf = ({ metadata, payment_intent }: z.infer<typeof aftermath>) => ({
  jobId: metadata?.job_id ?? undefined,
  paymentId: payment_intent ?? undefined,
});

function paid(checkout: z.infer<typeof paidSession>, provider: PaymentProviderName, livemode: boolean | undefined) {
  const isReserved = checkout.metadata?.capture === 'manual';
  if (checkout.payment_status === 'unpaid' && !isReserved)
    return { kind: 'ignored', why: 'The payment is still under way: its own event will follow.' } as const;
  const { id, payment_intent, amount_total, currency } = checkout;
  const payment = {
    provider,
    id: payment_intent ?? id,
    by: 'checkout' as const,
    amountCents: amount_total,
    currency: currency.toUpperCase(),
    isTest: livemode === undefined ? undefined : !livemode,
  };
  const payerEmail = plainEmail(checkout.customer_details?.email);
  const told = { kind: 'paid', ...checkoutOf(checkout), payment, payerEmail } as const;
  return isReserved ? { ...told, isReserved } : told;
}

/** A payment page that closes unpaid has its intent canceled, too. */
function letGo({ id, metadata }: z.infer<typeof intent>) {
  if (metadata?.capture !== 'manual') return { kind: 'ignored', why: 'Only reserved money is let go.' } as const;
  return { kind: 'hold_expired', jobId: metadata.job_id ?? undefined, paymentId: id } as const;
}

function charged(
  { id, metadata, amount_received, currency }: z.infer<typeof chargedIntent>,
  provider: PaymentProviderName,
  livemode: boolean | undefined,
) {
  if (metadata?.machine_payment !== byMachine.machine_payment)
    return { kind: 'ignored', why: 'The payment page of this payment tells of it.' } as const;
  const payment = {
    provider,
    id,
    by: 'token' as const,
    amountCents: amount_received,
    currency: currency.toUpperCase(),
    isTest: livemode === undefined ? undefined : !livemode,
  };
  return { kind: 'paid', jobId: metadata.job_id ?? undefined, payment, checkoutId: undefined } as const;
}

/** An inquiry that is closed has never become a dispute, so the money stays here. */
function disputeEnd(money: z.infer<typeof dispute>) {
  const { status = '' } = money;
  if (status === 'won' || status === 'warning_closed') return { kind: 'dispute_won', ...moneyOf(money) } as const;
  if (status === 'lost') return { kind: 'dispute_lost', ...moneyOf(money) } as const;
  return { kind: 'ignored', why: 'Only a dispute that is won or lost changes a job.' } as const;
}

/** Stripe sends the same event for a partial refund. */
function refunded(money: z.infer<typeof charge>) {
  if (money.refunded !== true) return { kind: 'ignored', why: 'Only a refund of everything changes a job.' } as const;
  return { kind: 'refunded', ...moneyOf(money) } as const;
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
