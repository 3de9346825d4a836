/** The partners that print, mail and fax, store bank numbers and verify addresses. */
import type { Contact } from '../domain/address.ts';
import type { AddressVerdict } from '../domain/addresses/likely-correction.ts';
import type { CheckDraw } from '../domain/bank-account.ts';
import type { FailureCause } from '../domain/job/lifecycle.ts';
import type { PartnerOrder, Progress } from '../domain/job/progress.ts';
import type { BankDetails } from '../products/check/bank-account.ts';
import type { EventHeaders } from './payments.ts';

/** Our assumptions about a partner. `docs/promises.md` has the sources, and what happens if one is wrong. */
export interface Assumptions {
  /** The HTTP statuses that prove that a new order was not made. */
  readonly noOrderStatuses: readonly number[];
  /** The partner's lists show an order no later than this after the call that made it. */
  readonly listsAfterMs: number;
  /** The partner's lists show an order for at least this long. */
  readonly listsForMs: number;
  /** Calls with one idempotency key make one order for at least this long; 0 if the partner has no such keys. */
  readonly keysLiveMs: number;
}

/** The assumptions about a partner that has no idempotency keys and documents nothing else. */
export const cautiousAssumptions = {
  // The partner refuses our key or account before it reads the order (RFC 9110, 15.5.2 and 15.5.4; for 402, no RFC).
  noOrderStatuses: [401, 402, 403],
  listsAfterMs: 60_000,
  listsForMs: 48 * 3_600_000,
  keysLiveMs: 0,
} as const satisfies Assumptions;

export interface PartnerRequest {
  readonly jobId: string;
  /** Our name for the order in the partner's records, and its idempotency key. Each round of a job has its own. */
  readonly reference: string;
  readonly title: string;
  readonly order: unknown;
  readonly pdf: Uint8Array | undefined;
  /** A short-lived URL of the PDF, for partners that fetch it. */
  link(): Promise<string>;
  /** Only for a check: the bank account, by the partner's id, and the check's number. */
  readonly drawing: CheckDraw | undefined;
}

/**
 * `not_taken`: no order was made, and the partner may take it later. `unavailable`: the partner said that it isn't taking
 * orders right now, but only its lists can prove that it made none. `unknown`: the call may still take effect.
 */
export type SubmitOutcome =
  | { readonly kind: 'accepted'; readonly order: PartnerOrder }
  /** `reason`: our sentence, which payers read; never the partner's text. */
  | { readonly kind: 'rejected'; readonly reason: string; readonly cause: FailureCause }
  | { readonly kind: 'not_taken' | 'unavailable' | 'unknown'; readonly reason: string };

/** A partner refuses the whole service, not just one order. Only the operator can fix it. */
export interface AccountProblem {
  readonly code: string;
  /** Our sentence, never the partner's text. */
  readonly reason: string;
}

/**
 * The state of an order. `reason`: our sentence, which payers read unless the cause is our account. `isRetryable`: the cause
 * may go away within a minute, like a busy line.
 */
export type KnownView =
  | { readonly kind: 'progress'; readonly progress: Progress }
  | {
      readonly kind: 'stopped';
      readonly reason: string;
      readonly cause: FailureCause;
      readonly isRetryable?: boolean;
      readonly accountProblem?: AccountProblem;
    };

export type PartnerView = KnownView | { readonly kind: 'unknown' };

/** `none`: the partner's lists have no such order. `unknown`: they could not be read, or do not show it either way. */
export type FindOutcome =
  | { readonly kind: 'found'; readonly order: PartnerOrder }
  | { readonly kind: 'none' | 'unknown' };

/** A partner's event in our words, after its signature was checked. */
export type PartnerEvent =
  | { readonly kind: 'order'; readonly partnerId: string; readonly view: KnownView }
  | { readonly kind: 'ignored'; readonly why: string };

export type RecallOutcome =
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'refused'; readonly progress: Progress }
  | { readonly kind: 'unknown' };

export interface ListedOrder {
  readonly id: string;
  /** Our reference, if the order carries one. */
  readonly reference: string | undefined;
  /** The order was neither canceled nor failed. */
  readonly isActive: boolean;
  /** Unix ms. */
  readonly createdAt: number;
}

export interface Partner {
  readonly assumed: Assumptions;
  submit(request: PartnerRequest): Promise<SubmitOutcome>;
  /** The order that carries our reference, if the partner has one. */
  find(reference: string, order: unknown): Promise<FindOutcome>;
  read(partnerId: string): Promise<PartnerView>;
  recall(partnerId: string): Promise<RecallOutcome>;
  /** Deletes the partner's copy of a finished order. False if it did not confirm. Missing if it cannot delete orders. */
  erase?(partnerId: string): Promise<boolean>;
  /** The partner's own record of an order, in its own format. */
  record(partnerId: string): Promise<Record<string, unknown> | undefined>;
  /**
   * One page of the orders made on a UTC day. A page may be empty, and an order may be on two pages. Throws if the partner
   * returns no list.
   */
  ordersOn(day: string, after?: string): Promise<{ readonly orders: readonly ListedOrder[]; readonly next?: string }>;
  /** Throws a Refusal if the signature over the raw bytes is wrong, or if we have no secret. Missing if it sends no events. */
  readEvent?(rawBody: string, headers: EventHeaders): Promise<PartnerEvent>;
}

export interface Addresses {
  /** Set if the check makes no network call. */
  readonly isSimulated?: true;
  /** Never throws: without a response, the verdict is `unknown`. */
  verify(address: Contact): Promise<AddressVerdict>;
}

/** Stores bank numbers. They cannot be read again. */
export interface Vault {
  /** `reference`: the idempotency key. Numbers reach no log, error or table. `owner` marks this service's accounts. */
  register(reference: string, details: BankDetails, owner: string): Promise<VaultOutcome>;
  /** One page of the accounts that `owner` marks. Throws if the partner does not list them. */
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

/** `unavailable` includes a lost response, because an account whose id we never learned does no harm. */
export type VaultOutcome =
  | { readonly kind: 'registered'; readonly partnerId: string }
  | { readonly kind: 'refused' | 'unavailable' };
