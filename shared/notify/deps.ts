/** The dependencies of notifications, in addition to those of orders. */
import type { Stored } from '../domain/stored.ts';
import type { Deps } from '../orders/deps.ts';
import type { Queue } from '../storage/queue.ts';
import type { Collection, Due, Overdue } from '../storage/table.ts';
import type { Attempt, Channel, Outbox } from './outbox.ts';

export interface NotifyDeps extends Deps {
  readonly outboxes: Outboxes;
  readonly outboxQueues: Readonly<Record<Channel, Queue>>;
  readonly silencedAddresses: Collection<SilencedAddress>;
  /** Posts events to receivers, whose URLs are untrusted. */
  readonly receivers: Deps['receivers'] & {
    /** One request, without redirects. Never throws. */
    post(url: string, body: string, headers: Readonly<Record<string, string>>): Promise<PostOutcome>;
  };
  /** Signs events as Standard Webhooks 1.0.0 defines. */
  readonly eventSigner: {
    /** The three headers of the standard. `at`: the time of the attempt, Unix ms. `secret`: the receiver's, `whsec_…`. */
    headersOf(
      message: { readonly id: string; readonly at: number; readonly body: string },
      secret: string | undefined,
    ): Readonly<Record<string, string>>;
    /** The public keys that verify signatures, `whpk_…`, the current one first. */
    publicKeys(): readonly string[];
  };
  /** Missing if this service sends no email. */
  readonly mailer?: Mailer | undefined;
}

export interface Outboxes extends Collection<Outbox> {
  /** The due outboxes of one channel, longest-waiting first, up to `limit`. Eventually consistent. */
  due(channel: Channel, overdue: Overdue, limit?: number): Promise<readonly Due[]>;
}

/** An address that we don't email. Its id is a fingerprint of the address. */
export interface SilencedAddress extends Stored {
  /** `asked`: the reader stopped our emails. */
  readonly why: 'asked' | 'bounced' | 'complained';
  /** When the reader resumed emails, Unix ms. */
  readonly liftedAt?: number | undefined;
}

/** The response of a receiver, or why there was none. */
export interface PostOutcome extends Pick<Attempt, 'outcome' | 'code'> {
  /** How long the receiver asked us to wait. */
  readonly retryAfterMs?: number | undefined;
}

export interface Email {
  readonly jobId: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The page that stops all emails to this address. Mail programs may post to it. */
  readonly stopUrl: string;
  /** The event's id. */
  readonly reference: string;
  /** Whether the order was paid with test money. */
  readonly isTest: boolean;
}

export interface Mailer {
  /**
   * Never throws. `refused`: this message was not accepted. `unavailable`: the outcome is unknown, or the provider said to
   * try again later. `bounced`: the address does not exist. `complained`: the reader marked an email as spam. Providers may
   * also report bounces and complaints later, as events.
   */
  send(email: Email): Promise<'sent' | 'refused' | 'unavailable' | 'bounced' | 'complained'>;
}
