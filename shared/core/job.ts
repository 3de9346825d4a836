/**
 * The state machine of a job: state × fact → state, and the duty in each state. Pure, and independent of any product.
 * A missing cell refuses the fact: it changes nothing, and its sender reads the job again.
 */
import type { PartnerName, PaymentProviderName } from './names.ts';

export type State =
  | 'awaiting_payment'
  | 'paid'
  | 'submitting'
  | 'fulfilled'
  /** A cancellation holds a paid job that no partner has taken. */
  | 'cancelling'
  /** A cancellation asks the partner to stop. */
  | 'recalling'
  /** Nobody can find out by machine what happened: a person decides. */
  | 'parked'
  | 'cancelled'
  | 'failed';

export type PublicStatus = 'awaiting_payment' | 'paid' | 'fulfilled' | 'failed' | 'cancelled';

const statuses: Readonly<Record<State, PublicStatus>> = {
  awaiting_payment: 'awaiting_payment',
  paid: 'paid',
  submitting: 'paid',
  fulfilled: 'fulfilled',
  cancelling: 'paid',
  recalling: 'fulfilled',
  parked: 'paid',
  cancelled: 'cancelled',
  failed: 'failed',
};

/** A job that a partner has once held never reads as merely paid again, even while a partner is asked a second time. */
export const publicStatus = ({ state, partner }: Pick<Lifecycle, 'state' | 'partner'>): PublicStatus =>
  statuses[state] === 'paid' && partner !== undefined ? 'fulfilled' : statuses[state];

type Refund = 'not_applicable' | 'pending' | 'issued' | 'contact_support';

/** Names the provider that holds it: a job stays with its provider when another comes into use. */
export interface JobHold {
  readonly provider: PaymentProviderName;
  /** The provider's own id. */
  readonly id: string;
}

/** Two providers may use the same id. */
export const isSame = (one: JobHold | undefined, other: JobHold): boolean =>
  one !== undefined && one.provider === other.provider && one.id === other.id;

export interface Checkout extends JobHold {
  readonly url: string;
  /** Unix ms. */
  readonly expiresAt: number;
}

/** How a payment came: on a payment page, or by the token of an agent, which this service charges for one job. */
type PaidBy = 'checkout' | 'token';

/** `id`: the payment intent, which a refund names. */
export interface Payment extends JobHold {
  readonly by: PaidBy;
  readonly amountCents: number;
  /** ISO 4217, upper case: the payer may have paid in another currency than the approved one. */
  readonly currency: string;
  /** Whether it was paid with test money. Missing if the provider did not say. */
  readonly isTest?: boolean | undefined;
}

/** A payment, and the e-mail address that the payer gave for it: it is kept only if the payer has asked for e-mails. */
export interface Paid {
  readonly payment: Payment;
  /** The payment page that was paid. Missing if the payment did not come by a page. */
  readonly checkoutId: string | undefined;
  readonly payerEmail?: string | undefined;
}

/** A payment that its job does not need, by `isSurplus` in `fulfilment/payment.ts`. */
export interface SurplusPayment extends Payment {
  readonly refund: Exclude<Refund, 'not_applicable'>;
  /** Unix ms. */
  readonly since: number;
  readonly tries: number;
  /** When its refund is tried again, Unix ms. */
  readonly dueAt?: number | undefined;
}

/** The partner's progress in words that fit every product; it only moves forward. */
export const stages = ['accepted', 'in_progress', 'dispatched', 'completed'] as const;
export type Stage = (typeof stages)[number];

export interface Tracking {
  readonly number: string;
  readonly url?: string;
  readonly carrier?: string;
}

export interface Progress {
  readonly stage: Stage;
  readonly tracking?: Tracking;
  /** Explicit evidence from the carrier, never an inference from `completed`. */
  readonly delivered?: boolean;
  /** The carrier brings it back to its sender. */
  readonly returned?: boolean;
  /** Nothing more will be heard of this order. */
  readonly final?: boolean;
  /** When the partner has announced its next news, Unix ms. */
  readonly newsAt?: number;
}

export interface PartnerOrder extends Progress {
  /** The partner's own id. */
  readonly id: string;
}

/**
 * `dueAt` (Unix ms) says when somebody must look again; without it nothing more is owed. `round` says how often the
 * order had bounced when the partner was asked; news of an earlier round comes too late to count. `claim` is the number
 * of the claim under which the fact was found; once another holder has claimed the job, it comes too late, too.
 */
export type Fact = {
  readonly dueAt?: number | undefined;
  readonly round?: number;
  readonly claim?: number | undefined;
} & (
  | { readonly kind: 'checkout_opened'; readonly checkout: Checkout }
  | { readonly kind: 'checkout_expired' | 'cancelled' }
  /** `isUnanswered`: the provider did not say how it stands. `isUnderWay`: the payer has paid, and the money may take days. */
  | { readonly kind: 'still_open'; readonly isUnanswered?: boolean; readonly isUnderWay?: boolean }
  /** `notBefore`: the work is owed only from then on, Unix ms; without it, from now on. */
  | ({ readonly kind: 'paid'; readonly notBefore?: number | undefined } & Omit<Paid, 'checkoutId'>)
  | ({ readonly kind: 'mispaid'; readonly error: string } & Omit<Paid, 'checkoutId'>)
  | {
      readonly kind:
        | 'payment_failed'
        | 'rejected'
        | 'given_up'
        | 'disputed'
        | 'dispute_lost'
        | 'partner_failed'
        | 'abandoned'
        /** A person has stopped it before a partner had it. */
        | 'held';
      readonly error: string;
    }
  | {
      readonly kind:
        | 'cancel_claimed'
        | 'read_claimed'
        /** Its work is not owed yet: its document is retained, and it waits. */
        | 'scheduled'
        /** The partner has certainly not taken it. */
        | 'turned_away'
        /** The partner was looked at once its lists were complete: none of its answers had made an order. */
        | 'absent'
        | 'unanswered'
        /** The partner has not said for an hour whether it stops the order: a person asks it. */
        | 'undecided'
        | 'reminded'
        /** The partner could not carry it out and may be asked again. */
        | 'bounced'
        | 'resubmitted'
        /** A person does not want to wait until the duty falls due. */
        | 'redriven';
    }
  /** The holder of the claim is dead. Only a start on one machine can know that: see `release-claims.ts`. */
  | { readonly kind: 'released' }
  | { readonly kind: 'claimed'; readonly routedTo?: PartnerName | undefined }
  /** `at`: the partner that has it, if it is not the one that was called last. */
  | { readonly kind: 'accepted'; readonly order: PartnerOrder; readonly at?: PartnerName | undefined }
  /**
   * The partner takes no orders now, or has refused a repeated call. Neither proves that it made none. `answeredAt`: the
   * time of that answer, Unix ms.
   */
  | { readonly kind: 'put_off' | 'refused_once'; readonly answeredAt: number }
  | {
      readonly kind: 'progressed' | 'partner_refused';
      readonly progress: Progress;
      /** True if the partner was asked and did not tell; undefined if nobody asked. Both repeat what was known before. */
      readonly isUnread?: boolean;
      /** The partner tells its news in events, and told this only when it was asked. */
      readonly isUnheard?: boolean;
    }
  | { readonly kind: 'partner_cancelled' | 'refunded' | 'refund_refused' | 'refund_unknown' }
  | { readonly kind: 'dispute_won' }
  /** The provider does not refund the payment, because the payer's bank holds it. */
  | { readonly kind: 'refund_disputed'; readonly error: string }
  /** The payer's bank believes that the card was used by a thief. */
  | { readonly kind: 'fraud_warned' }
  /** An issued refund has not reached the payer after all. */
  | { readonly kind: 'refund_failed' }
);

export type FactKind = Fact['kind'];

export interface Transition {
  readonly to: State;
  readonly refund?: Refund;
  /** The next duty is due at once, whatever the fact says. */
  readonly now?: true;
  /** The duty keeps its time. */
  readonly asBefore?: true;
}

const to = (state: State): Transition => ({ to: state });
const atOnce = (state: State): Transition => ({ to: state, now: true });
const owingRefund = (state: State): Transition => ({ to: state, refund: 'pending', now: true });
/** The fact is recorded and the job goes on as before; only the refund may change. */
export const noted = (state: State, refund?: Refund): Transition => ({ to: state, refund, asBefore: true });

/** After the end, only money still moves. */
const ended = (state: 'cancelled' | 'failed') =>
  ({
    paid: owingRefund(state),
    mispaid: owingRefund(state),
    refunded: { to: state, refund: 'issued' },
    refund_refused: { to: state, refund: 'contact_support' },
    refund_unknown: to(state),
    redriven: atOnce(state),
    refund_failed: { to: state, refund: 'contact_support' },
    // The bank decides about the money now: it is not refunded a second time.
    disputed: { to: state, refund: 'contact_support' },
    refund_disputed: { to: state, refund: 'contact_support' },
    dispute_lost: { to: state, refund: 'contact_support' },
    dispute_won: owingRefund(state),
    fraud_warned: noted(state),
  }) as const;

/** Acts of others on an order that the partner has: the payer's bank, a person at the payment provider, our own people. */
const afterwards = (state: 'fulfilled' | 'recalling') =>
  ({
    disputed: noted(state),
    dispute_won: noted(state),
    dispute_lost: noted(state),
    refunded: noted(state, 'issued'),
    refund_failed: noted(state, 'contact_support'),
    redriven: atOnce(state),
  }) as const;

export const transitions: Readonly<Record<State, Readonly<Partial<Record<FactKind, Transition>>>>> = {
  awaiting_payment: {
    checkout_opened: to('awaiting_payment'),
    still_open: to('awaiting_payment'),
    paid: atOnce('paid'),
    mispaid: owingRefund('failed'),
    payment_failed: to('failed'),
    checkout_expired: to('cancelled'),
    cancelled: to('cancelled'),
    // This news of the money has overtaken the news of the payment, which is still asked for.
    disputed: noted('awaiting_payment'),
    dispute_won: noted('awaiting_payment'),
    dispute_lost: noted('awaiting_payment'),
    refunded: to('cancelled'),
    redriven: atOnce('awaiting_payment'),
  },
  paid: {
    claimed: to('submitting'),
    scheduled: to('paid'),
    cancel_claimed: to('cancelling'),
    disputed: atOnce('parked'),
    // The news of the end may overtake the news of the dispute.
    dispute_won: noted('paid'),
    dispute_lost: { to: 'failed', refund: 'contact_support' },
    fraud_warned: atOnce('cancelling'),
    held: atOnce('parked'),
    refunded: { to: 'cancelled', refund: 'issued' },
    redriven: atOnce('paid'),
  },
  submitting: {
    claimed: to('submitting'),
    turned_away: to('paid'),
    absent: to('paid'),
    put_off: to('submitting'),
    refused_once: to('submitting'),
    unanswered: to('submitting'),
    accepted: to('fulfilled'),
    rejected: owingRefund('failed'),
    given_up: to('parked'),
    disputed: atOnce('parked'),
    dispute_won: noted('submitting'),
    dispute_lost: atOnce('parked'),
    held: atOnce('parked'),
    refunded: { to: 'parked', refund: 'issued', now: true },
    // Not at once: a call with a lost answer may still be landing, and the fact says how long to wait for it.
    redriven: to('submitting'),
    released: to('submitting'),
  },
  fulfilled: {
    // The duty to read stays due: a reader that dies is followed by the next.
    read_claimed: noted('fulfilled'),
    progressed: to('fulfilled'),
    partner_failed: owingRefund('failed'),
    bounced: to('paid'),
    cancel_claimed: to('recalling'),
    fraud_warned: atOnce('recalling'),
    ...afterwards('fulfilled'),
  },
  cancelling: {
    claimed: to('cancelling'),
    released: to('cancelling'),
    accepted: to('fulfilled'),
    refunded: { to: 'cancelled', refund: 'issued' },
    refund_refused: atOnce('paid'),
    refund_unknown: { to: 'cancelled', refund: 'pending' },
    disputed: atOnce('parked'),
    refund_disputed: atOnce('parked'),
    fraud_warned: noted('cancelling'),
    // The refund was made, and its answer is still to be written: it has not reached the payer.
    refund_failed: { to: 'cancelled', refund: 'contact_support' },
    dispute_won: noted('cancelling'),
    dispute_lost: { to: 'cancelled', refund: 'contact_support' },
  },
  recalling: {
    claimed: to('recalling'),
    released: to('recalling'),
    unanswered: to('recalling'),
    undecided: to('recalling'),
    // News of the partner itself: it goes on, or it has stopped.
    progressed: noted('recalling'),
    partner_failed: owingRefund('cancelled'),
    partner_cancelled: owingRefund('cancelled'),
    partner_refused: to('fulfilled'),
    fraud_warned: noted('recalling'),
    ...afterwards('recalling'),
  },
  parked: {
    reminded: to('parked'),
    accepted: to('fulfilled'),
    resubmitted: atOnce('paid'),
    abandoned: owingRefund('failed'),
    disputed: noted('parked'),
    fraud_warned: noted('parked'),
    // Both only where nothing but the dispute stops the job, and no partner was asked: see `apply.ts`.
    dispute_won: atOnce('paid'),
    dispute_lost: { to: 'failed', refund: 'contact_support' },
    refunded: { to: 'cancelled', refund: 'issued' },
    refund_failed: noted('parked', 'contact_support'),
    redriven: atOnce('parked'),
  },
  cancelled: ended('cancelled'),
  failed: ended('failed'),
};

/** The changing part of a job; `Job` in product.ts adds the order. */
export interface Lifecycle {
  readonly state: State;
  readonly refund: Refund;
  readonly dueAt?: number;
  /**
   * Since when the work that was paid for is owed, Unix ms, where the order names a time after its payment. Every clock
   * of fulfilment counts from it: the alarms, the end of trying, the readings and the retention of the document.
   */
  readonly owedSince?: number | undefined;
  /** The number of claims and questions since `triesSince` (Unix ms), when this kind of work began. */
  readonly tries: number;
  readonly triesSince: number;
  /** The number of failed tries after which the partner is asked again, under another reference each time. */
  readonly bounces: number;
  /** The number of claims of its whole life. It tells the holder of the present claim from those before. */
  readonly claims: number;
  /** The chosen partner, recorded before the first call. */
  readonly routedTo?: PartnerName;
  /** Every partner that was called in this round, recorded before the call: one of them may have the order. */
  readonly called: readonly PartnerName[];
  /**
   * Every call of this round that may have made the order was answered, and the last answer was this one. Each claim
   * ends it, because its holder may call.
   */
  readonly lastAnswer?: LastAnswer | undefined;
  readonly checkout?: Checkout;
  /** Questions in a row to which the provider did not say how the checkout stands. */
  readonly unansweredAsks?: number | undefined;
  /** The payer has nothing left to do, and the money may take days. */
  readonly isMoneyUnderWay?: boolean | undefined;
  readonly payment?: Payment;
  /** Beside the life of the job: they are paid back, and change nothing else. */
  readonly surplus?: readonly SurplusPayment[];
  readonly partner?: PartnerOrder & {
    readonly readAt: number;
    /** The number of readings in a row that told nothing. */
    readonly unread?: number | undefined;
    /** A reading has brought news that no event had brought: the order is read often from then on. */
    readonly isUnheard?: boolean | undefined;
  };
  /** A person has stopped it, and has not let it go on. */
  readonly isHeld?: boolean | undefined;
  /** A dispute has stopped a cancellation, which goes on once the dispute is won: its refund may still be under way. */
  readonly isCancelStopped?: boolean | undefined;
  /** The reason why the job stands still or has failed. */
  readonly error?: string | undefined;
  /**
   * The time of the first fact of each kind, Unix ms: the receipt's evidence. `begun`: the partner is at work on it.
   * These times are when this service has heard of it.
   */
  readonly firsts: Readonly<Partial<Record<FactKind | 'begun' | 'dispatched' | 'delivered' | 'returned', number>>>;
}

/** An answer that does not prove that no order was made. `at`: Unix ms. */
export interface LastAnswer {
  readonly kind: 'put_off' | 'refused_once';
  readonly at: number;
}

export const initialLifecycle = (now: number): Lifecycle => ({
  state: 'awaiting_payment',
  refund: 'not_applicable',
  tries: 0,
  triesSince: now,
  bounces: 0,
  claims: 0,
  called: [],
  firsts: {},
});

/** When the work became owed or will become so, Unix ms: most jobs owe it since their payment. */
export const owedFrom = ({
  owedSince,
  firsts,
  triesSince,
}: Pick<Lifecycle, 'owedSince' | 'firsts' | 'triesSince'>): number => owedSince ?? firsts.paid ?? triesSince;

/** It is paid, and its day is still to come. */
export const isAhead = ({ owedSince }: Pick<Lifecycle, 'owedSince'>, now: number): boolean =>
  owedSince !== undefined && owedSince > now;

/** Its partner had it before its day, and has not begun its work since. */
export const isHeldByPartner = ({
  owedSince,
  firsts,
  partner,
}: Pick<Lifecycle, 'owedSince' | 'firsts' | 'partner'>): boolean =>
  partner?.stage === 'accepted' && owedSince !== undefined && (firsts.accepted ?? owedSince) < owedSince;

/** The payer's bank holds the money, and has not decided in our favour since the provider last said so. */
export const isDisputed = ({ firsts }: Pick<Lifecycle, 'firsts'>): boolean => {
  const { disputed, refund_disputed: answered, dispute_won: won } = firsts;
  if (won === undefined) return disputed !== undefined || answered !== undefined;
  return answered !== undefined && answered > won;
};

const hasReached = ({ partner }: Pick<Lifecycle, 'partner'>, stage: Stage): boolean =>
  partner !== undefined && stages.indexOf(partner.stage) >= stages.indexOf(stage);

/** `failed`: no payment came of it, or not of the approved amount, which is then refunded. */
export function paymentStatus({
  firsts,
  payment,
}: Pick<Lifecycle, 'firsts' | 'payment'>): 'pending' | 'paid' | 'failed' {
  if (firsts.mispaid !== undefined || firsts.payment_failed !== undefined) return 'failed';
  return payment === undefined ? 'pending' : 'paid';
}

/** The order has left the house: mailed, or sent. */
export const hasLeft = (job: Pick<Lifecycle, 'partner'>): boolean => hasReached(job, 'dispatched');

/** A delivery that is heard of after the return is the one to its sender, and does not count. */
export const isDelivered = ({ partner, firsts }: Pick<Lifecycle, 'partner' | 'firsts'>): boolean =>
  partner?.delivered === true &&
  (firsts.returned === undefined || (firsts.delivered !== undefined && firsts.delivered < firsts.returned));

/** The known times of the order's way through the partner's house, and back. */
export const milestones = (job: Pick<Lifecycle, 'partner'>) => ({
  begun: hasReached(job, 'in_progress'),
  dispatched: hasLeft(job),
  delivered: job.partner?.delivered ?? false,
  returned: job.partner?.returned ?? false,
});

/** The work that a job's state demands; `dueAt` says when. */
export type Duty = 'ask_payment' | 'submit' | 'track' | 'finish_cancel' | 'finish_recall' | 'ask_person' | 'refund';

const duties: Readonly<Record<Exclude<State, 'cancelled' | 'failed'>, Duty>> = {
  awaiting_payment: 'ask_payment',
  paid: 'submit',
  submitting: 'submit',
  fulfilled: 'track',
  cancelling: 'finish_cancel',
  recalling: 'finish_recall',
  parked: 'ask_person',
};

export const isDue = ({ dueAt }: Lifecycle, now: number) => dueAt !== undefined && dueAt <= now;

/** The duty that is due now, if any. */
export function owed(job: Lifecycle, now: number): Duty | undefined {
  if (!isDue(job, now)) return undefined;
  if (job.state === 'cancelled' || job.state === 'failed') return job.refund === 'pending' ? 'refund' : undefined;
  return duties[job.state];
}

/** No work is under way for a payer who waits for an answer. A job that was put aside has its answer. */
export const isSettled = ({ state, firsts }: Lifecycle): boolean =>
  state === 'paid' ? firsts.scheduled !== undefined : state !== 'submitting' && state !== 'cancelling';
