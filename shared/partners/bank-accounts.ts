/** The service that keeps bank numbers, and the one that verifies addresses. */
import type { Contact } from '../domain/address.ts';
import type { AddressVerdict } from '../domain/addresses/likely-correction.ts';
import type { BankDetails } from '../products/check/bank-account.ts';

/** Verifies postal addresses. */
export interface Addresses {
  /** Set if it makes no call to another service. */
  readonly asksNobody?: true;
  /** Never throws, and changes nothing: `unknown` if there is no answer. */
  verify(address: Contact): Promise<AddressVerdict>;
}

/** Stores bank numbers. They cannot be read again. */
export interface Vault {
  /** `reference`: the idempotency key. Numbers reach no log, error or table. `owner` marks this service's accounts. */
  register(reference: string, details: BankDetails, owner: string): Promise<VaultOutcome>;
  /** One page of the accounts with this mark. `next` gets the next page. Throws if the partner does not list them. */
  accountsOf(
    owner: string,
    after?: string,
  ): Promise<{ readonly accounts: readonly ListedAccount[]; readonly next?: string }>;
  /** Deletes an account with its numbers. True if the partner no longer has it. */
  forget(partnerId: string): Promise<boolean>;
}

/** A bank account as the partner lists it, without its numbers. */
export interface ListedAccount {
  readonly partnerId: string;
  /** Our id of the account. */
  readonly reference: string;
  /** Unix ms. */
  readonly createdAt: number;
}

export type VaultOutcome =
  | { readonly kind: 'registered'; readonly partnerId: string }
  /** `unavailable` includes a lost answer: an account whose id we never learned does no harm. */
  | { readonly kind: 'refused' | 'unavailable' };
