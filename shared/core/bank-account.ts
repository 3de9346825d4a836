/** The record of a bank account, and the part of it that a check needs. */

import type { Country } from './money/money.ts';
import type { Stored } from './stored.ts';

/** All that we keep of a registered bank account: only the print partner has its numbers. */
export interface BankAccount extends Stored {
  readonly country: Country;
  readonly nickname: string;
  /** The print partner's id of the account. */
  readonly partnerId: string;
  /** The counter of its check numbers: registrations of the same account share one. */
  readonly counterId: string;
  /** Nothing is drawn on it from then on. The print partner deletes its numbers once no check needs them. */
  readonly removedAt?: number;
  /** When its latest check was numbered, Unix ms. */
  readonly numberedAt?: number;
}

/** The account that a job draws on and the number of its check. */
export interface Drawing {
  readonly accountId: string;
  /** The print partner's id of the account. */
  readonly partnerId: string;
  readonly checkNumber: number;
}
