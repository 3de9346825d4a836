/** The ports of the use cases: stores, partners, clock and chance, settings, signer, and listeners of what happens to jobs. */

import type { BankAccount } from '../domain/bank-account.ts';
import type { Upload } from '../domain/input/upload.ts';
import type { Job, JobEvent } from '../domain/job/job.ts';
import type { Log } from '../domain/metrics.ts';
import type { Operator, PartnerName, PaymentProviderName, ProductName } from '../domain/names.ts';
import type { RequestLimits } from '../domain/network.ts';
import type { Quote } from '../domain/product.ts';
import type { Stored } from '../domain/stored.ts';
import type { Clock, Random } from '../domain/times.ts';
import type { Addresses, Partner, Vault } from '../partners/partner.ts';
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
  Twins,
  UsedKey,
} from '../storage/table.ts';
import type { Renderer } from './renderer.ts';

/** Acts on what happens to a job, without being part of its life: see `listener.ts`. */
export interface JobListener {
  /** Whether it wants to hear the events of this job. */
  wants?(job: Job): boolean;
  /** Hears the new events of a job, oldest first. If it throws, it hears them again: each at least once. */
  hear?(deps: Deps, job: Job, events: readonly JobEvent[]): Promise<void>;
  /** Sees each change after it was written. A crash in between loses it. */
  changed?(deps: Deps, before: Job, after: Job): void;
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
  readonly twins: Twins;
  readonly bankAccounts: Collection<BankAccount>;
  readonly checkCounters: Collection<CheckCounter>;
  readonly serialLocks: Collection<SerialLock>;
  readonly stopList: Collection<StopList>;
  readonly requestCounters: RequestCounters;
  readonly sharedAnswers: Collection<SharedAnswer>;
  readonly audits: Collection<AuditRun>;
  readonly fingerprintNotes: Collection<FingerprintNote>;
  readonly queue: Queue;
  readonly receivers: {
    /** Why an address cannot receive a job's events, as a sentence that follows a field's name; `undefined` if it can. */
    problemOf(url: string): Promise<string | undefined>;
  };
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
  readonly signer: {
    /** A compact JWS (EdDSA) over the payload. */
    sign(payload: Record<string, unknown>): Promise<string>;
    /** The key that signs now, and those that signed before. */
    publicKeys(): Promise<{ readonly keys: readonly PublicKey[] }>;
  };
  /** A keyed hash, which no one can search without the key. The purpose keeps different uses apart. */
  fingerprint(
    purpose:
      | 'bank account'
      | 'idempotency key'
      | 'address'
      | 'network'
      | 'e-mail address'
      | 'bounced address'
      | 'stop link'
      | 'trait'
      | 'twin'
      | 'partner order'
      | 'log',
    value: string,
  ): string;
}

export interface Settings {
  readonly paymentMode: 'mock' | 'real';
  readonly paymentProvider: PaymentProviderName;
  /** How long a payment event waits for its order; 0 means not at all. */
  readonly webhookWaitMs: number;
  /** The most payment events that are answered at the same time, as far as the deployment knows; missing if nothing limits them. */
  readonly webhooksAtOnce?: number | undefined;
  readonly retryBaseMs: number;
  /** The start of every link. If missing, links start with the host of the request. */
  readonly publicBaseUrl: string | undefined;
  /** The most requests of each class from one network; undefined counts none. */
  readonly requestLimits: RequestLimits | undefined;
  /** The most look-ups of addresses within ten minutes, for all callers together. */
  readonly addressLookUps: number;
  readonly operator: Operator;
  /** The payment key or a partner is a test one, as far as this function knows their keys. */
  readonly isTest: boolean;
  /** The products that have a partner. No other can be quoted or ordered. */
  readonly sold: readonly ProductName[];
  /** The limit and the wait of checks on unproven accounts. Missing if there are none. */
  readonly newAccounts?: { readonly waitMs: number; readonly mostCentsADay: number | undefined } | undefined;
  /** Whether this service writes emails. */
  readonly sendsEmail: boolean;
  /** The largest document of a product, in bytes, if its partners set a limit. */
  readonly mostBytes?: Readonly<Partial<Record<ProductName, number>>>;
  /** Mail of this many sheets or more is mailed flat. */
  readonly flatFrom?: Readonly<Partial<Record<ProductName, number>>>;
}

/** A public key as the service publishes it; `x` is the key itself in base64url. */
export interface PublicKey {
  readonly kty: string;
  readonly kid: string;
  readonly x: string;
}

/** One day's audit: the alarms it raised, and what followed. */
export interface AuditRun extends Stored {
  /** In UTC, 2026-11-21. */
  readonly day: string;
  /** The differences that raised an alarm, each as `wordsOf` writes it. */
  readonly raised: readonly string[];
  /** The number of differences by the last call. */
  readonly total: number;
  /** All books were compared, Unix ms. */
  readonly endedAt?: number | undefined;
  /** An alarm said that part of it cannot be compared, Unix ms. */
  readonly stoppedAt?: number | undefined;
  /** The metric of the day was measured, and the sweep after it was made, Unix ms. */
  readonly measuredAt?: number | undefined;
  readonly sweptAt?: number | undefined;
}

/** The fingerprint of a fixed text. It changes when the key does. */
export interface FingerprintNote extends Stored {
  readonly owner: string;
}
