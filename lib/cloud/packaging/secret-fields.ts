/**
 * The two secrets, and who reads which of their fields: one rule, from the needs of a row. One holds the seed, from which
 * the service derives keys of its own; the other holds the keys that partners and payment providers have issued.
 */
import type { FunctionRow, Need } from '../../../functions/manifest.ts';
import { partners, paymentProviders } from '../../../shared/partners/catalogue.ts';
import type { Descriptor } from '../../../shared/partners/descriptor.ts';
import { isWebhookRoute } from '../stack/webhooks.ts';

const secretNames = ['seed', 'issued'] as const;
export type SecretName = (typeof secretNames)[number];

type SecretRow = Pick<FunctionRow, 'needs' | 'trigger'>;
type Use = 'call' | 'hear';

const issuedBy = (all: Readonly<Record<string, Descriptor>>, use: Use): string[] =>
  Object.values(all).flatMap(({ variables }) =>
    Object.entries(variables).flatMap(([variable, { secretTo }]) => (secretTo?.includes(use) ? [variable] : [])),
  );

const fieldsOf: Readonly<Partial<Record<Need, { readonly of: SecretName; readonly fields: (use: Use) => string[] }>>> =
  {
    'signing-key': { of: 'seed', fields: () => ['RECEIPT_SIGNING_KEY'] },
    fingerprints: { of: 'seed', fields: () => ['FINGERPRINT_KEY'] },
    payments: { of: 'issued', fields: (use) => issuedBy(paymentProviders, use) },
    partners: { of: 'issued', fields: (use) => issuedBy(partners, use) },
    addresses: { of: 'issued', fields: (use) => issuedBy({ postgrid: partners.postgrid }, use) },
  };

/** The fields that a function keeps: keys to call with, or secrets that prove who called. */
export function secretFields({ needs, trigger }: SecretRow): Readonly<Record<SecretName, readonly string[]>> {
  const use = 'http' in trigger && trigger.http.some(isWebhookRoute) ? 'hear' : 'call';
  const kept = (name: SecretName) =>
    needs.flatMap((need) => (fieldsOf[need]?.of === name ? fieldsOf[need].fields(use) : []));
  return { seed: [...new Set(kept('seed'))], issued: [...new Set(kept('issued'))] };
}

/** The secrets that a function may read. The check of the service looks at both, and keeps nothing. */
export function secretsReadBy(row: SecretRow): readonly SecretName[] {
  if (row.needs.includes('self-check')) return secretNames;
  const fields = secretFields(row);
  return secretNames.filter((name) => fields[name].length > 0);
}

/** Whether a function keeps any key: then it has them before its first request. */
export const keepsKeys = (row: SecretRow): boolean =>
  Object.values(secretFields(row)).some((fields) => fields.length > 0);
