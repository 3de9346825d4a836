/** Every delay between tries and every end of trying, in one place. All times in milliseconds. */
const seconds = 1_000;
const minutes = 60 * seconds;
const hours = 60 * minutes;

/** The time limit of one call to a partner or payment provider. */
export const callTimeoutMs = 10 * seconds;

/** The time limit of one look-up of an address, and of all that is done to check it: nobody waits longer for it. */
export const lookUpTimeoutMs = 900;
export const addressCheckMs = 1_500;

/** The registration of a bank account must answer its caller in time. It gets longer than other calls, because a lost answer leaves an account behind. */
export const registerTimeoutMs = 20 * seconds;

/** The time limit of a call that makes an order of up to 20 MB. Shorter only for quick retries of tests. */
export const submitTimeoutMs = (baseMs: number): number => Math.min(1 * minutes, 50 * baseMs);

/** A refund may take three calls one after the other: the first key, the list of refunds, and another key. */
export const refundTimeoutMs = 3 * callTimeoutMs;

/** A claim outlives the calls that are made under it by this time: the table is read and written meanwhile. */
const tableTimeMs = 20 * seconds;

/** A claim is held this long: a look-up and then a refund are made under it, and no two holders act at once. */
export const leaseMs = callTimeoutMs + refundTimeoutMs + tableTimeMs;

/** The same for a claim under which an order is made, after a look-up. */
export const submitLeaseMs = (baseMs: number): number => callTimeoutMs + submitTimeoutMs(baseMs) + tableTimeMs;

/** The time within which a partner's lists may omit a new order. `listsAfterMs`: the partner's own. */
export const listLagMs = (listsAfterMs: number, baseMs: number): number => Math.min(listsAfterMs, 30 * baseMs);

/** We create nothing any more after this long. Each partner with idempotency keys keeps them for longer. */
export const creatingEndsAfterMs = 12 * hours;

/** A person is called when a partner has not said for so long whether it stops an order, and again each time. */
export const recallDecidedWithinMs = 1 * hours;

/** A fax to a busy line is retried this often and for this long, so that none arrives when nobody expects it. */
export const mostBounces = 3;
export const bouncesEndAfterMs = 30 * minutes;

/** Partners work on an order for at most this long: a fax has at most 200 pages and takes less than a minute a page. */
export const longestRunMs = 4 * hours;

/** A message has done its work this long after something fell due: what is still due then is queued again. */
export const sweptAfterMs = (baseMs: number): number => Math.min(30 * seconds, 15 * baseMs);

/** The status of one job is read from the partner at most this often. */
export const readAtMostEveryMs = 30 * seconds;

/** A person is called when a partner has given no answer about one order in this many readings in a row, and again each time. */
export const unreadBeforeAlarm = 10;

/** A person is reminded of a parked job this often. */
export const remindEveryMs = 1 * hours;

/** Doubles from `baseMs` up to an hour, spread by 75 to 125%. `attempt` from 1; `random` in [0, 1). */
export function retryDelayMs(attempt: number, baseMs: number, random: number): number {
  const doubled = Math.min(baseMs * 2 ** Math.min(attempt - 1, 30), 1 * hours);
  return Math.round(doubled * (0.75 + random / 2));
}

/** A refund without an answer is soon tried again; one refused for a passing reason within an hour to a day. */
export const refundAgainDelayMs = (outcome: string, attempt: number, baseMs: number, random: number): number =>
  outcome === 'not_now'
    ? Math.round(Math.min(2 ** Math.min(attempt - 1, 30) * hours, 24 * hours) * (0.75 + random / 2))
    : retryDelayMs(attempt, baseMs, random);

/**
 * The payment provider reports in an event what became of a page, so this only finds an event that was lost: after a quarter
 * of an hour, four hours later, once more when the page has ended (`endsInMs`), and then twice a day while money is under
 * way. It counts by the job's age: a message that comes twice uses up no question. A provider that gave no answer is asked
 * again sooner.
 */
export function askPaymentDelayMs(ageMs: number, baseMs: number, random: number, endsInMs: number): number {
  const spread = 0.75 + random / 2;
  const delayMs = Math.round(15 * Math.max(baseMs, ageMs) * spread);
  return endsInMs > 0 ? Math.min(delayMs, endsInMs + 15 * baseMs) : Math.min(delayMs, Math.round(12 * hours * spread));
}

/** The same after no answer. */
export const askPaymentAgainDelayMs = (tries: number, baseMs: number, random: number): number =>
  5 * retryDelayMs(tries + 1, baseMs, random);

/**
 * The time of the next status read: its delay grows with the order's age, and reading ends after 60 days. After two weeks,
 * and of mail that may only come back any more, news can wait for two days.
 */
export function nextReadAt(acceptedAt: number, now: number, mayOnlyReturn = false): number | undefined {
  const ageMs = now - acceptedAt;
  const longest = mayOnlyReturn || ageMs > 14 * 24 * hours ? 48 * hours : 12 * hours;
  return readAt(now, ageMs, Math.min(Math.max(ageMs / 4, 1 * minutes), longest));
}

/**
 * The same for mail whose partner sends events: a reading only finds an event that was lost. The first comes
 * after six hours, each next one at three times the age, at most two days later: four in six days.
 * Where mail may only come back any more, one in a month will do.
 */
export function nextCheckAt(acceptedAt: number, now: number, mayOnlyReturn = false): number | undefined {
  const ageMs = now - acceptedAt;
  const longest = mayOnlyReturn ? 30 * 24 * hours : 48 * hours;
  return readAt(now, ageMs, Math.min(Math.max(2 * ageMs, 6 * hours), longest));
}

const readAt = (now: number, ageMs: number, delayMs: number): number | undefined =>
  ageMs > 60 * 24 * hours ? undefined : now + Math.round(delayMs);

/** The pauses between attempts to tell an event (Standard Webhooks 1.0.0). The last repeats. */
const tellingPausesMs = [
  5 * seconds,
  5 * minutes,
  30 * minutes,
  2 * hours,
  5 * hours,
  10 * hours,
  14 * hours,
  20 * hours,
  24 * hours,
];

/** `tries`: the attempts so far, 1 or more. */
export const tellAgainDelayMs = (tries: number): number =>
  tellingPausesMs[Math.min(tries, tellingPausesMs.length) - 1] ?? 0;

/** The time limit of one attempt to tell an event. */
export const tellingTimeoutMs = 15 * seconds;

/** An outbox is claimed this long: longer than the call that is made under it. */
export const tellingLeaseMs = tellingTimeoutMs + 30 * seconds;
