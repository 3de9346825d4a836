/** The keeper of bank numbers, and the judge of addresses. */
import type { Contact } from '../domain/address.ts';
import type { AddressVerdict } from '../domain/addresses/likely-correction.ts';
import type { BankDetails } from '../products/check/bank-account.ts';

/** Knows the addresses that the post delivers to. */
export interface Addresses {
  /** Set if it answers by itself, without a call to anybody. */
  readonly asksNobody?: true;
  /** Never throws, and changes nothing: `unknown` if nobody answers. */
  verify(address: Contact): Promise<AddressVerdict>;
}

/** Takes bank numbers once, and never gives them back. */
export interface Vault {
  /** `reference`: the idempotency key. Numbers reach no log, error or table. `owner` marks this service's accounts. */
  register(reference: string, details: BankDetails, owner: string): Promise<VaultOutcome>;
  /** One page of the accounts with this mark. `next` gets the next page. Throws if the partner does not list them. */
  accountsOf(
    owner: string,
    after?: string,
  ): Promise<{ readonly accounts: readonly ListedAccount[]; readonly next?: string }>;
  /** Deletes an account with its numbers. True if the partner has it no more. */
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
  /** `unavailable` includes a lost answer: an account whose id nobody knows does no harm. */
  | { readonly kind: 'refused' | 'unavailable' };
