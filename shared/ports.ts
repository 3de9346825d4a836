/** What use cases need of the world: types only. Answers are values; an accident is an exception and will be retried. */

import type { Layout, Rendered } from './core/content.ts';
import type { IdPrefix } from './core/ids.ts';
import type { Checkout, PartnerOrder, Payment, Progress } from './core/job.ts';
import type { LabelOf, MetricName } from './core/metrics.ts';
import type { PartnerName, PaymentProviderName } from './core/names.ts';
import type { BankAccount, Drawing, Job, Price, ProductName, Quote, Stored } from './core/product.ts';
import type { Wait } from './core/waiting.ts';
import type { BankDetails } from './products/check/bank-account.ts';

export interface Clock {
  /** Unix ms. */
  now(): number;
  sleep(ms: number): Promise<void>;
}

export interface Random {
  /** 128 random bits behind a prefix. */
  id(prefix: IdPrefix): string;
  /** In [0, 1), for spreading retries. */
  fraction(): number;
}

/** Versioned items: a write counts only where the item still is what the writer has read. */
export interface Collection<T extends Stored> {
  get(id: string): Promise<T | undefined>;
  /** `exists`: somebody was first; nothing was written. */
  create(item: T): Promise<'saved' | 'exists'>;
  /** Writes `{...item, version: item.version + 1}` over exactly `item.version`. */
  replace(item: T): Promise<'saved' | 'stale'>;
}

/** Items by when they came. */
export interface Dated<T> {
  /** Of one kind, from `from` until before `to`, Unix ms; `next` asks for the page after. Eventually consistent. */
  between(
    kind: string,
    from: number,
    to: number,
    after?: string,
  ): Promise<{ readonly items: readonly T[]; readonly next?: string }>;
}

export interface Jobs extends Collection<Job> {
  /** Ids and times of jobs that are due before `before` (Unix ms), the longest waiting first. */
  due(before: number, limit: number): Promise<readonly { readonly id: string; readonly dueAt: number }[]>;
  /** Ids of jobs that wait for this and since when (Unix ms), the longest waiting first. Eventually consistent. */
  waiting(wait: Wait, limit: number): Promise<readonly { readonly id: string; readonly since: number }[]>;
  /** Jobs for which money came on a day in UTC, 2026-11-21; `next` asks for the page after. Eventually consistent. */
  paidOn(day: string, after?: string): Promise<{ readonly ids: readonly string[]; readonly next?: string }>;
  /** Eventually consistent. */
  idByPartnerId(partnerId: string): Promise<string | undefined>;
  /** Eventually consistent. */
  idByPayCode(payCode: string): Promise<string | undefined>;
}

/** The memory of an idempotency key; its id is derived from the key. */
export interface UsedKey extends Stored {
  readonly requestHash: string;
  readonly jobId: string;
}

/** Which job holds a lane, or held it last: whether it still does is seen from the job. */
export interface SerialLock extends Stored {
  readonly jobId: string;
}

/** The requests of one network within the last hour, Unix ms, the oldest first. */
export interface RequestCounter extends Stored {
  readonly times: readonly number[];
}

/** A hurry-up, never the truth: losing or doubling a message costs time, not a letter. */
export interface Queue {
  send(jobId: string, delayMs?: number): Promise<void>;
}

export interface CheckoutRequest {
  readonly jobId: string;
  readonly title: string;
  readonly price: Price;
  readonly expiresAt: number;
  readonly baseUrl: string;
  /** Where the payer comes back to. */
  readonly returnUrl: string;
}

export type CheckoutStatus =
  | { readonly status: 'open' | 'expired' }
  | { readonly status: 'paid'; readonly payment: Payment };

/** `disputed`: the payer's bank holds the money, and decides. */
export type RefundOutcome = 'refunded' | 'refused' | 'disputed' | 'unknown';

/** A payment as the provider's books have it now. */
export interface MoneyTaken {
  /** What a refund names. */
  readonly paymentId: string;
  /** The job that it was taken for; another service's payments name none. */
  readonly jobId: string | undefined;
  readonly amountCents: number;
  readonly currency: string;
  /** What has gone back, or is on its way back. */
  readonly refundedCents: number;
  /** When the money last moved, Unix ms. */
  readonly movedAt: number;
}

/** The provider's event, in our words. */
export type PaymentEvent = { readonly id: string; readonly type: string } & (
  | { readonly kind: 'paid'; readonly jobId: string | undefined; readonly payment: Payment }
  | { readonly kind: 'payment_failed' | 'expired'; readonly jobId: string | undefined }
  /** What was paid is disputed at the payer's bank, was paid back in full by whomever, or could not be paid back. */
  | {
      readonly kind: 'disputed' | 'refunded' | 'refund_failed';
      readonly jobId: string | undefined;
      /** What was paid, where the event tells: it leads to a job that the event does not name. */
      readonly paymentId: string | undefined;
    }
  | { readonly kind: 'ignored'; readonly why: string }
);

/** The headers that an event came with, by their lower-case names: some partners sign in more than one. */
export type EventHeaders = Readonly<Record<string, string | undefined>>;

export interface Payments {
  /** The same job always gets the same session. */
  open(request: CheckoutRequest): Promise<Checkout>;
  status(checkoutId: string): Promise<CheckoutStatus>;
  /** Ends the session unless it is paid already, and says how it stands. */
  expire(checkoutId: string): Promise<CheckoutStatus>;
  /** At most one refund a job, whatever is asked how often. */
  refund(jobId: string, payment: Payment): Promise<RefundOutcome>;
  /**
   * Payments whose money was taken or given back on a day in UTC, 2026-11-21; `next` asks for the page after. One may
   * be listed twice. Throws where the provider does not answer.
   */
  movedOn(day: string, after?: string): Promise<{ readonly payments: readonly MoneyTaken[]; readonly next?: string }>;
  /** One payment of a job, as the provider has it; `undefined` where it knows no such payment. */
  taken(jobId: string, payment: Payment): Promise<MoneyTaken | undefined>;
  /** Checks the signature over the raw bytes first; throws a Refusal for what is not from the provider. */
  readEvent(rawBody: string, headers: EventHeaders): Promise<PaymentEvent>;
}

/** What a partner is asked to make. */
export interface PartnerRequest {
  readonly jobId: string;
  /** The partner's idempotency key for one round, and ours in its records: however often it is called, it makes one order. */
  readonly reference: string;
  readonly title: string;
  readonly order: unknown;
  readonly pdf: Uint8Array | undefined;
  /** A short-lived address of the PDF, for partners that fetch it. */
  link(): Promise<string>;
  readonly drawing: Drawing | undefined;
}

/**
 * `unavailable`: the partner itself said that it has not taken the order, and may take it later. `unknown`: nobody can
 * say, so the claim is kept and the same key asked again.
 */
export type SubmitOutcome =
  | { readonly kind: 'accepted'; readonly order: PartnerOrder }
  | { readonly kind: 'rejected' | 'unavailable' | 'unknown'; readonly reason: string };

/** A partner refuses this service itself, not one order: only the operator can mend it. */
export interface AccountProblem {
  /** One word for the log. */
  readonly code: string;
  /** A sentence of ours; never the partner's own words. */
  readonly reason: string;
}

/** `mayBounce`: what stopped it may be over in a minute, a busy line. `accountProblem`: our account with the partner did. */
export type PartnerView =
  | { readonly progress: Progress }
  | { readonly stopped: string; readonly mayBounce?: boolean; readonly accountProblem?: AccountProblem }
  | 'unknown';

/** What a partner's own event says, once it is known to come from the partner. */
export type PartnerEvent =
  | { readonly kind: 'order'; readonly partnerId: string; readonly view: Exclude<PartnerView, 'unknown'> }
  | { readonly kind: 'ignored'; readonly why: string };

export type RecallOutcome =
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'refused'; readonly progress: Progress }
  | { readonly kind: 'unknown' };

/** An order as the partner's list has it. */
export interface ListedOrder {
  readonly id: string;
  /** Ours, if it carries one. */
  readonly reference: string | undefined;
  /** Neither cancelled nor in vain. */
  readonly isLiving: boolean;
  /** Unix ms. */
  readonly createdAt: number;
}

export interface Partner {
  /** Whether a second call under the same reference makes nothing new. Without, nothing is called again that may be there. */
  readonly hasKeys: boolean;
  submit(request: PartnerRequest): Promise<SubmitOutcome>;
  /** The order that carries our reference, if the partner has one. */
  find(reference: string, order: unknown): Promise<PartnerOrder | 'none' | 'unknown'>;
  read(partnerId: string): Promise<PartnerView>;
  recall(partnerId: string): Promise<RecallOutcome>;
  /** The partner's own record of an order, as it writes it. */
  record(partnerId: string): Promise<Record<string, unknown> | undefined>;
  /**
   * Orders made on a day in UTC, 2026-11-21; `next` asks for the page after, which may hold none. One may be listed
   * twice. Throws where the partner does not list them.
   */
  ordersOn(day: string, after?: string): Promise<{ readonly orders: readonly ListedOrder[]; readonly next?: string }>;
  /**
   * Checks the signature over the raw bytes first; throws a Refusal for what is not from the partner. Where no secret is
   * configured, nothing is. Missing where the partner sends no events.
   */
  readEvent?(rawBody: string, headers: EventHeaders): Promise<PartnerEvent>;
}

/** Where bank numbers go, once, and from where they never come back. */
export interface Vault {
  /** `reference` is the partner's idempotency key. The numbers must not reach a log, an error or a table. */
  register(reference: string, details: BankDetails): Promise<VaultOutcome>;
}

export type VaultOutcome =
  | { readonly kind: 'registered'; readonly partnerId: string }
  /** `unavailable` covers the lost answer, too: an account that nobody knows the id of does no harm. */
  | { readonly kind: 'refused' | 'unavailable' };

export interface NamedPartner {
  readonly name: PartnerName;
  readonly partner: Partner;
  /** Whether it would take this order at all; without it, all that it can serve. */
  takes?(order: unknown): Promise<boolean>;
}

export interface Documents {
  /** PDFs, and previews of their pages: the key's ending says which. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  get(key: string): Promise<Uint8Array | undefined>;
  /** An address at which whoever holds it may read the document for a quarter of an hour. */
  link(key: string): Promise<string>;
}

export interface Renderer {
  /** Lines and pages only: no font, no PDF. */
  measureText(text: string, layout: Layout): Rendered<{ readonly pages: number; readonly layoutVersion: string }>;
  writeText(
    text: string,
    layout: Layout,
    title: string,
  ): Promise<Rendered<{ readonly pages: number; readonly layoutVersion: string; readonly pdf: Uint8Array }>>;
  /** Prints and stores under `key`. */
  printHtml(
    html: string,
    layout: Layout,
    key: string,
  ): Promise<Rendered<{ readonly pages: number; readonly sha256: string }>>;
  /** HTML for a partner's own printer, without what may not go there. */
  cleanMessage(html: string): Promise<Rendered<{ readonly html: string }>>;
  fetchPdf(url: string): Promise<Rendered<{ readonly pdf: Uint8Array }>>;
  inspectPdf(pdf: Uint8Array, layout: Layout): Promise<Rendered<{ readonly pages: number }>>;
  /** A PNG of one page; the first is 1. */
  preview(pdf: Uint8Array, page: number): Promise<Uint8Array>;
}

export interface Signer {
  /** A compact JWS (EdDSA) over the payload. */
  sign(payload: Record<string, unknown>): Promise<string>;
  publicKeys(): Promise<{ readonly keys: readonly object[] }>;
}

/** Names that a log line may carry: no names, addresses, contents, numbers of accounts. */
export interface LogFields {
  readonly jobId?: string;
  readonly quoteId?: string;
  readonly partnerId?: string;
  readonly product?: ProductName;
  readonly state?: string;
  readonly duty?: string;
  readonly fact?: string;
  readonly outcome?: string;
  readonly reason?: string;
  readonly tries?: number;
  readonly pages?: number;
  readonly count?: number;
  readonly durationMs?: number;
  readonly status?: number;
  readonly code?: string;
  readonly field?: string;
  readonly eventId?: string;
  readonly eventType?: string;
  readonly error?: unknown;
}

export interface Log {
  info(message: string, fields?: LogFields): void;
  /** Somebody must look at this: an alarm watches for it. */
  alarm(message: string, fields?: LogFields): void;
  /** A number of `core/metrics.ts`, beside it the value of its label if it has one. */
  measure<N extends MetricName>(name: N, value: number, ...label: LabelOf<N>): void;
}

export interface Settings {
  readonly paymentMode: 'mock' | 'real';
  /** The provider that new jobs are paid at. */
  readonly paymentProvider: PaymentProviderName;
  readonly webhookWaitMs: number;
  readonly retryBaseMs: number;
  /** What links start with; without it, what the request came in on. */
  readonly publicBaseUrl: string | undefined;
}

/** Everything outside. Each field is made on first use, so that a function loads only what it touches. */
export interface Deps {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly settings: Settings;
  readonly quotes: Collection<Quote>;
  readonly idempotencyKeys: Collection<UsedKey>;
  readonly jobs: Jobs;
  readonly bankAccounts: Collection<BankAccount>;
  readonly serialLocks: Collection<SerialLock>;
  readonly requestCounters: Collection<RequestCounter>;
  readonly queue: Queue;
  /** All of them, because a job stays with the one that it was opened with. */
  readonly payments: Readonly<Record<PaymentProviderName, Payments>>;
  readonly partners: Readonly<Record<ProductName, Partner>>;
  /** The names of those. */
  readonly primaryNames: Readonly<Record<ProductName, PartnerName>>;
  /** Who takes over for a product while its primary partner is down. */
  readonly backups: Readonly<Partial<Record<ProductName, NamedPartner>>>;
  /** Partners that send events, whether new jobs go to them or not: earlier ones may still be on their way. */
  readonly senders: Readonly<Partial<Record<PartnerName, Partner>>>;
  readonly vault: Vault;
  readonly documents: Documents;
  readonly renderer: Renderer;
  readonly signer: Signer;
}
