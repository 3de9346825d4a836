/** A registered bank account, and what a check drawn on it needs. */
import type { Country } from './money.ts';
import type { Stored } from './stored.ts';

/** Everything that we store about a bank account. Only the print partner has its numbers. */
export interface BankAccount extends Stored {
  readonly country: Country;
  readonly nickname: string;
  /** The print partner's id of the account. */
  readonly partnerId: string;
  /** Identifies the counter of its check numbers, which all registrations of the same account share. */
  readonly counterId: string;
  /** When it was removed, Unix ms. The print partner deletes its numbers once no check needs them. */
  readonly removedAt?: number;
  /** When its latest check was numbered, Unix ms. */
  readonly numberedAt?: number;
  /** The owner gets an email about each check until the account is proven. */
  readonly ownerEmail?: string | undefined;
  /** The job of its first check. The account is proven once that has been mailed and not contested for 30 days. */
  readonly trialId?: string;
}

/** The account and the number of a job's check. */
export interface CheckDraw {
  readonly accountId: string;
  /** The print partner's id of the account. */
  readonly partnerId: string;
  readonly checkNumber: number;
  /** The same for all registrations of the account. */
  readonly counterId: string;
  /** How long the check waits after its payment, if the account was not proven when it was ordered. */
  readonly waitMs?: number | undefined;
  /** During the wait, the owner of the account can stop the check. */
  readonly ownerEmail?: string | undefined;
}
