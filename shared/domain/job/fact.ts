/** The facts that move a job on. Each is recorded once, under its conditions: `apply.ts`. */

import type { PartnerName } from '../names.ts';
import type { Checkout, Paid } from './payment.ts';
import type { PartnerOrder, Progress } from './progress.ts';

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
  /** `unansweredAsks`: in a row, up to now. `isUnderWay`: the payer has paid, and the money may take days. */
  | { readonly kind: 'still_open'; readonly unansweredAsks?: number; readonly isUnderWay?: boolean | undefined }
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
        /** The partner certainly does not have it: it says so, or its complete lists do. */
        | 'turned_away'
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
  | { readonly kind: 'accepted'; readonly order: PartnerOrder }
  /** An answer that proves nothing: the partner takes no orders now, or refuses a repeated call. `answeredAt`: Unix ms. */
  | { readonly kind: 'put_off'; readonly answeredAt: number }
  | {
      readonly kind: 'progressed' | 'partner_refused';
      readonly progress: Progress;
      /** True if the partner was asked and did not tell; undefined if nobody asked. Both repeat what was known before. */
      readonly isUnread?: boolean;
      /** The partner tells its news in events, and told this only when it was asked. */
      readonly isUnheard?: boolean;
    }
  | { readonly kind: 'partner_cancelled' | 'refunded' | 'refund_refused' | 'refund_unknown' | 'dispute_won' }
  /** The provider does not refund the payment, because the payer's bank holds it. */
  | { readonly kind: 'refund_disputed'; readonly error: string }
  /** The payer's bank believes that the card was used by a thief. */
  | { readonly kind: 'fraud_warned' }
  /** An issued refund has not reached the payer after all. */
  | { readonly kind: 'refund_failed' }
);

export type FactKind = Fact['kind'];
