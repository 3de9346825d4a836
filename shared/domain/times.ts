/** Every delay, deadline and lifetime, in milliseconds; also the interfaces of the clock and of randomness. */
import type { IdPrefix } from './ids.ts';

const seconds = 1_000;
const minutes = 60 * seconds;
const hours = 60 * minutes;
const days = 24 * hours;

/** How long calls may take. */
export const timeoutsMs = {
  /** One call to a partner or payment provider. */
  call: 10 * seconds,
  /** One lookup of an address. */
  addressLookup: 900,
  /** The whole check of an address. */
  addressCheck: 1_500,
  /** One request of an assistant. It is also the timeout of the function that serves it. */
  mcp: 29 * seconds,
  /** Registering a bank account. Longer than other calls: if we give up too early, an account stays at the partner. */
  register: 20 * seconds,
  /** A refund can take three calls: one with the first key, the list of refunds, and one with another key. */
  refund: 30 * seconds,
  /** One attempt to send an event. */
  event: 15 * seconds,
} as const;

/** How long the call that creates an order (up to 20 MB) may take: a minute, unless a test has a small `baseMs`. */
export const submitTimeoutMs = (baseMs: number): number => Math.min(1 * minutes, 50 * baseMs);

/** How much longer a claim lasts than the calls made under it: time to read and write the table. */
const tableTimeMs = 20 * seconds;

/** A claim lasts long enough for a lookup of the order and a refund, so two processes never act on a job at the same time. */
export const leaseMs = timeoutsMs.call + timeoutsMs.refund + tableTimeMs;

/** How long a claim for a submission lasts: a lookup of the order, and the call that creates it. */
export const submitLeaseMs = (baseMs: number): number => timeoutsMs.call + submitTimeoutMs(baseMs) + tableTimeMs;

/** How long a new order may be missing from a partner's lists. `listsAfterMs`: the partner's figure. */
export const listLagMs = (listsAfterMs: number, baseMs: number): number => Math.min(listsAfterMs, 30 * baseMs);

/** How long we try before we give up. */
export const deadlinesMs = {
  /** Creating an order. Partners keep idempotency keys for longer. */
  creation: 12 * hours,
  /** Redialing a busy line. A later fax would come unexpectedly. */
  redialing: 30 * minutes,
  /**
   * Waiting for a partner to finish an order. A fax has at most 200 pages and takes less than a minute a page. Printing
   * usually takes two business days at most; a week also covers holidays.
   */
  partnerWork: { sent: 4 * hours, mailed: 7 * days },
} as const;

/** How many more times a fax to a busy line is sent. */
export const maxRedials = 3;

/** The minimum wait before we do something. */
export const intervalsMs = {
  /** Requesting the status of a job from the partner again. */
  reading: 30 * seconds,
  /** Reminding a person of a parked job. */
  reminder: 1 * hours,
  /** The first alarm, while a partner doesn't say whether it stops an order. */
  recallAlarm: 1 * hours,
} as const;

/** How long work may be due before it is queued again. By then its message should have been handled. */
export const requeueAfterMs = (baseMs: number): number => Math.min(30 * seconds, 15 * baseMs);

/** The delay before the next attempt: it doubles from `baseMs` up to an hour, ± 25%. `attempt`: from 1. `random`: in [0, 1). */
export function retryDelayMs(attempt: number, baseMs: number, random: number): number {
  const doubled = Math.min(baseMs * 2 ** Math.min(attempt - 1, 30), 1 * hours);
  return Math.round(doubled * (0.75 + random / 2));
}

/** A refund that got no response is tried again soon. A refund that isn't possible now is tried again after an hour to a day. */
export const refundAgainDelayMs = (outcome: string, attempt: number, baseMs: number, random: number): number =>
  outcome === 'not_now'
    ? Math.round(Math.min(2 ** Math.min(attempt - 1, 30) * hours, 24 * hours) * (0.75 + random / 2))
    : retryDelayMs(attempt, baseMs, random);

/**
 * The delay before we ask about a payment. The provider sends an event when a page is paid or expires, so we only look for
 * lost events: after 15 minutes, four hours later, after the page has expired (in `endsInMs`), and then twice a day while a
 * bank payment is pending. The delay depends on the job's age, so a message that arrives twice changes nothing.
 */
export function askPaymentDelayMs(ageMs: number, baseMs: number, random: number, endsInMs: number): number {
  const spread = 0.75 + random / 2;
  const delayMs = Math.round(15 * Math.max(baseMs, ageMs) * spread);
  return endsInMs > 0 ? Math.min(delayMs, endsInMs + 15 * baseMs) : Math.min(delayMs, Math.round(12 * hours * spread));
}

/** The delay after a request to which the payment provider did not respond. */
export const askPaymentAgainDelayMs = (tries: number, baseMs: number, random: number): number =>
  5 * retryDelayMs(tries + 1, baseMs, random);

/**
 * When to request the status next; `undefined` once the order is 60 days old.
 * - `poll`: after a minute, then after a quarter of the order's age, up to half a day; after two weeks, up to two days.
 * - `fallback`, to find lost events: after six hours, then at three times the age, up to two days later.
 * - `mayOnlyReturn`: the mail can now only be returned, so a `poll` can wait for two days, a `fallback` for a month.
 */
export function nextReadAt(
  kind: 'poll' | 'fallback',
  acceptedAt: number,
  now: number,
  mayOnlyReturn = false,
): number | undefined {
  const ageMs = now - acceptedAt;
  if (ageMs > 60 * days) return undefined;
  const isLate = mayOnlyReturn || ageMs > 14 * days;
  const [delayMs, maxDelayMs] =
    kind === 'fallback'
      ? [Math.max(2 * ageMs, 6 * hours), mayOnlyReturn ? 30 * days : 2 * days]
      : [Math.max(ageMs / 4, 1 * minutes), isLate ? 2 * days : 12 * hours];
  return now + Math.round(Math.min(delayMs, maxDelayMs));
}

/** The delay before an event is sent again (Standard Webhooks 1.0.0). `tries`: the attempts so far, 1 or more. */
export const resendDelayMs = (tries: number): number => {
  const pauses = [5 * seconds, 5 * minutes, 30 * minutes, ...[2, 5, 10, 14, 20, 24].map((count) => count * hours)];
  return pauses[Math.min(tries, pauses.length) - 1] ?? 0;
};

/** How long a claim of an outbox lasts: longer than the call made under it. */
export const outboxLeaseMs = timeoutsMs.event + 30 * seconds;

/** How long each thing is valid or remembered. */
export const lifetimesMs = {
  /** The price of a quote. */
  price: 60 * minutes,
  /** The permission to upload a file. */
  uploadTicket: 60 * minutes,
  /** An uploaded file, counted from its ticket. */
  upload: days,
  /** A quote. Longer than its price, because a job prints the quote's document. */
  quote: 48 * hours,
  /** How long a paid order's document can be read and sent again: after its submission to the partner, and after a return. */
  document: { sent: 60 * days, returned: 14 * days },
  /** The copy of a scheduled job's document. A new copy is written after this time. */
  documentCopy: 20 * days,
  /** A payment page. */
  checkout: 24 * hours,
  /** The wait for a person's decision about a parked job, as the payer's page and `docs/runbook.md` promise it. */
  review: 24 * hours,
  /** An order, for the warning about a duplicate. */
  twin: 48 * hours,
  /** A request without an idempotency key. An assistant that repeats it gets the same job. */
  keylessRepeat: 10 * minutes,
  /** An idempotency key. A request that repeats it gets the same job. */
  idempotencyKey: 30 * days,
  /** A bank account, after the last check drawn on it. */
  bankAccount: 400 * days,
  /** After this time the owner of an account has seen a statement, so an uncontested check proves the account. */
  accountTrial: 30 * days,
  /** A job, and its records at simulated partners and the test payment page. */
  job: 400 * days,
  /** An event, before we give up on its delivery. */
  event: 3 * days,
  /** An email address that gets no email, because its reader opted out or complained, or it bounced. */
  silencedAddress: { asked: 3_650 * days, complained: 3_650 * days, bounced: 180 * days },
  /** The stop list, counted from its last change. */
  stop: 3_650 * days,
  /** Emails about test money, which are stored for developers instead of being sent. */
  simulatedEmail: 30 * days,
} as const;

/**
 * How long documents are stored after their last write, by the prefix of their keys. A payment page closes at most 25 hours
 * after its quote. If the payment takes longer to arrive, the document is then copied to `paid/`. Each attempt to send it
 * writes it there again, and so does a scheduled job, every 20 days until its day.
 */
export const documentRetentionMs = {
  unpaid: 2 * days,
  paid: lifetimesMs.document.sent + lifetimesMs.document.returned,
  partner: 30 * days,
  previews: 2 * days,
  uploads: lifetimesMs.upload,
} as const;

/** How long a document is stored after its last write; `undefined` if no rule deletes it. */
export const retentionOf = (key: string): number | undefined =>
  Object.entries(documentRetentionMs).find(([prefix]) => key.startsWith(`${prefix}/`))?.[1];

export interface Clock {
  /** Unix ms. */
  now(): number;
  sleep(ms: number): Promise<void>;
}

export interface Random {
  /** A prefix and 128 random bits. */
  id(prefix: IdPrefix): string;
  /** In [0, 1), for spreading retries. */
  fraction(): number;
}
