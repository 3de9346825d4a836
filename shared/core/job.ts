/**
 * Everything a job can live through: state × fact → state, and what is owed in each state. Pure, and no product in it.
 * A missing cell is a refusal: the fact changes nothing, and whoever brought it reads the job again.
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

/** What a partner has held once is not told as merely paid again, even while it is asked a second time. */
export const publicStatus = ({ state, partner }: Pick<Lifecycle, 'state' | 'partner'>): PublicStatus =>
  statuses[state] === 'paid' && partner !== undefined ? 'fulfilled' : statuses[state];

export type Refund = 'not_applicable' | 'pending' | 'issued' | 'contact_support';

/** Who holds it. Missing in jobs from before providers were named: they act with the one in use. */
interface Held {
  readonly provider?: PaymentProviderName;
}

export interface Checkout extends Held {
  readonly id: string;
  readonly url: string;
  /** Unix ms. */
  readonly expiresAt: number;
}

export interface Payment extends Held {
  /** What a refund names: the payment intent. */
  readonly id: string;
  readonly amountCents: number;
  /** ISO 4217, upper case: what was paid may be another currency than was approved. */
  readonly currency: string;
}

/** How far the partner has come, in words that fit every product; it only moves forward. */
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
 * `dueAt`, Unix ms: when somebody must look again; where it is missing, nothing more is owed. `round`: how often the
 * order had bounced when this was asked; news of an earlier round come too late to count.
 */
export type Fact = { readonly dueAt?: number | undefined; readonly round?: number } & (
  | { readonly kind: 'checkout_opened'; readonly checkout: Checkout }
  | { readonly kind: 'still_open' | 'checkout_expired' | 'cancelled' }
  | { readonly kind: 'paid'; readonly payment: Payment }
  | { readonly kind: 'mispaid'; readonly payment: Payment; readonly error: string }
  | {
      readonly kind:
        | 'payment_failed'
        | 'rejected'
        | 'given_up'
        | 'disputed'
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
        | 'turned_away'
        | 'unanswered'
        | 'reminded'
        /** The partner could not carry it out, and may be asked once more. */
        | 'bounced'
        | 'resubmitted'
        /** A person does not want to wait for what is owed later. */
        | 'redriven';
    }
  | { readonly kind: 'claimed'; readonly routedTo?: PartnerName | undefined }
  | { readonly kind: 'accepted'; readonly order: PartnerOrder }
  | { readonly kind: 'progressed' | 'partner_refused'; readonly progress: Progress }
  | { readonly kind: 'partner_cancelled' | 'refunded' | 'refund_refused' | 'refund_unknown' }
  /** A refund that was issued has not reached the payer after all. */
  | { readonly kind: 'refund_failed' }
);

export type FactKind = Fact['kind'];

interface Transition {
  readonly to: State;
  readonly refund?: Refund;
  /** What follows is owed at once, whatever the fact says. */
  readonly now?: true;
  /** What was owed stays owed, at its time. */
  readonly asBefore?: true;
}

const to = (state: State): Transition => ({ to: state });
const atOnce = (state: State): Transition => ({ to: state, now: true });
const owingRefund = (state: State): Transition => ({ to: state, refund: 'pending', now: true });
/** Written down of a job that goes on as it was; the money may stand differently. */
const noted = (state: State, refund?: Refund): Transition => ({ to: state, asBefore: true, ...(refund && { refund }) });

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
    // The bank decides about the money now: it is not given back a second time.
    disputed: { to: state, refund: 'contact_support' },
  }) as const;

/** What others than the partner do about an order that it has: the payer's bank, a person at the payment provider, ours. */
const afterwards = (state: 'fulfilled' | 'recalling') =>
  ({
    disputed: noted(state),
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
    // News of the money that have overtaken the payment's own.
    disputed: to('failed'),
    refunded: to('cancelled'),
    redriven: atOnce('awaiting_payment'),
  },
  paid: {
    claimed: to('submitting'),
    cancel_claimed: to('cancelling'),
    disputed: atOnce('parked'),
    held: atOnce('parked'),
    refunded: { to: 'cancelled', refund: 'issued' },
    redriven: atOnce('paid'),
  },
  submitting: {
    claimed: to('submitting'),
    turned_away: to('paid'),
    unanswered: to('submitting'),
    accepted: to('fulfilled'),
    rejected: owingRefund('failed'),
    given_up: to('parked'),
    disputed: atOnce('parked'),
    held: atOnce('parked'),
    refunded: { to: 'parked', refund: 'issued', now: true },
    // Not at once: a call whose answer is lost may still be landing, and the fact says how long to wait for it.
    redriven: to('submitting'),
  },
  fulfilled: {
    read_claimed: to('fulfilled'),
    progressed: to('fulfilled'),
    partner_failed: owingRefund('failed'),
    bounced: to('paid'),
    cancel_claimed: to('recalling'),
    ...afterwards('fulfilled'),
  },
  cancelling: {
    claimed: to('cancelling'),
    accepted: to('fulfilled'),
    refunded: { to: 'cancelled', refund: 'issued' },
    refund_refused: atOnce('paid'),
    refund_unknown: { to: 'cancelled', refund: 'pending' },
    disputed: atOnce('parked'),
  },
  recalling: {
    claimed: to('recalling'),
    unanswered: to('recalling'),
    partner_cancelled: owingRefund('cancelled'),
    partner_refused: to('fulfilled'),
    ...afterwards('recalling'),
  },
  parked: {
    reminded: to('parked'),
    accepted: to('fulfilled'),
    resubmitted: atOnce('paid'),
    abandoned: owingRefund('failed'),
    disputed: noted('parked'),
    refunded: { to: 'cancelled', refund: 'issued' },
    refund_failed: noted('parked', 'contact_support'),
    redriven: atOnce('parked'),
  },
  cancelled: ended('cancelled'),
  failed: ended('failed'),
};

/** The living part of a job; `Job` in product.ts adds what was ordered. */
export interface Lifecycle {
  readonly state: State;
  readonly refund: Refund;
  readonly dueAt?: number;
  /** Claims and questions since `triesSince` (Unix ms), when this kind of work began. */
  readonly tries: number;
  readonly triesSince: number;
  /** How often the partner has tried in vain and will be asked once more, under another reference each time. */
  readonly bounces: number;
  /** The partner that is asked, written down before the first call. */
  readonly routedTo?: PartnerName;
  readonly checkout?: Checkout;
  readonly payment?: Payment;
  readonly partner?: PartnerOrder & { readonly readAt: number };
  /** Why the job stands still or has failed. */
  readonly error?: string | undefined;
  /** When each kind of fact first came true, Unix ms: the receipt's evidence. */
  readonly firsts: Readonly<Partial<Record<FactKind | 'dispatched', number>>>;
}

export const initialLifecycle = (now: number): Lifecycle => ({
  state: 'awaiting_payment',
  refund: 'not_applicable',
  tries: 0,
  triesSince: now,
  bounces: 0,
  firsts: {},
});

/** The order has left the house: mailed, or sent. */
export const hasLeft = ({ partner }: Pick<Lifecycle, 'partner'>): boolean =>
  partner !== undefined && stages.indexOf(partner.stage) >= stages.indexOf('dispatched');

/** What somebody must do for a job, by its state; `dueAt` says when. */
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

export const isDue = (life: Lifecycle, now: number) => life.dueAt !== undefined && life.dueAt <= now;

/** What is owed now, if anything. */
export function owed(life: Lifecycle, now: number): Duty | undefined {
  if (!isDue(life, now)) return undefined;
  if (life.state === 'cancelled' || life.state === 'failed') return life.refund === 'pending' ? 'refund' : undefined;
  return duties[life.state];
}

/** No more work is under way on behalf of the payer who waits for an answer. */
export const isSettled = (life: Lifecycle): boolean =>
  life.state !== 'paid' && life.state !== 'submitting' && life.state !== 'cancelling';
