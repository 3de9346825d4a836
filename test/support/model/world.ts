/** A world: what may happen in it, how the service is built, and what is wrong with either. */

import type { Assumption, Bug } from './bugs.ts';

/** The things that may happen in a world. */
export interface Setting {
  /** How often something goes wrong: a death, a lost answer, a late call, a lost event or message. */
  readonly faults: number;
  /** How often the caller cancels. */
  readonly cancels: number;
  /** How often a person, a bank or a partner's own trouble interferes. */
  readonly acts: number;
  /** The partner has idempotency keys, as those that print; those that fax have none. */
  readonly keys: boolean;
  /** A process is ended after so many ticks. */
  readonly life: number;
  /** An answered "not now" may hide an order that was made. */
  readonly hidesOrders: boolean;
  /** A repeated call may be refused, whatever came of the first. */
  readonly refusesRepeats: boolean;
  /** The payer disputes, and the bank decides. */
  readonly disputes: boolean;
  /** The provider warns of a thief. */
  readonly warnings: boolean;
  /** The provider refuses a refund; an issued one may fail at the bank. */
  readonly refusesRefunds: boolean;
  readonly failsRefunds: boolean;
  /** The partner gives an order up; a fax that was given up may be sent again. */
  readonly givesUp: boolean;
  readonly bounces: boolean;
  /** Everything runs on one machine, which is started again when its processes have died. */
  readonly restarts: boolean;
  /** A person refunds a payment in the provider's dashboard, as goodwill. */
  readonly goodwill: boolean;
  /** A person stops a job, lets it go on, or gives it up. */
  readonly people: boolean;
  /** It may be stopped again after it was let go on. */
  readonly holdsAgain: boolean;
  /** The partner never says whether it stops an order. */
  readonly silentRecall: boolean;
  /** The payer may pay another sum, or fail to pay, or pay while the page is being closed. */
  readonly otherSums: boolean;
  /** Messages in a queue, and the event "paid", beside the sweep. */
  readonly queue: boolean;
  readonly events: boolean;
  /** The calls that end a cancellation are made at once after the look at the claim. */
  readonly prompt: boolean;
}

export interface World extends Setting {
  readonly broken?: Assumption;
  /** How the service is built wrong. */
  readonly bug?: Bug;
}

export const plain: World = {
  faults: 1,
  cancels: 1,
  acts: 0,
  keys: true,
  life: 2,
  hidesOrders: false,
  refusesRepeats: false,
  disputes: false,
  warnings: false,
  refusesRefunds: false,
  failsRefunds: false,
  givesUp: false,
  bounces: false,
  restarts: false,
  goodwill: false,
  people: false,
  holdsAgain: false,
  silentRecall: false,
  otherSums: false,
  queue: false,
  events: false,
  prompt: false,
};
