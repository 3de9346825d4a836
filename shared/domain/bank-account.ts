/** The record of a bank account, and the part of it that a check needs. */

import type { Country } from './money.ts';
import type { Stored } from './stored.ts';

/** Everything that we store of a registered bank account. Only the print partner has its numbers. */
export interface BankAccount extends Stored {
  readonly country: Country;
  readonly nickname: string;
  /** The print partner's id of the account. */
  readonly partnerId: string;
  /** The counter of its check numbers: registrations of the same account share one. */
  readonly counterId: string;
  /** No checks are drawn on it from then on. The print partner deletes its numbers once no check needs them. */
  readonly removedAt?: number;
  /** When its latest check was numbered, Unix ms. */
  readonly numberedAt?: number;
  /** Its owner gets an email about checks until the account is proven. */
  readonly ownerEmail?: string | undefined;
  /** The job of the check that proves it, once that was mailed and stays uncontested. */
  readonly trialId?: string;
}

/** The account that a job draws on and the number of its check. */
export interface Drawing {
  readonly accountId: string;
  /** The print partner's id of the account. */
  readonly partnerId: string;
  readonly checkNumber: number;
  /** The same for all registrations of the account. */
  readonly counterId: string;
  /** The account was not proven when the check was ordered, so the check waits this long after its payment. */
  readonly waitMs?: number | undefined;
  /** Meanwhile the owner of the account can stop it. */
  readonly ownerEmail?: string | undefined;
}
