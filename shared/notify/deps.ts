/** The dependencies of notifying, beside those of an order. */

import type { Stored } from '../domain/stored.ts';
import type { Deps, ReceiverCheck } from '../orders/deps.ts';
import type { Queue } from '../storage/queue.ts';
import type { Collection, Due, Overdue } from '../storage/table.ts';
import type { Channel, DeliveryOutcome, Outbox } from './outbox.ts';

export interface NotifyDeps extends Deps {
  readonly outboxes: Outboxes;
  readonly outboxQueues: Readonly<Record<Channel, Queue>>;
  readonly silencedAddresses: Collection<SilencedAddress>;
  readonly receivers: Receivers;
  readonly eventSigner: EventSigner;
  /** Missing if this service writes no e-mails. */
  readonly mailer?: Mailer | undefined;
}

export interface Outboxes extends Collection<Outbox> {
  /** Those of one channel, longest-waiting first, all or so many. Eventually consistent. */
  due(channel: Channel, overdue: Overdue, limit?: number): Promise<readonly Due[]>;
}

/** An e-mail address that nothing is sent to; its id is a fingerprint of the address. */
export interface SilencedAddress extends Stored {
  readonly why: 'asked' | 'bounced' | 'complained';
  /** The reader wants e-mails again since then, Unix ms. */
  readonly liftedAt?: number | undefined;
}

/** The answer of a receiver, or that there was none. */
export interface Posted {
  readonly outcome: DeliveryOutcome;
  /** One word: `http_503`, `timeout`, `connection`, `address` (nothing was sent). */
  readonly code: string;
  /** The receiver asks to be left alone for so long. */
  readonly retryAfterMs?: number | undefined;
}

/** The way to the receivers of events, which strangers have named. */
export interface Receivers extends ReceiverCheck {
  /** One request, without redirects. Never throws. */
  post(url: string, body: string, headers: Readonly<Record<string, string>>): Promise<Posted>;
}

/** Signs events by Standard Webhooks 1.0.0. */
export interface EventSigner {
  /** The three headers of the standard. `at`: the attempt, Unix ms. `secret`: the receiver's own, `whsec_…`. */
  headersOf(
    message: { readonly id: string; readonly at: number; readonly body: string },
    secret: string | undefined,
  ): Readonly<Record<string, string>>;
  /** The public keys that verify, `whpk_…`, the one that signs now first. */
  publicKeys(): readonly string[];
}

export interface Email {
  readonly jobId: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The page that ends all e-mails to this address. A mail program may post to it. */
  readonly stopUrl: string;
  /** The event's id. */
  readonly reference: string;
  /** True if the order was paid with test money. */
  readonly isTest: boolean;
}

/**
 * `refused`: this message is not taken. `unavailable`: nobody knows, or later. `bounced`: nobody has this address.
 * `complained`: its reader calls it spam. Real providers tell the last two later, too, by an event.
 */
type Mailed = 'sent' | 'refused' | 'unavailable' | 'bounced' | 'complained';

export interface Mailer {
  /** Never throws. */
  send(email: Email): Promise<Mailed>;
}
