/** Stripe's own books: the payments that moved within a span, and the state of one payment. */
import type Stripe from 'stripe';
import type { Span } from '../../storage/table.ts';
import type { MoneyTaken, Payments } from '../payments.ts';
import { expanded } from './checkout.ts';
import { stripe as descriptor } from './facts.ts';
import { codeOf } from './fault.ts';

type StripePage = Awaited<ReturnType<Payments['movedWithin']>>;

/** Lists the charges first, then the refunds. A cursor names its list: `charges ch_…`. */
export async function movedWithin(stripe: Stripe, { from, to }: Span, after = 'charges '): Promise<StripePage> {
  const [list, last] = after.split(' ');
  const params = { created: { gte: from / 1_000, lt: to / 1_000 }, limit: 100, starting_after: last || undefined };
  return list === 'charges' ? chargesOf(stripe, params) : refundsOf(stripe, params);
}

async function chargesOf(stripe: Stripe, params: Stripe.ChargeListParams): Promise<StripePage> {
  const { data, has_more } = await stripe.charges.list({ ...params, expand: ['data.payment_intent'] });
  const next = has_more ? `charges ${data.at(-1)?.id}` : 'refunds ';
  return { payments: data.flatMap((charge) => moneyOf(charge, charge.created)), next };
}

/** The payment behind each refund, in its present state. */
async function refundsOf(stripe: Stripe, params: Stripe.RefundListParams): Promise<StripePage> {
  const { data, has_more } = await stripe.refunds.list({ ...params, expand: ['data.charge.payment_intent'] });
  const payments = data.flatMap(({ charge, created }) => {
    const taken = expanded(charge);
    return taken === undefined ? [] : moneyOf(taken, created);
  });
  return { payments, next: has_more ? `refunds ${data.at(-1)?.id}` : undefined };
}

/** Empty for a charge that failed, and for a charge without an intent, which belongs to another service. */
function moneyOf(charge: Stripe.Charge, movedAt: number, intent = expanded(charge.payment_intent)): MoneyTaken[] {
  if (charge.status !== 'succeeded' || intent === undefined) return [];
  return [
    {
      provider: descriptor.name,
      paymentId: intent.id,
      jobId: intent.metadata.job_id ?? charge.metadata.job_id,
      amountCents: charge.amount,
      currency: charge.currency.toUpperCase(),
      refundedCents: charge.amount_refunded,
      movedAt: movedAt * 1_000,
    },
  ];
}

export async function taken(stripe: Stripe, paymentId: string): Promise<MoneyTaken | undefined> {
  const intent = await unlessMissing(stripe.paymentIntents.retrieve(paymentId, { expand: ['latest_charge'] }));
  const charge = expanded(intent?.latest_charge);
  return charge === undefined ? undefined : moneyOf(charge, charge.created, intent)[0];
}

/** `cs_…` is a payment page, `pi_…` a payment. */
export async function jobIdOfPayment(stripe: Stripe, id: string): Promise<string | undefined> {
  const found = await unlessMissing<{ readonly metadata: Stripe.Metadata | null }>(
    id.startsWith('cs_') ? stripe.checkout.sessions.retrieve(id) : stripe.paymentIntents.retrieve(id),
  );
  return found?.metadata?.job_id;
}

const unlessMissing = <T>(asking: Promise<T>): Promise<T | undefined> =>
  asking.catch((error: unknown) => {
    if (codeOf(error) === 'resource_missing') return undefined;
    throw error;
  });
