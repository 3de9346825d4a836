/** Checks an address for a caller, in the same way as when a job is created. It is free and orders nothing. */
import * as z from 'zod/mini';
import { addressSchema, addressWarnings, toContact } from '../domain/address.ts';
import { refuseIgnored } from '../domain/fields.ts';
import { invalid } from '../domain/refusal.ts';
import { checkAddress, showVerdict, verdictShape } from '../orders/addresses/check-address.ts';
import type { Deps } from '../orders/deps.ts';
import type { ToolUseCase } from '../orders/use-case.ts';

const input = z.object(
  { address: addressSchema().check(z.describe('As in a job.')) },
  'must be a JSON object with an address',
);

const output = z.object(verdictShape);

export const verifyAddress: ToolUseCase<z.infer<typeof input>, z.infer<typeof output>> = {
  name: 'verify-address',
  summary: 'Whether mail is likely to arrive at an address. Free; nothing is ordered, and nothing is changed.',
  description: 'Creating a letter or check job also checks its recipient; the result is in `address_check`.',
  tag: 'service',
  schemas: { request: 'AddressRequest', answer: 'AddressVerdict' },
  outcomes: { done: 'The result. `unknown` is not a reason to doubt the address.' },
  refusals: ['invalid_request'],
  limitedAs: 'jobs',
  tool: {
    name: 'verify_address',
    title: 'Check an address',
    next: () => 'Best called before the order.',
    hints: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
    descriptions: { address: 'Text, or as in a job.' },
  },
  input,
  output,
  run: async (deps: Deps, { address }, caller, unknownFields) => {
    // Otherwise we would check an address without the field that the assistant misspelled.
    if (caller.isAssistant) refuseIgnored(unknownFields);
    const read = toContact(address);
    if (!read.ok) throw invalid(`address.${read.field}`, read.problem);
    const { contact } = read;
    const verdict = await checkAddress(deps, contact, { ip: caller.address, isFree: true });
    return { outcome: 'done', body: showVerdict(verdict, 'address', addressWarnings('address', contact)) };
  },
};
