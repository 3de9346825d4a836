/** Charges Shared Payment Tokens at Stripe: one PaymentIntent for a job and attempt, whatever token is shown. */
import type Stripe from 'stripe';
import { totalCents } from '../../../core/money/price.ts';
import type { Operator } from '../../../core/operator.ts';
import { stripe as descriptor } from '../../../partners/stripe.ts';
import type { Charged, ChargeOutcome, CheckoutRequest, DeclineReason, TokenCharges } from '../../../ports/payments.ts';
import { byMachine } from './by-machine.ts';
import { expanded, paymentCardOf } from './checkout.ts';
import { codeOf, faultOf, StripeFault } from './fault.ts';
import { paymentDescription, statementSuffix } from './identity.ts';

/** A bank debit can be returned long after an order has left. */
const taken: readonly unknown[] = ['card', 'link'];

/** The clocks of two houses differ by less. */
const clockSkewS = 60;

interface GrantedToken {
  readonly deactivated_reason?: string | null;
  readonly usage_limits?: { readonly currency?: string; readonly max_amount?: number } | null;
  readonly payment_method_details?: { readonly type?: string } | null;
}

interface TokenSettings {
  readonly connected: () => Promise<Stripe>;
  readonly operator: Operator;
  /** The preview version that knows these tokens. */
  readonly apiVersion: string;
}

export function stripeTokens({ connected, operator, apiVersion }: TokenSettings): TokenCharges {
  const preview = { apiVersion };
  return {
    async problemOf(token, order) {
      const path = `/v1/shared_payment/granted_tokens/${encodeURIComponent(token)}`;
      const stripe = await connected();
      return stripe.rawRequest('GET', path, {}, preview).then(
        (granted) => problemIn(granted as GrantedToken, order),
        (error: unknown) => {
          if (faultOf(error) === 'refused') return 'token';
          throw new StripeFault('token', error);
        },
      );
    },
    async charge({ token, key, order }) {
      const stripe = await connected();
      const options = { ...preview, idempotencyKey: key };
      const made = stripe.rawRequest('POST', '/v1/payment_intents', chargeParams(token, order, operator), options);
      const outcome = await made.then(
        (intent) => intent as unknown as Stripe.PaymentIntent,
        (error: unknown) => failure(error),
      );
      return 'kind' in outcome ? outcome : outcomeOf(stripe, outcome);
    },
    charged: async (jobId, { firstAt = 0 }) =>
      (await connected()).paymentIntents
        .list({
          created: { gte: Math.floor(firstAt / 1_000) - clockSkewS },
          limit: 100,
          expand: ['data.latest_charge'],
        })
        .autoPagingToArray({ limit: 10_000 })
        .then((intents) => chargedIn(intents.filter(({ metadata }) => isOurs(metadata, jobId))))
        .catch((error: unknown) => {
          throw new StripeFault('charges', error);
        }),
  };
}

const isOurs = ({ job_id, machine_payment }: Stripe.Metadata, jobId: string): boolean =>
  job_id === jobId && machine_payment === byMachine.machine_payment;

function problemIn(granted: GrantedToken, { price }: CheckoutRequest): DeclineReason | undefined {
  const { deactivated_reason: ended, usage_limits: limits, payment_method_details: method } = granted;
  if (ended) return 'token';
  if (!taken.includes(method?.type)) return 'method';
  const isEnough = (limits?.max_amount ?? 0) >= totalCents(price);
  return isEnough && limits?.currency?.toUpperCase() === price.currency ? undefined : 'limit';
}

/** Depends on the job and its token alone: a key is valid for the same parameters only. */
const chargeParams = (token: string, order: CheckoutRequest, operator: Operator) => ({
  amount: totalCents(order.price),
  currency: order.price.currency.toLowerCase(),
  confirm: true,
  payment_method_data: { shared_payment_granted_token: token },
  automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
  description: paymentDescription(order, operator),
  statement_descriptor_suffix: statementSuffix(order),
  metadata: { job_id: order.jobId, ...byMachine },
});

function failure(error: unknown): ChargeOutcome {
  const fault = faultOf(error);
  if (fault === 'refused')
    return { kind: 'declined', why: codeOf(error) === 'authentication_required' ? 'person' : 'declined' };
  return { kind: fault === 'stale_key' || fault === 'broken' ? 'spoilt' : 'unknown' };
}

async function outcomeOf(stripe: Stripe, intent: Stripe.PaymentIntent): Promise<ChargeOutcome> {
  if (intent.status === 'requires_action') {
    // Left alone it might be paid by somebody else's doing, long after the job has ended.
    const ended = await stripe.paymentIntents.cancel(intent.id, {}, { idempotencyKey: `cancel_${intent.id}` }).then(
      ({ status }) => status === 'canceled',
      () => false,
    );
    return ended ? { kind: 'declined', why: 'person' } : { kind: 'unknown' };
  }
  if (intent.status === 'succeeded') return paidBy(intent);
  return { kind: isDead(intent) ? 'declined' : 'unknown', why: 'declined' };
}

const isDead = ({ status }: Stripe.PaymentIntent): boolean =>
  status === 'requires_payment_method' || status === 'canceled';

/** An answer to a charge names its charge; a list shows it whole. */
function paidBy({ id, amount_received, currency, livemode, latest_charge }: Stripe.PaymentIntent) {
  const charge = typeof latest_charge === 'string' ? undefined : expanded(latest_charge);
  const payment = {
    provider: descriptor.name,
    id,
    by: 'token' as const,
    amountCents: amount_received,
    currency: currency.toUpperCase(),
    isTest: !livemode,
    card: paymentCardOf(charge),
  };
  return { kind: 'paid' as const, payment };
}

function chargedIn(intents: readonly Stripe.PaymentIntent[]): Charged {
  const [paid] = intents.filter(({ status }) => status === 'succeeded');
  if (paid !== undefined) return paidBy(paid);
  return { kind: intents.every(isDead) ? 'none' : 'open' };
}
