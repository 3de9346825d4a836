/** Every delay, deadline and lifetime, in one place, and the clock. All times in milliseconds. */
import type { IdPrefix } from './ids.ts';

const seconds = 1_000;
const minutes = 60 * seconds;
const hours = 60 * minutes;
const days = 24 * hours;

/** The time limits of calls. */
export const timeoutsMs = {
  /** One call to a partner or payment provider. */
  call: 10 * seconds,
  /** One look-up of an address. */
  lookUp: 900,
  /** The whole check of an address. */
  addressCheck: 1_500,
  /** Registering a bank account: longer than other calls, because a lost response leaves an account behind. */
  register: 20 * seconds,
  /** A refund may take three calls in a row: the first key, the list of refunds, and another key. */
  refund: 30 * seconds,
  /** One attempt to send an event. */
  event: 15 * seconds,
} as const;

/** The time limit of a call that makes an order of up to 20 MB. Only tests use a shorter one. */
export const submitTimeoutMs = (baseMs: number): number => Math.min(1 * minutes, 50 * baseMs);

/** Claims last this much longer than their calls, to read and write the table. */
const tableTimeMs = 20 * seconds;

/** A claim lasts for a look-up and then a refund, so no two holders act at once. */
export const leaseMs = timeoutsMs.call + timeoutsMs.refund + tableTimeMs;

/** A claim lasts for a look-up and then the call that makes an order. */
export const submitLeaseMs = (baseMs: number): number => timeoutsMs.call + submitTimeoutMs(baseMs) + tableTimeMs;

/** The time within which a partner's lists may omit a new order. `listsAfterMs`: the partner's own. */
export const listLagMs = (listsAfterMs: number, baseMs: number): number => Math.min(listsAfterMs, 30 * baseMs);

/** When we give up. */
export const deadlinesMs = {
  /** Creating an order. Partners keep their idempotency keys for longer. */
  creation: 12 * hours,
  /** Redialing a busy line, so that a fax doesn't arrive unexpectedly late. */
  bounces: 30 * minutes,
  /** Waiting for a partner's work on an order: a fax has at most 200 pages and takes less than a minute a page. */
  partnerWork: 4 * hours,
} as const;

/** A fax to a busy line is retried this often at most. */
export const maxBounces = 3;

/** How often we do something at most. */
export const intervalsMs = {
  /** Reading the status of one job from the partner. */
  reading: 30 * seconds,
  /** Reminding a person of a parked job. */
  reminder: 1 * hours,
  /** Calling a person by an alarm while a partner hasn't said whether it stops an order. */
  recallAlarm: 1 * hours,
} as const;

/** The queue has handled due work after this time. Work that is still due then is queued again. */
export const sweptAfterMs = (baseMs: number): number => Math.min(30 * seconds, 15 * baseMs);

/** Doubles from `baseMs` up to an hour, spread by 75 to 125%. `attempt` from 1; `random` in [0, 1). */
export function retryDelayMs(attempt: number, baseMs: number, random: number): number {
  const doubled = Math.min(baseMs * 2 ** Math.min(attempt - 1, 30), 1 * hours);
  return Math.round(doubled * (0.75 + random / 2));
}

/** A refund without a response is tried again soon; one that was refused for now, within an hour to a day. */
export const refundAgainDelayMs = (outcome: string, attempt: number, baseMs: number, random: number): number =>
  outcome === 'not_now'
    ? Math.round(Math.min(2 ** Math.min(attempt - 1, 30) * hours, 24 * hours) * (0.75 + random / 2))
    : retryDelayMs(attempt, baseMs, random);

/**
 * The payment provider sends an event when a page is paid or ends, so this only finds lost events: after a quarter of an
 * hour, four hours later, once more when the page has ended (`endsInMs`), and then twice a day while money is on its way.
 * The delay depends on the job's age, so a message that arrives twice changes nothing.
 */
export function askPaymentDelayMs(ageMs: number, baseMs: number, random: number, endsInMs: number): number {
  const spread = 0.75 + random / 2;
  const delayMs = Math.round(15 * Math.max(baseMs, ageMs) * spread);
  return endsInMs > 0 ? Math.min(delayMs, endsInMs + 15 * baseMs) : Math.min(delayMs, Math.round(12 * hours * spread));
}

/** The delay after a question to which the payment provider did not respond. */
export const askPaymentAgainDelayMs = (tries: number, baseMs: number, random: number): number =>
  5 * retryDelayMs(tries + 1, baseMs, random);

/**
 * The time of the next status read; reading ends after 60 days. `reading`: the delay grows with the order's age; after two
 * weeks, and for mail that can only be returned now, news can wait for two days. `check`: the partner sends events, and a
 * reading only finds lost ones: after six hours, then at three times the age, at most two days later (four in six days);
 * for mail that can only be returned now, one a month is enough.
 */
export function nextReadAt(
  kind: 'reading' | 'check',
  acceptedAt: number,
  now: number,
  mayOnlyReturn = false,
): number | undefined {
  const ageMs = now - acceptedAt;
  if (ageMs > 60 * 24 * hours) return undefined;
  const isLate = mayOnlyReturn || ageMs > 14 * 24 * hours;
  const [delayMs, longest] =
    kind === 'check'
      ? [Math.max(2 * ageMs, 6 * hours), mayOnlyReturn ? 30 * 24 * hours : 48 * hours]
      : [Math.max(ageMs / 4, 1 * minutes), isLate ? 48 * hours : 12 * hours];
  return now + Math.round(Math.min(delayMs, longest));
}

/** The delay before an event is sent again (Standard Webhooks 1.0.0). `tries`: the attempts so far, 1 or more. */
export const resendDelayMs = (tries: number): number => {
  const pauses = [5 * seconds, 5 * minutes, 30 * minutes, ...[2, 5, 10, 14, 20, 24].map((count) => count * hours)];
  return pauses[Math.min(tries, pauses.length) - 1] ?? 0;
};

/** A claim of an outbox lasts longer than the call under it. */
export const outboxLeaseMs = timeoutsMs.event + 30 * seconds;

export const lifetimesMs = {
  /** A price is valid this long. */
  price: 60 * minutes,
  /** The file of an upload must arrive within this time. */
  uploadTicket: 60 * minutes,
  /** A file that has arrived can be quoted this long, counted from its ticket. */
  upload: days,
  /** A quote is kept longer than its price is valid, because a job prints the quote's document. */
  quote: 48 * hours,
  /**
   * The document of a paid order can be read, and sent again, this long after it was sent to the partner, and this long
   * after a return. A return that comes after the first of them is too late.
   */
  document: { sent: 60 * days, returned: 14 * days },
  /** The document of a scheduled job is written again this often. */
  documentCopy: 20 * days,
  /** A payment page accepts payments this long. */
  checkout: 24 * hours,
  /** A person decides about a parked job within this time: the payer's page says so, and `docs/runbook.md` requires it. */
  review: 24 * hours,
  /** Equal orders are noticed this long. */
  twin: 48 * hours,
  /** An assistant that repeats a request without an idempotency key gets the same job this long. */
  keylessRepeat: 10 * minutes,
  /** A retry with the same idempotency key finds its job this long. */
  idempotencyKey: 30 * days,
  /** A bank account is deleted when no check was drawn on it for this long. */
  bankAccount: 400 * days,
  /** By then the owner of an account has seen its statement, so an uncontested check proves the account. */
  accountTrial: 30 * days,
  /** Jobs are kept this long, and so are the records of them at partners and payment providers. */
  job: 400 * days,
  /** We stop trying to deliver an event after this time. */
  event: 3 * days,
  /** We send nothing to an email address this long after its reader opted out or complained, or after it bounced. */
  silencedAddress: { asked: 3_650 * days, complained: 3_650 * days, bounced: 180 * days },
  /** The stop list is kept this long after its last change. */
  stop: 3_650 * days,
  /** Emails about test money are not sent, but kept this long for developers to read. */
  simulatedEmail: 30 * days,
} as const;

/**
 * Documents are stored this long after their last write, by the first part of their keys. A job is paid within 25 hours of
 * its quote. Each attempt to send it writes the document to `paid/` again, so `paid` counts from the last attempt. A
 * scheduled job writes it at its payment, and every 20 days until its day.
 */
export const documentRetentionMs = {
  unpaid: 2 * days,
  paid: lifetimesMs.document.sent + lifetimesMs.document.returned,
  partner: 30 * days,
  previews: 2 * days,
  uploads: lifetimesMs.upload,
} as const;

/** How long a file is kept after its last write; `undefined` if no rule deletes it. */
export const retentionOf = (key: string): number | undefined =>
  Object.entries(documentRetentionMs).find(([prefix]) => key.startsWith(`${prefix}/`))?.[1];

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
