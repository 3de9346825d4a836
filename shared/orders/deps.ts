/** The ports of the use cases: stores, partners, clock, randomness, settings, signer and job listeners. */
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

/** Reacts to changes of jobs, but changes no job: see `notify/listener.ts`. */
export interface JobListener {
  /** Whether it wants the events of this job. */
  wantsEvents?(job: Job): boolean;
  /** Gets the new events of a job, oldest first. If it throws, it gets them again, so it may get an event more than once. */
  onEvents?(deps: Deps, job: Job, events: readonly JobEvent[]): Promise<void>;
  /** Called after each change is written, unless the process dies in between. */
  onChange?(deps: Deps, before: Job, after: Job): void;
}

/** Everything that use cases need from outside. Each field is created on first use, so a function loads only what it uses. */
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
    /** Why a URL can't receive a job's events, as a sentence that follows the field's name; `undefined` if it can. */
    problemOf(url: string): Promise<string | undefined>;
  };
  readonly listeners: readonly JobListener[];
  /** Every provider that this service has keys for, because a job stays with the provider of its payment. */
  readonly payments: Readonly<Partial<Record<PaymentProviderName, Payments | undefined>>>;
  /** The partner of each product, even if the product is no longer sold, because earlier orders still need the partner. */
  readonly partners: Readonly<Partial<Record<ProductName, Partner>>>;
  readonly partnerNames: Readonly<Partial<Record<ProductName, PartnerName>>>;
  /** Partners that send events, including those that get no new jobs, because earlier orders may still be in progress. */
  readonly eventReaders: Readonly<Partial<Record<PartnerName, Partner>>>;
  /** Missing if no partner checks addresses: in test mode, and without a live key. */
  readonly addresses?: Addresses | undefined;
  readonly vault: Vault;
  readonly documents: Documents;
  readonly renderer: Renderer;
  readonly signer: {
    /** A compact JWS (EdDSA) over the payload. */
    sign(payload: Record<string, unknown>): Promise<string>;
    /** The current signing key and all earlier keys. */
    publicKeys(): Promise<{ readonly keys: readonly PublicKey[] }>;
  };
  /** A keyed hash: without the key, no one can find the value by trying. The purpose keeps different uses apart. */
  fingerprint(
    purpose:
      | 'bank account'
      | 'idempotency key'
      | 'address'
      | 'network'
      | 'email address'
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
  /** How many payment events can be handled at the same time, if the deployment limits them. */
  readonly webhooksAtOnce?: number | undefined;
  /** The first pause before a retry. Later pauses double. */
  readonly retryBaseMs: number;
  /** The start of every link. If missing, links start with the host of the request. */
  readonly publicBaseUrl: string | undefined;
  /** The maximum number of requests of each class from one network. If undefined, requests aren't counted. */
  readonly requestLimits: RequestLimits | undefined;
  /** The maximum number of address look-ups within ten minutes, for all callers together. */
  readonly addressLookups: number;
  readonly operator: Operator;
  /** Whether nothing real is charged or sent. A function has only some of the keys, so `false` proves nothing. */
  readonly isTest: boolean;
  /** The products that can be quoted and ordered. */
  readonly sold: readonly ProductName[];
  /** The daily limit and the waiting time of checks on unproven accounts. Missing if neither is set. */
  readonly newAccounts?: { readonly waitMs: number; readonly maxCentsADay: number | undefined } | undefined;
  /** Whether this service writes emails. */
  readonly sendsEmail: boolean;
  /** The largest document of a product, in bytes, if its partners set a limit. */
  readonly maxBytes?: Readonly<Partial<Record<ProductName, number>>>;
  /** Mail of at least this many sheets is sent flat. */
  readonly flatFrom?: Readonly<Partial<Record<ProductName, number>>>;
}

/** A public key as the service publishes it; `x` is the key itself in base64url. */
export interface PublicKey {
  readonly kty: string;
  readonly kid: string;
  readonly x: string;
}

/** The state of one day's audit: the differences it has reported, and the steps it has finished. */
export interface AuditRun extends Stored {
  /** In UTC, 2026-11-21. */
  readonly day: string;
  /** The differences that raised an alarm, as formatted by `labelOf`. */
  readonly raised: readonly string[];
  /** The number of differences, from the last finished comparison if there is one. */
  readonly total: number;
  /** When all books were compared, Unix ms. */
  readonly endedAt?: number | undefined;
  /** When an alarm reported that the day can't be compared completely, Unix ms. */
  readonly stoppedAt?: number | undefined;
  /** When the day's metric was reported, and when the sweep of bank accounts after it ended, Unix ms. */
  readonly measuredAt?: number | undefined;
  readonly sweptAt?: number | undefined;
}

export interface FingerprintNote extends Stored {
  /** The fingerprint of a fixed text. It changes only if the key changes. */
  readonly fingerprint: string;
}
