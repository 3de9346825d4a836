/** Stripe: takes the money in real payment mode. Its test keys take test money. */
import { apiBase, bearerHeaders, type PaymentProviderDescriptor, secretsSetting, textSetting } from '../descriptor.ts';

export const stripe = {
  name: 'stripe',
  title: 'Stripe',
  paymentMode: 'real',
  idPattern: /\b(?:cs|pi)_\w{4,}/,
  // https://docs.stripe.com/api/checkout/sessions/object: ids begin with cs_test_ or cs_live_.
  isTestCheckout: (id) => id.startsWith('cs_test_'),
  variables: {
    STRIPE_SECRET_KEY: {
      schema: () => textSetting(/^[sr]k_(test|live)_\w+$/, 'must be a key of the form sk_live_… or sk_test_…'),
      example: 'sk_live_…',
      // Stripe's own client checks its events, and it needs a key.
      secretFor: ['call', 'receive'],
    },
    STRIPE_WEBHOOK_SECRET: {
      schema: () => secretsSetting(/^whsec_\S+$/, 'must be a secret of the form whsec_…, or two separated by a comma'),
      example: 'whsec_…',
      secretFor: ['receive'],
    },
    STRIPE_API_BASE: apiBase,
  },
  // rk_live_ is a restricted key, which also takes real money.
  keys: { variable: 'STRIPE_SECRET_KEY', live: /^[sr]k_live_/ },
  api: { base: 'https://api.stripe.com', variable: 'STRIPE_API_BASE' },
  events: {
    headers: ['Stripe-Signature'],
    summary: 'The payment provider’s events. In real payment mode the signature decides whether they count.',
  },
  access: { credential: 'STRIPE_SECRET_KEY', harmlessPath: '/v1/balance', headers: bearerHeaders },
} as const satisfies PaymentProviderDescriptor;
