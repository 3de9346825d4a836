/** Which fields of the one secret a function keeps: keys to call with, or what proves that it was a provider who called. */
import type { FunctionRow, Need } from '../../../functions/manifest.ts';
import { isWebhookRoute } from '../stack/webhooks.ts';

interface Fields {
  readonly toCall: readonly string[];
  readonly toHear: readonly string[];
}

const fieldsOf: Readonly<Partial<Record<Need, Fields>>> = {
  'signing-key': { toCall: ['RECEIPT_SIGNING_KEY'], toHear: [] },
  // Stripe's own client checks its events, and is not made without a key.
  payments: { toCall: ['STRIPE_SECRET_KEY'], toHear: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] },
  partners: {
    toCall: [
      ...['POSTGRID_API_KEY', 'LOB_API_KEY'],
      ...['TELNYX_API_KEY', 'TELNYX_CONNECTION_ID', 'TELNYX_FROM_NUMBER'],
      ...['SINCH_PROJECT_ID', 'SINCH_KEY_ID', 'SINCH_KEY_SECRET'],
    ],
    toHear: ['POSTGRID_WEBHOOK_SECRET', 'TELNYX_PUBLIC_KEY'],
  },
};

export function secretFields({ needs, trigger }: Pick<FunctionRow, 'needs' | 'trigger'>): string[] {
  const hears = 'http' in trigger && trigger.http.some(isWebhookRoute);
  return needs.flatMap((need) => fieldsOf[need]?.[hears ? 'toHear' : 'toCall'] ?? []);
}
