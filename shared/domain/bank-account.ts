/** A registered bank account, and what a check drawn on it needs. */
import type { Country } from './money.ts';
import type { Stored } from './stored.ts';

/** Everything we store about a bank account. Only the print partner has its numbers. */
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
  /** The job of its first check. The account is proven 30 days after that check was mailed, unless it was returned or contested. */
  readonly trialId?: string;
}

/** The account that a job's check is drawn on, and the number of the check. */
export interface CheckDraw {
  readonly accountId: string;
  /** The print partner's id of the account. */
  readonly partnerId: string;
  readonly checkNumber: number;
  /** As in `BankAccount`. */
  readonly counterId: string;
  /** How long the check waits after its payment. Missing if the account was proven when it was ordered. */
  readonly waitMs?: number | undefined;
  /** The owner of the account, who can stop the check while it waits. */
  readonly ownerEmail?: string | undefined;
}
