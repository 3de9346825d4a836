/** Which fields of the one secret a need brings into a function's environment. */
import type { Need } from '../../functions/manifest.ts';

const fieldsOf: Readonly<Partial<Record<Need, readonly string[]>>> = {
  'signing-key': ['RECEIPT_SIGNING_KEY'],
  payments: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  partners: [
    ...['POSTGRID_API_KEY', 'POSTGRID_WEBHOOK_SECRET', 'LOB_API_KEY'],
    ...['TELNYX_API_KEY', 'TELNYX_CONNECTION_ID', 'TELNYX_FROM_NUMBER', 'TELNYX_PUBLIC_KEY'],
    ...['SINCH_PROJECT_ID', 'SINCH_KEY_ID', 'SINCH_KEY_SECRET'],
  ],
};

export const secretFields = (needs: readonly Need[]): string[] => needs.flatMap((need) => fieldsOf[need] ?? []);
