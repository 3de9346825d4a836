/** Which fields of the one secret a need brings into a function's environment. */
import type { Need } from '../../functions/manifest.ts';

const fieldsOf: Readonly<Partial<Record<Need, readonly string[]>>> = {
  'signing-key': ['RECEIPT_SIGNING_KEY'],
};

export const secretFields = (needs: readonly Need[]): string[] => needs.flatMap((need) => fieldsOf[need] ?? []);
