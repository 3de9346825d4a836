/** Everything outside the use cases, composed. */

import type { BankAccount } from '../core/bank-account.ts';
import type { Upload } from '../core/given/upload.ts';
import type { PartnerName, PaymentProviderName } from '../core/names.ts';
import type { Channel } from '../core/notify/outbox.ts';
import type { ProductName } from '../core/product-names.ts';
import type { Quote } from '../core/quote.ts';
import type { AuditRun, FingerprintNote } from './audits.ts';
import type { Addresses, Vault } from './bank-accounts.ts';
import type { Clock, Random } from './clock.ts';
import type { Documents } from './documents.ts';
import type { Fingerprint } from './fingerprint.ts';
import type { SelfCheck } from './health.ts';
import type { Jobs } from './jobs.ts';
import type { Log } from './log.ts';
import type { EventSigner, Mailer, Outboxes, Receivers, SilencedAddress } from './notifications.ts';
import type { Partner } from './partner.ts';
import type { Payments } from './payments.ts';
import type { Queue } from './queue.ts';
import type { Renderer } from './renderer.ts';
import type { Settings } from './settings.ts';
import type { Signer } from './signer.ts';
import type {
  CheckCounter,
  Collection,
  RequestCounters,
  SerialLock,
  SharedAnswer,
  StopList,
  UsedKey,
} from './table.ts';

/** Everything outside the use cases. Each field is made on first use, so a function loads only the parts it uses. */
export interface Deps {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly settings: Settings;
  readonly quotes: Collection<Quote>;
  readonly uploads: Collection<Upload>;
  readonly idempotencyKeys: Collection<UsedKey>;
  readonly jobs: Jobs;
  readonly bankAccounts: Collection<BankAccount>;
  readonly checkCounters: Collection<CheckCounter>;
  readonly serialLocks: Collection<SerialLock>;
  readonly stopList: Collection<StopList>;
  readonly requestCounters: RequestCounters;
  readonly sharedAnswers: Collection<SharedAnswer>;
  readonly audits: Collection<AuditRun>;
  readonly fingerprintNotes: Collection<FingerprintNote>;
  readonly queue: Queue;
  readonly outboxes: Outboxes;
  readonly outboxQueues: Readonly<Record<Channel, Queue>>;
  readonly silencedAddresses: Collection<SilencedAddress>;
  readonly receivers: Receivers;
  readonly eventSigner: EventSigner;
  /** Missing if this service writes no e-mails. */
  readonly mailer?: Mailer | undefined;
  /** Every provider that this service has the keys for: a job stays with the provider that holds its payment. */
  readonly payments: Readonly<Partial<Record<PaymentProviderName, Payments | undefined>>>;
  /** The partners of the products that are sold. */
  readonly partners: Readonly<Partial<Record<ProductName, Partner>>>;
  readonly partnerNames: Readonly<Partial<Record<ProductName, PartnerName>>>;
  /** Partners that send events, even those that get no new jobs: earlier orders may still be on their way. */
  readonly senders: Readonly<Partial<Record<PartnerName, Partner>>>;
  /** Missing if no partner looks addresses up: in test mode, and without a live key. */
  readonly addresses?: Addresses | undefined;
  readonly vault: Vault;
  readonly documents: Documents;
  readonly renderer: Renderer;
  readonly signer: Signer;
  readonly fingerprint: Fingerprint;
  readonly selfCheck: SelfCheck;
}
