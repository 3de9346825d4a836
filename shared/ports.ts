/** The ports of the use cases, types only. Answers are values; a failure is an exception, and the work is retried. */

import type { Contact } from './core/address.ts';
import type { AddressCheck, AddressVerdict } from './core/addresses/address-check.ts';
import type { FileUse, Markup, Paper, Rendered, Unprintable, Validators } from './core/content.ts';
import type { PreparedMarks, PreparedName, PreparedPicture } from './core/given/marks.ts';
import type { Room } from './core/given/room.ts';
import type { PromisedFile, Upload } from './core/given/upload.ts';
import type { IdPrefix, Shard } from './core/ids.ts';
import type { Checkout, Paid, PartnerOrder, Payment, Progress } from './core/job.ts';
import type { LabelOf, MetricName } from './core/metrics.ts';
import type { PartnerName, PaymentProviderName } from './core/names.ts';
import type { RequestLimits } from './core/network.ts';
import type { Channel, DeliveryOutcome, Outbox } from './core/notify/outbox.ts';
import type { Operator } from './core/operator.ts';
import type { BankAccount, Drawing, Job, Price, ProductName, Quote, Stored } from './core/product.ts';
import type { PublicKey } from './core/receipt/verifier.ts';
import type { Wait } from './core/waiting.ts';
import type { Warning } from './core/warnings/warning.ts';
import type { Assumed } from './partners/assumed.ts';
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

/** From `from` to before `to`, Unix ms. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Versioned items: a write succeeds only if the item is unchanged since the writer read it. */
export interface Collection<T extends Stored> {
  get(id: string): Promise<T | undefined>;
  /** `exists`: another caller was first; nothing was written. */
  create(item: T): Promise<'saved' | 'exists'>;
  /** Writes `{...item, version: item.version + 1}` over exactly `item.version`. */
  replace(item: T): Promise<'saved' | 'stale'>;
}

/** Items by the time they were created. */
export interface Dated<T> {
  /** Items of one kind, from `from` to before `to` (Unix ms). `next` gets the next page. Eventually consistent. */
  between(
    kind: string,
    from: number,
    to: number,
    after?: string,
  ): Promise<{ readonly items: readonly T[]; readonly next?: string }>;
}

/** What fell due before a time, Unix ms. */
export interface Overdue {
  readonly before: number;
  /** And not earlier than this, Unix ms. */
  readonly since?: number | undefined;
  /** Only in this part of the index. */
  readonly shard?: Shard | undefined;
}

/** Hears of a shard that could not be read where others could, and why. */
export type Unread = (shard: Shard, error: unknown) => void;

export interface Due {
  readonly id: string;
  /** Unix ms. */
  readonly dueAt: number;
}

export interface Jobs extends Collection<Job> {
  /**
   * Longest-waiting first. Eventually consistent. Throws if a shard cannot be read; with `unread`, which is told of it,
   * only if none can.
   */
  due(overdue: Overdue, limit: number, unread?: Unread): Promise<readonly Due[]>;
  /** Ids of jobs with this wait and its start (Unix ms), longest-waiting first. Eventually consistent. */
  waiting(wait: Wait, limit: number): Promise<readonly { readonly id: string; readonly since: number }[]>;
  /**
   * Jobs that were paid on a day in UTC, 2026-11-21, by their shard: `shards` in `core/ids.ts` are the whole day. `next`
   * gets the next page. Eventually consistent.
   */
  paidOn(
    day: string,
    shard: Shard,
    after?: string,
  ): Promise<{ readonly ids: readonly string[]; readonly next?: string }>;
  /**
   * Jobs whose check still needs this bank account, by our id of the account. `next` gets the next page. Eventually
   * consistent.
   */
  drawingOn(accountId: string, after?: string): Promise<{ readonly ids: readonly string[]; readonly next?: string }>;
  /** Eventually consistent. */
  idByPartnerId(partnerId: string): Promise<string | undefined>;
  /** Eventually consistent. */
  idByPayCode(payCode: string): Promise<string | undefined>;
  /** Eventually consistent. */
  idByOrderNumber(orderNumber: string): Promise<string | undefined>;
}

/** The memory of an idempotency key; its id is derived from the key. */
export interface UsedKey extends Stored {
  readonly requestHash: string;
  readonly jobId: string;
}

/** The last number of the checks that were drawn on one bank account, however often it was registered. */
export interface CheckCounter extends Stored {
  readonly lastNumber: number;
}

/** The job that holds a lane, or held it last. The job itself says whether it still holds the lane. */
export interface SerialLock extends Stored {
  readonly jobId: string;
}

/** The requests of one network within the last hour, Unix ms, oldest first. */
export interface RequestCounter extends Stored {
  readonly times: readonly number[];
}

export interface RequestCounters extends Collection<RequestCounter> {
  /** Adds one to a plain count, unless it has reached `most`. Atomic, in one write; returns the new count. */
  add(id: string, most: number, keepUntil: number): Promise<number | 'full'>;
}

/** A question to somebody outside that was asked once for many callers, and the last answer to it. */
export interface SharedAnswer extends Stored {
  /** When the question was asked that brought this answer, Unix ms. */
  readonly askedAt: number;
  /** One caller is asking until this time (Unix ms) at the latest; missing if nobody is. */
  readonly askingUntil?: number;
  /** JSON, so that the answer comes back to the byte. */
  readonly answer?: string;
}

/** What an audit has found to differ. `kind` is one of those in `operations/audit-rules.ts`. */
export interface AuditDifference {
  readonly kind: string;
  readonly job_id: string;
  readonly payment_id?: string;
  readonly partner_id?: string;
}

/** One day's audit as far as it has come. Cursors and findings are one item, so that a crash separates none of them. */
export interface AuditRun extends Stored {
  /** In UTC, 2026-11-21. */
  readonly day: string;
  /** The day is compared for the first time, or once more. */
  readonly round: number;
  /** When this round began, Unix ms. */
  readonly startedAt: number;
  /** Somebody is at work on it until then, Unix ms. */
  readonly leaseUntil: number;
  /** By the part's name. A part that is missing has not begun. */
  readonly parts: Readonly<Record<string, AuditPart>>;
  readonly counts: Readonly<Record<string, number>>;
  /** The number of all differences; `differences` holds the first of them. */
  readonly total: number;
  readonly differences: readonly AuditDifference[];
  /** The number of this round's notes. */
  readonly notes: number;
  /** All books were compared, Unix ms. */
  readonly endedAt?: number | undefined;
  /** All was compared but books that cannot be read, and somebody was told so, Unix ms. */
  readonly stoppedAt?: number | undefined;
  /** The metric of the day was measured, and the sweep after it was made, Unix ms. Both once for all rounds. */
  readonly measuredAt?: number | undefined;
  readonly sweptAt?: number | undefined;
}

export interface AuditPart {
  /** The cursor of the next page. */
  readonly after?: string | undefined;
  readonly isDone?: boolean;
  /** How often it could not be read since its last page. */
  readonly failures: number;
}

/** The ids that an audit has met since its note before, packed, by list and shard. */
export interface AuditNote extends Stored {
  readonly met: Readonly<Record<string, string>>;
}

export interface Message {
  readonly id: string;
  readonly delayMs: number;
}

/** A hint to hurry, never the truth: a lost or doubled message costs time, not a letter. */
export interface Queue {
  /** The id of a job, or of an outbox. A message that would have to wait for more than 15 minutes is not sent. */
  send(id: string, delayMs?: number): Promise<void>;
  /** Many in few requests; returns how many of them the queue has not taken. */
  sendAll(messages: readonly Message[]): Promise<number>;
}

export interface Outboxes extends Collection<Outbox> {
  /** Those of one channel, longest-waiting first. Eventually consistent. */
  due(channel: Channel, overdue: Overdue, limit: number, unread?: Unread): Promise<readonly Due[]>;
}

/** A receiver of events that has answered its challenge; its id is derived from its address. */
export interface Endpoint extends Stored {
  /** Unix ms. */
  readonly knownUntil: number;
  /** It has let this service wait in vain so many times in a row. */
  readonly hung?: number | undefined;
  /** Nothing is sent to it until then, Unix ms. */
  readonly restsUntil?: number | undefined;
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
  /** At most 64 kB; empty if there was none that could be read. */
  readonly body: string;
  /** The receiver asks to be left alone for so long. */
  readonly retryAfterMs?: number | undefined;
}

/** The way to the receivers of events, which strangers have named. */
export interface Receivers {
  /** Why this address cannot be a receiver, as a sentence that follows a field's name; `undefined` if it can. */
  problemOf(url: string): Promise<string | undefined>;
  /** One request, without redirects. Never throws. */
  post(url: string, body: string, headers: Readonly<Record<string, string>>): Promise<Posted>;
  /** Who is told of jobs that name no receiver: a developer who listens on this machine. Missing everywhere else. */
  listening?(): { readonly url: string; readonly secret?: string | undefined } | undefined;
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
  /** Of an order that was paid with test money. */
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

export interface CheckoutRequest {
  readonly jobId: string;
  readonly title: string;
  readonly price: Price;
  readonly expiresAt: number;
  readonly baseUrl: string;
  /** A short name of the order for people: it can do nothing. */
  readonly orderNumber: string;
  /** The page for a payer who turns back. */
  readonly returnUrl: string;
  /** The page for a payer who has paid. */
  readonly paidUrl: string;
  /**
   * The order is as good as money: the payer's bank is asked to identify the payer, and ways to pay that can be returned
   * for weeks are not offered.
   */
  readonly isStrict?: boolean;
}

/** `isUnderWay`: the payer has done all that is to be done, and the money may take days. */
export type CheckoutStatus =
  | { readonly status: 'open'; readonly isUnderWay?: boolean }
  | { readonly status: 'expired' }
  | ({ readonly status: 'paid' } & Paid);

/**
 * `disputed`: the payer's bank holds the money and decides. `not_now`: refused for a passing reason, as an empty
 * balance; nothing was refunded.
 */
export type RefundOutcome = 'refunded' | 'refused' | 'disputed' | 'not_now' | 'unknown';

/** A payment as the provider's books show it now. */
export interface MoneyTaken {
  readonly provider: PaymentProviderName;
  /** The id that a refund names. */
  readonly paymentId: string;
  /** The job that was paid for; another service's payments name none. */
  readonly jobId: string | undefined;
  readonly amountCents: number;
  readonly currency: string;
  /** The cents that were refunded, or are on their way back. */
  readonly refundedCents: number;
  /** When the money last moved, Unix ms. */
  readonly movedAt: number;
}

/** The provider's event in our words. */
export type PaymentEvent = {
  readonly id: string;
  readonly type: string;
  readonly provider: PaymentProviderName;
} & (
  | ({ readonly kind: 'paid'; readonly jobId: string | undefined } & Paid)
  | { readonly kind: 'payment_failed' | 'expired'; readonly jobId: string | undefined; readonly checkoutId: string }
  /**
   * The payment is disputed at the payer's bank, which then decides; was refunded in full by anyone; could not be
   * refunded; or was perhaps made by a thief, as the bank warns.
   */
  | {
      readonly kind: 'disputed' | 'dispute_won' | 'dispute_lost' | 'refunded' | 'refund_failed' | 'fraud_warned';
      readonly jobId: string | undefined;
      /** The payment, if the event names it: it leads to the job if the event does not name that. */
      readonly paymentId: string | undefined;
    }
  | { readonly kind: 'ignored'; readonly why: string }
);

/** The headers of an event by their lower-case names: some partners sign in more than one. */
export type EventHeaders = Readonly<Record<string, string | undefined>>;

/** A session of test mode's own payment page. */
export interface TestSession {
  readonly id: string;
  readonly request: CheckoutRequest;
  readonly status: 'open' | 'paid' | 'expired';
}

/** Powers of the test payment page that a real provider keeps to itself. */
export interface TestCheckouts {
  session(id: string): Promise<TestSession | undefined>;
  /** Pays or expires an open session; a session that has ended stays as it is. */
  end(id: string, status: 'paid' | 'expired'): Promise<TestSession | undefined>;
  /** Sends the event of a session that has ended, over HTTP as a provider does. True if the service has confirmed it. */
  announce(session: TestSession, baseUrl: string): Promise<boolean>;
}

export interface Payments {
  /** One job always gets the same session. */
  open(request: CheckoutRequest): Promise<Checkout>;
  status(checkoutId: string): Promise<CheckoutStatus>;
  /** Ends the session unless it is already paid, and returns its status. */
  expire(checkoutId: string): Promise<CheckoutStatus>;
  /** Makes at most one refund per payment, however often it is called. */
  refund(jobId: string, payment: Payment): Promise<RefundOutcome>;
  /**
   * Payments that were taken or refunded within a span of whole seconds. `next` gets the next page. One payment may be
   * listed twice. Throws if the provider does not answer.
   */
  movedWithin(
    span: Span,
    after?: string,
  ): Promise<{ readonly payments: readonly MoneyTaken[]; readonly next?: string }>;
  /** One payment of a job as the provider has it; `undefined` if it knows no such payment. */
  taken(jobId: string, payment: Payment): Promise<MoneyTaken | undefined>;
  /** The job of a payment page or a payment, by the provider's own id; `undefined` if it knows no such thing. */
  jobOf(id: string): Promise<string | undefined>;
  /** Checks the signature over the raw bytes first; throws a Refusal if the event is not from the provider. */
  readEvent(rawBody: string, headers: EventHeaders): Promise<PaymentEvent>;
}

/** The order that a partner is asked to make. */
export interface PartnerRequest {
  readonly jobId: string;
  /** Our reference in the partner's records, and its idempotency key for one round. A round makes one order only. */
  readonly reference: string;
  readonly title: string;
  readonly order: unknown;
  readonly pdf: Uint8Array | undefined;
  /** A short-lived URL of the PDF, for partners that fetch it. */
  link(): Promise<string>;
  readonly drawing: Drawing | undefined;
  /** When the partner may begin its work, Unix ms, if it is asked to hold the order until then. */
  readonly holdUntil?: number | undefined;
}

/**
 * `not_taken`: no order was made, and the partner may take it later. `unavailable`: the partner has answered that it takes
 * no orders now; only a look at its lists proves that it made none. `unknown`: a call may still be landing.
 */
export type SubmitOutcome =
  | { readonly kind: 'accepted'; readonly order: PartnerOrder }
  | { readonly kind: 'rejected' | 'not_taken' | 'unavailable' | 'unknown'; readonly reason: string };

/** A partner refuses this service itself, not one order. Only the operator can fix it. */
export interface AccountProblem {
  /** One word for the log. */
  readonly code: string;
  /** A sentence of ours; never the partner's own words. */
  readonly reason: string;
}

/** `mayBounce`: the cause may be over in a minute, as with a busy line. `accountProblem`: our account is the cause. */
export type PartnerView =
  | { readonly progress: Progress }
  | { readonly stopped: string; readonly mayBounce?: boolean; readonly accountProblem?: AccountProblem }
  | 'unknown';

/** A partner's event in our words, after its signature was checked. */
export type PartnerEvent =
  | { readonly kind: 'order'; readonly partnerId: string; readonly view: Exclude<PartnerView, 'unknown'> }
  | { readonly kind: 'ignored'; readonly why: string };

export type RecallOutcome =
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'refused'; readonly progress: Progress }
  | { readonly kind: 'unknown' };

/** An order as the partner lists it. */
export interface ListedOrder {
  readonly id: string;
  /** Our reference, if the order carries one. */
  readonly reference: string | undefined;
  /** The order was neither cancelled nor failed. */
  readonly isLiving: boolean;
  /** The order has ended, and the partner still keeps its document until it is told to delete it. */
  readonly keepsDocument?: boolean;
  /** Unix ms. */
  readonly createdAt: number;
}

export interface Partner {
  /** What this service relies on at the partner, from its descriptor. */
  readonly assumed: Assumed;
  submit(request: PartnerRequest): Promise<SubmitOutcome>;
  /** The order that carries our reference, if the partner has one. */
  find(reference: string, order: unknown): Promise<PartnerOrder | 'none' | 'unknown'>;
  read(partnerId: string): Promise<PartnerView>;
  recall(partnerId: string): Promise<RecallOutcome>;
  /** The partner's own record of an order, in its own format. */
  record(partnerId: string): Promise<Record<string, unknown> | undefined>;
  /**
   * Orders made on a day in UTC, 2026-11-21. `next` gets the next page, which may be empty. One order may be listed
   * twice. Throws if the partner does not list them.
   */
  ordersOn(day: string, after?: string): Promise<{ readonly orders: readonly ListedOrder[]; readonly next?: string }>;
  /** Deletes the document of an order that has ended. Missing if the partner needs nobody to tell it. */
  forget?(partnerId: string): Promise<void>;
  /**
   * Checks the signature over the raw bytes first; throws a Refusal if the event is not from the partner. Without a
   * configured secret, it refuses every event. Missing if the partner sends no events.
   */
  readEvent?(rawBody: string, headers: EventHeaders): Promise<PartnerEvent>;
}

/** Knows the addresses that the post delivers to. */
export interface Addresses {
  /** Set if it answers by itself, without a call to anybody. */
  readonly asksNobody?: true;
  /** Never throws, and changes nothing: `unknown` if nobody answers. */
  verify(address: Contact): Promise<AddressVerdict>;
}

/** Takes bank numbers once, and never gives them back. */
export interface Vault {
  /**
   * `reference` is the partner's idempotency key. The numbers must not reach a log, an error or a table. `owner` marks the
   * accounts of this service among those of others.
   */
  register(reference: string, details: BankDetails, owner: string): Promise<VaultOutcome>;
  /** One page of the accounts with this mark. `next` gets the next page. Throws if the partner does not list them. */
  accountsOf(
    owner: string,
    after?: string,
  ): Promise<{ readonly accounts: readonly ListedAccount[]; readonly next?: string }>;
  /** Deletes an account with its numbers. True if the partner has it no more. */
  forget(partnerId: string): Promise<boolean>;
}

/** A bank account as the partner lists it, without its numbers. */
export interface ListedAccount {
  readonly partnerId: string;
  /** Our id of the account. */
  readonly reference: string;
  /** Unix ms. */
  readonly createdAt: number;
}

export type VaultOutcome =
  | { readonly kind: 'registered'; readonly partnerId: string }
  /** `unavailable` includes a lost answer: an account whose id nobody knows does no harm. */
  | { readonly kind: 'refused' | 'unavailable' };

export interface NamedPartner {
  readonly name: PartnerName;
  readonly partner: Partner;
  /** True if the partner takes this order. If missing, it takes every order that its coverage allows. */
  takes?(order: unknown, check: AddressCheck | undefined): Promise<boolean>;
}

/** A form that a browser posts straight to the store. */
export interface StoreForm {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** The terms under which the store takes a form. */
export interface StoreTerms {
  readonly type: string;
  readonly leastBytes: number;
  readonly mostBytes: number;
  /** The page to which the browser is sent afterwards; without it, the store answers with no content. */
  readonly next?: string | undefined;
}

export interface Documents {
  /** Stores a PDF, a preview of a page or a quoted text; the ending of the key says which. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  get(key: string): Promise<Uint8Array | undefined>;
  /** A presigned URL: anyone who has it can read the document for 15 minutes. */
  link(key: string): Promise<string>;
  /** A presigned URL that takes exactly this file, once, and the headers that must come with it. */
  putLink(
    key: string,
    file: PromisedFile,
    seconds: number,
  ): Promise<{ readonly url: string; readonly headers: Readonly<Record<string, string>> }>;
  /** A presigned form. Until it expires, a later file under the same key replaces an earlier one. */
  storeForm(key: string, terms: StoreTerms, seconds: number): Promise<StoreForm>;
}

/** A PDF and the number of its pages, which were counted before. */
interface PreparedPart {
  readonly pdf: Uint8Array;
  readonly pages: number;
}

type Joined =
  | { readonly ok: true; readonly warnings: readonly Warning[]; readonly pdf: Uint8Array; readonly pages: number }
  | (Unprintable & { readonly part: number });

/** Callers wait by network (`core/network.ts`). A machine without time for a document throws a Refusal. */
export interface Renderer {
  /** Breaks lines and counts pages only: loads no font, writes no PDF. */
  measureText(
    text: string,
    paper: Paper,
  ): Promise<Rendered<{ readonly pages: number; readonly layoutVersion: string }>>;
  writeText(
    text: string,
    paper: Paper,
    title: string,
    marks?: PreparedMarks,
  ): Promise<Rendered<{ readonly pages: number; readonly layoutVersion: string; readonly pdf: Uint8Array }>>;
  /** Prints the HTML or Markdown and stores the PDF under `key`. `engine`: the browser, if it is not the shipped one. */
  printMarkup(
    markup: Markup,
    paper: Paper,
    key: string,
    network: string,
    marks?: PreparedMarks,
  ): Promise<Rendered<{ readonly pages: number; readonly sha256: string; readonly engine?: string }>>;
  /** Draws somebody's PNG or JPEG anew, in its size on paper. */
  preparePicture(
    bytes: Uint8Array,
    use: keyof PreparedMarks,
    paper: Paper,
    network: string,
  ): Promise<Rendered<{ readonly picture: PreparedPicture }>>;
  /** Sets a name as a signature. */
  prepareName(typed: string, paper: Paper): Promise<Rendered<{ readonly name: PreparedName }>>;
  /** Sanitizes HTML for a partner's own printer. */
  cleanMessage(html: string): Promise<Rendered<{ readonly html: string }>>;
  /** `room`: shared by all files of a request. */
  fetchPdf(url: string, room?: Room): Promise<Rendered<{ readonly pdf: Uint8Array; readonly validators: Validators }>>;
  /** Asks for the PDF only if it has changed; `undefined` if the server says that it has not. */
  fetchPdfAgain(
    url: string,
    known: Validators,
    room?: Room,
  ): Promise<Rendered<{ readonly pdf: Uint8Array | undefined }>>;
  inspectPdf(pdf: Uint8Array, paper: Paper, network: string): Promise<Rendered<{ readonly pages: number }>>;
  /**
   * Makes a caller's file ready for print. A sound PDF stays as it is, byte for byte. A document of a word processor
   * becomes HTML, which is yet to be printed.
   */
  openFile(
    bytes: Uint8Array,
    use: FileUse,
    network: string,
  ): Promise<Rendered<{ readonly pdf: Uint8Array; readonly pages: number } | { readonly html: string }>>;
  /**
   * Joins PDFs that were prepared for print, in this order, into one: always the same bytes for the same parts. `part`:
   * the one at fault, from 0.
   */
  joinPdfs(parts: readonly PreparedPart[], paper: Paper, network: string): Promise<Joined>;
  /** A PNG of one page; the first is 1. A page that cannot be drawn gets a picture that says so. */
  preview(pdf: Uint8Array, page: number, paper: Paper, network: string): Promise<Uint8Array>;
}

export interface Signer {
  /** A compact JWS (EdDSA) over the payload. */
  sign(payload: Record<string, unknown>): Promise<string>;
  /** The key that signs now, and those that signed before. */
  publicKeys(): Promise<{ readonly keys: readonly PublicKey[] }>;
}

/** The fields that a log line may carry: no names, addresses, contents or account numbers. */
export interface LogFields {
  /** The line holds the job's order number instead, because the id may cancel the job. */
  readonly jobId?: string;
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
  /** A person must look at this: an alarm watches for it. */
  alarm(message: string, fields?: LogFields): void;
  /** Writes a metric of `core/metrics.ts`, with the value of its label if it has one. */
  measure<N extends MetricName>(name: N, value: number, ...label: LabelOf<N>): void;
}

/**
 * A keyed hash: equal values have equal ones, and without the key nobody can search for the value. The purpose keeps
 * fingerprints of different uses apart.
 */
type Fingerprint = (
  purpose: 'bank account' | 'idempotency key' | 'address' | 'network' | 'e-mail address' | 'stop link',
  value: string,
) => string;

export interface Settings {
  readonly paymentMode: 'mock' | 'real';
  /** The provider of new payments. */
  readonly paymentProvider: PaymentProviderName;
  readonly webhookWaitMs: number;
  readonly retryBaseMs: number;
  /** The start of every link. If missing, links start with the host of the request. */
  readonly publicBaseUrl: string | undefined;
  /** The most requests of each class from one network; undefined counts none. */
  readonly requestLimits: RequestLimits | undefined;
  readonly operator: Operator;
  /** The payment key or a partner is a test one, as far as this function knows their keys. */
  readonly isTest: boolean;
  /** The products that have a partner. No other can be quoted or ordered. */
  readonly sold: readonly ProductName[];
  /** Whether this service writes e-mails. */
  readonly sendsEmail: boolean;
  /** Of the document of a product, where its partners cannot take a larger one. */
  readonly mostBytes?: Readonly<Partial<Record<ProductName, number>>>;
}

/** The version and the commit that run. */
export interface Build {
  readonly version: string;
  /** Missing where the service was not made from a repository. */
  readonly commit?: string;
}

/** The parts of the service, asked whether they work. One that does not throws within seconds. */
export interface SelfCheck {
  /** A sentence for each setting or key that cannot work; it quotes no value. */
  settings(): Promise<readonly string[]>;
  /** `RequestCounters.add`: a write to the table. */
  readonly count: RequestCounters['add'];
  documents(): Promise<void>;
  queue(): Promise<void>;
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
  readonly requestCounters: RequestCounters;
  readonly sharedAnswers: Collection<SharedAnswer>;
  readonly audits: Collection<AuditRun>;
  readonly auditNotes: Collection<AuditNote>;
  readonly queue: Queue;
  readonly outboxes: Outboxes;
  readonly outboxQueues: Readonly<Record<Channel, Queue>>;
  readonly endpoints: Collection<Endpoint>;
  readonly silencedAddresses: Collection<SilencedAddress>;
  readonly receivers: Receivers;
  readonly eventSigner: EventSigner;
  /** Missing if this service writes no e-mails. */
  readonly mailer?: Mailer | undefined;
  /** Every provider that this service has the keys for: a job stays with the provider that holds its payment. */
  readonly payments: Readonly<Partial<Record<PaymentProviderName, Payments | undefined>>>;
  /** Of the products that are sold. */
  readonly partners: Readonly<Partial<Record<ProductName, Partner>>>;
  /** The names of the primary partners. */
  readonly primaryNames: Readonly<Partial<Record<ProductName, PartnerName>>>;
  /** The partner that takes over a product while its primary partner is down. */
  readonly backups: Readonly<Partial<Record<ProductName, NamedPartner>>>;
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
