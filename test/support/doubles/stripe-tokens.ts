/** Shared Payment Tokens at Stripe's double: granted to the seller, looked at, and used up by one payment. */
import { type Form, invalidRequest, StripeRefusal } from './stripe-wire.ts';

export interface GrantedAs {
  readonly max_amount?: number;
  readonly currency?: string;
  readonly type?: string;
  deactivated_reason?: string | null;
  /** The outcome of its payment. */
  readonly plays?: 'paid' | 'card_declined' | 'requires_action' | 'processing' | 'requires_payment_method';
}

export function stripeTokens() {
  const granted = new Map<string, GrantedAs>();

  function shown(id: string): object {
    const { max_amount = 1_000, currency = 'cad', type = 'card', deactivated_reason = null } = known(id);
    return {
      ...{ id, object: 'shared_payment.granted_token', deactivated_reason, payment_method_details: { type } },
      usage_limits: { currency, max_amount },
    };
  }

  function known(id: string): GrantedAs {
    const token = granted.get(id);
    if (token === undefined) throw invalidRequest('resource_missing', `No such token: '${id}'`, 404);
    return token;
  }

  /** Uses the token of a payment up, and tells what comes of it. */
  function use({ payment_method_data, confirm }: Form): GrantedAs['plays'] {
    const token = known(payment_method_data?.shared_payment_granted_token ?? '');
    if (confirm !== 'true' || token.deactivated_reason) throw invalidRequest('payment_intent_invalid', 'no');
    if (token.plays === 'card_declined') throw new StripeRefusal(402, 'card_error', 'card_declined', 'Declined.');
    token.deactivated_reason = 'consumed';
    return token.plays ?? 'paid';
  }

  return {
    use,
    grant: (id: string, as: GrantedAs = {}) => void granted.set(id, { ...as }),
    routes: [[/^GET \/v1\/shared_payment\/granted_tokens\/([^/]+)$/, (_: Form, id: string) => shown(id)]] as const,
  };
}
