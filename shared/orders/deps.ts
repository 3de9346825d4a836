/** Everything outside the use cases, composed. */

import type { BankAccount } from '../domain/bank-account.ts';
import type { Clock, Random } from '../domain/clock.ts';
import type { Upload } from '../domain/given/upload.ts';
import type { JobEvent } from '../domain/job/event.ts';
import type { Job } from '../domain/job/job.ts';
import type { Log } from '../domain/log.ts';
import type { PartnerName, PaymentProviderName, ProductName } from '../domain/names.ts';
import type { Quote } from '../domain/quote.ts';
import type { Addresses, Vault } from '../partners/bank-accounts.ts';
import type { Partner } from '../partners/partner.ts';
import type { Payments } from '../partners/payments.ts';
import type { Documents } from '../storage/documents.ts';
import type { Jobs } from '../storage/jobs.ts';
import type { Queue } from '../storage/queue.ts';
import type {
  CheckCounter,
  Collection,
  RequestCounters,
  SerialLock,
  SharedAnswer,
  StopList,
  UsedKey,
} from '../storage/table.ts';
import type { AuditRun, FingerprintNote } from './audits.ts';
import type { Fingerprint } from './fingerprint.ts';
import type { Renderer } from './renderer.ts';
import type { Settings } from './settings.ts';
import type { Signer } from './signer.ts';

/** Acts on what happens to a job, without being part of its life: see `listener.ts`. */
export interface JobListener {
  /** Whether it wants to hear the events of this job. */
  wants?(job: Job): boolean;
  /** Hears the new events of a job, oldest first. If it throws, it hears them again: each at least once. */
  hear?(deps: Deps, job: Job, events: readonly JobEvent[]): Promise<void>;
  /** Sees each change after it was written. A crash in between loses it. */
  changed?(deps: Deps, before: Job, after: Job): void;
}

/** Judges an address that a request names as a receiver of its job's events. */
export interface ReceiverCheck {
  /** Why this address cannot be a receiver, as a sentence that follows a field's name; `undefined` if it can. */
  problemOf(url: string): Promise<string | undefined>;
  /** Who is told of jobs that name no receiver: a developer who listens on this machine. Missing everywhere else. */
  listening?(): { readonly url: string; readonly secret?: string | undefined } | undefined;
}

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
  readonly receivers: ReceiverCheck;
  readonly listeners: readonly JobListener[];
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
}
