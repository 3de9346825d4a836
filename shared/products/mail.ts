/** The common parts of everything that a print partner mails: recipient, sender, shipment and status. */
import * as z from 'zod/mini';
import {
  type AddressInput,
  addressLines,
  addressSchema,
  addressWarnings,
  type Contact,
  taxProvince,
  toContact,
} from '../core/address.ts';
import type { Stage } from '../core/job.ts';
import type { Country } from '../core/money.ts';
import type { ProductName, Shipment, Statement } from '../core/product.ts';
import { invalid } from '../core/refusal.ts';
import { isFieldProblem } from '../core/text.ts';
import { countryMismatch } from './common.ts';

export interface Parties {
  readonly to: Contact;
  readonly from: Contact;
}

export const partySchemas = (recipient: string) => ({
  to: addressSchema.check(z.describe(recipient)),
  from: addressSchema.check(z.describe('Sender; its address is the return address.')),
});

function contact(field: string, input: AddressInput): Contact {
  const result = toContact(input);
  if (isFieldProblem(result)) throw invalid(`${field}.${result.field}`, result.problem);
  return result;
}

/** The two addresses of an order; the recipient must be in the quoted country. */
export function acceptParties(
  product: ProductName,
  input: { readonly to: AddressInput; readonly from: AddressInput },
  country: Country,
) {
  const to = contact(`${product}.to`, input.to);
  const from = contact(`${product}.from`, input.from);
  const countryField = `${product}.to.countryCode`;
  if (to.countryCode !== country)
    throw countryMismatch(countryField, `${countryField} is ${to.countryCode}`, country, to.countryCode);
  return {
    parties: { to, from },
    province: taxProvince(to),
    warnings: [...addressWarnings(`${product}.to`, to), ...addressWarnings(`${product}.from`, from)],
  };
}

export const shipmentOf = ({ to, from }: Parties, registered: boolean): Shipment => ({
  country: to.countryCode,
  returnCountry: from.countryCode,
  registered,
});

export const partyStatements = ({ to, from }: Parties, recipient: string): Statement[] => [
  { label: recipient, value: addressLines(to) },
  { label: 'From', value: addressLines(from) },
];

/** The lines of an envelope. Mail within a country does not name it. */
export const envelopeLines = ({ to, from }: Parties, side: 'to' | 'from'): string[] =>
  addressLines({ to, from }[side]).slice(0, to.countryCode === from.countryCode ? -1 : undefined);

/** docs/contract.md, "Fulfilment status": `in_production` covers the partner's ready and printing, `mailed` everything later. */
export const mailWords: Readonly<Record<Stage, string>> = {
  accepted: 'in_production',
  in_progress: 'in_production',
  dispatched: 'mailed',
  completed: 'mailed',
};

export const mailStatus = z
  .enum(['not_started', 'queued', 'in_production', 'mailed', 'failed', 'cancelled', 'unknown'])
  .check(z.describe('mailed: it has left the print facility. unknown: nobody can tell, a person is looking.'));
