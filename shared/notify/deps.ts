/** The dependencies of notifying, beside those of an order. */
import type { Deps } from '../orders/deps.ts';
import type { Queue } from '../storage/queue.ts';
import type { Collection } from '../storage/table.ts';
import type { Channel } from './outbox.ts';
import type { EventSigner, Mailer, Outboxes, Receivers, SilencedAddress } from './ways.ts';

export interface NotifyDeps extends Deps {
  readonly outboxes: Outboxes;
  readonly outboxQueues: Readonly<Record<Channel, Queue>>;
  readonly silencedAddresses: Collection<SilencedAddress>;
  readonly receivers: Receivers;
  readonly eventSigner: EventSigner;
  /** Missing if this service writes no e-mails. */
  readonly mailer?: Mailer | undefined;
}
