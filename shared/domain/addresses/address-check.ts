/** The check of a recipient's address: whether mail is likely to arrive there. It refuses nothing and changes nothing. */
import type { Contact } from '../address.ts';
import type { AddressFault, CorrectedField } from './findings.ts';

export type AddressVerdict =
  | { readonly status: 'verified' }
  /** The suggestion differs in these fields only. */
  | { readonly status: 'corrected'; readonly what: readonly CorrectedField[]; readonly suggestion: Contact }
  | { readonly status: 'undeliverable'; readonly what: readonly AddressFault[] }
  /** The check could not say. It is no reason to doubt the address. */
  | { readonly status: 'unknown' };

/** The address that a person may choose in place of the one that was sent. */
export const suggestionOf = (check: AddressVerdict | undefined): Contact | undefined =>
  check?.status === 'corrected' ? check.suggestion : undefined;

/** All but the times stays as it was when the job was created, so that a retry gets the same answer. */
export type AddressCheck = AddressVerdict & {
  /** When a person or the caller confirmed the address as it was sent, Unix ms. */
  readonly acceptedAt?: number | undefined;
  /** When a person took the suggestion, Unix ms: the order has it as its address since then. */
  readonly takenAt?: number | undefined;
};
