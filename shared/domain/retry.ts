/** Every delay between tries and every end of retries, in one place. All times in milliseconds. */
const seconds = 1_000;
const minutes = 60 * seconds;
const hours = 60 * minutes;

/** The time limit of one call to a partner or payment provider. */
export const callTimeoutMs = 10 * seconds;

/** The time limit of one look-up of an address. */
export const lookUpTimeoutMs = 900;

/** The time limit of the whole check of an address. */
export const addressCheckMs = 1_500;

/** The time limit of registering a bank account: longer than other calls, because a lost response leaves an account behind. */
export const registerTimeoutMs = 20 * seconds;

/** The time limit of a call that makes an order of up to 20 MB. Only tests use a shorter one. */
export const submitTimeoutMs = (baseMs: number): number => Math.min(1 * minutes, 50 * baseMs);

/** A refund may take three calls in a row: the first key, the list of refunds, and another key. */
export const refundTimeoutMs = 3 * callTimeoutMs;

/** Claims last this much longer than their calls, to read and write the table. */
const tableTimeMs = 20 * seconds;

/** A claim lasts for a look-up and then a refund, so no two holders act at once. */
export const leaseMs = callTimeoutMs + refundTimeoutMs + tableTimeMs;

/** A claim lasts for a look-up and then the call that makes an order. */
export const submitLeaseMs = (baseMs: number): number => callTimeoutMs + submitTimeoutMs(baseMs) + tableTimeMs;

/** The time within which a partner's lists may omit a new order. `listsAfterMs`: the partner's own. */
export const listLagMs = (listsAfterMs: number, baseMs: number): number => Math.min(listsAfterMs, 30 * baseMs);

/** We stop creating an order after this time. Partners keep their idempotency keys for longer. */
export const creatingEndsAfterMs = 12 * hours;

/** An alarm calls a person this often while a partner has not said whether it stops an order. */
export const recallDecidedWithinMs = 1 * hours;

/** A fax to a busy line is retried this often at most. */
export const mostBounces = 3;

/** It is retried for this long at most, so that it does not arrive unexpectedly late. */
export const bouncesEndAfterMs = 30 * minutes;

/** The longest time of a partner's work on an order: a fax has at most 200 pages and takes less than a minute a page. */
export const longestRunMs = 4 * hours;

/** The queue has handled due work after this time. Work that is still due then is queued again. */
export const sweptAfterMs = (baseMs: number): number => Math.min(30 * seconds, 15 * baseMs);

/** The status of one job is read from the partner at most this often. */
export const readAtMostEveryMs = 30 * seconds;

/** An alarm calls a person after this many failed readings of one order in a row, and again after as many more. */
export const unreadBeforeAlarm = 10;

/** A person is reminded of a parked job this often. */
export const remindEveryMs = 1 * hours;

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
 * The time of the next status read: its delay grows with the order's age, and reading ends after 60 days. After two weeks,
 * and for mail that can only be returned now, news can wait for two days.
 */
export function nextReadAt(acceptedAt: number, now: number, mayOnlyReturn = false): number | undefined {
  const ageMs = now - acceptedAt;
  const longest = mayOnlyReturn || ageMs > 14 * 24 * hours ? 48 * hours : 12 * hours;
  return readAt(now, ageMs, Math.min(Math.max(ageMs / 4, 1 * minutes), longest));
}

/**
 * The same for mail whose partner sends events, where a reading only finds lost events. The first is after six hours, each
 * next one at three times the age, at most two days later: four in six days. For mail that can only be returned now, one a
 * month is enough.
 */
export function nextCheckAt(acceptedAt: number, now: number, mayOnlyReturn = false): number | undefined {
  const ageMs = now - acceptedAt;
  const longest = mayOnlyReturn ? 30 * 24 * hours : 48 * hours;
  return readAt(now, ageMs, Math.min(Math.max(2 * ageMs, 6 * hours), longest));
}

const readAt = (now: number, ageMs: number, delayMs: number): number | undefined =>
  ageMs > 60 * 24 * hours ? undefined : now + Math.round(delayMs);

/** The delay before an event is sent again (Standard Webhooks 1.0.0). `tries`: the attempts so far, 1 or more. */
export const tellAgainDelayMs = (tries: number): number => {
  const pauses = [5 * seconds, 5 * minutes, 30 * minutes, ...[2, 5, 10, 14, 20, 24].map((count) => count * hours)];
  return pauses[Math.min(tries, pauses.length) - 1] ?? 0;
};

/** The time limit of one attempt to send an event. */
export const tellingTimeoutMs = 15 * seconds;

/** A claim of an outbox lasts longer than the call under it. */
export const tellingLeaseMs = tellingTimeoutMs + 30 * seconds;
