/** The fields of the one secret that a function keeps: keys to call with, or secrets that prove who called. */
import type { FunctionRow, Need } from '../../../functions/manifest.ts';
import { partners, paymentProviders } from '../../../shared/partners/catalogue.ts';
import type { Descriptor } from '../../../shared/partners/descriptor.ts';
import { isWebhookRoute } from '../stack/webhooks.ts';

type Use = 'call' | 'hear';

const secretsOf = (all: Readonly<Record<string, Descriptor>>, use: Use): string[] =>
  Object.values(all).flatMap(({ variables }) =>
    Object.entries(variables).flatMap(([variable, { secretTo }]) => (secretTo?.includes(use) ? [variable] : [])),
  );

const fieldsOf: Readonly<Partial<Record<Need, (use: Use) => string[]>>> = {
  'signing-key': (use) => (use === 'call' ? ['RECEIPT_SIGNING_KEY'] : []),
  fingerprints: (use) => (use === 'call' ? ['FINGERPRINT_KEY'] : []),
  payments: (use) => secretsOf(paymentProviders, use),
  partners: (use) => secretsOf(partners, use),
  addresses: (use) => secretsOf({ postgrid: partners.postgrid, lob: partners.lob }, use),
};

export function secretFields({ needs, trigger }: Pick<FunctionRow, 'needs' | 'trigger'>): string[] {
  const hears = 'http' in trigger && trigger.http.some(isWebhookRoute);
  return [...new Set(needs.flatMap((need) => fieldsOf[need]?.(hears ? 'hear' : 'call') ?? []))];
}
