/** A world: what may happen in it, how the service is built, and what is wrong with either. */

/** The assumptions about others that `docs/promises.md` lists. A world may break one. */
export type Assumption =
  | 'what is turned away was not taken'
  | 'lists are complete after a minute'
  | 'keys live for a day'
  | 'clocks agree'
  | 'nobody refunds more than was paid'
  | 'partners stay configured'
  | 'a refusal stays'
  | 'a refused refund stays refused';

export interface World {
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
  readonly broken?: Assumption;
  /** How the service is built wrong, by the name of the bug. */
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

/** Wrong designs, each in place of the right one. */
export type Bug =
  | 'no key at the partner'
  | 'a claim without condition'
  | 'a cancellation without condition'
  | 'no sweep'
  | 'creating never ends, and keys are believed for ever'
  | 'a refund without a key'
  | 'an event is forgotten before the outbox has it'
  | 'a recall is believed without an answer'
  | 'a payment after the cancellation is ignored'
  | 'the claim is not looked at before the call'
  | 'a fax is repeated without a look'
  | 'a rejected job owes no refund'
  | 'put off is noted over an open doubt'
  | 'absence is believed at once'
  | 'absence is not bound to its claim'
  | 'a person decides while a call is under way'
  | 'a person resubmits without a look'
  | 'news of an earlier round counts'
  | 'a late answer hides a failed refund'
  | 'only the event tells of a payment'
  | 'an unavailable partner is believed'
  | 'the last hour ends without a pause'
  | 'a dispute ends no refund that was disputed before'
  | 'a refusal of a repeated call is believed'
  | 'late news of an earlier attempt counts'
  | 'a recall hears no news and calls nobody'
  | 'a warning is dropped while a job is being cancelled'
  | 'a cancellation goes on after its claim'
  | 'a dispute ends the asking';
