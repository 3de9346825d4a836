/** When to try again, and when to stop trying: every delay of the house, in one place. All times in milliseconds. */

const seconds = 1_000;
const minutes = 60 * seconds;
const hours = 60 * minutes;

/** The longest that one call to a partner or payment provider may take. */
export const callTimeoutMs = 10 * seconds;

/** How long a claim is held: longer than the two calls that are made under it, so that no two act at once. */
export const leaseMs = 30 * seconds;

/** What a partner has made stands in its lists within this time: assumed, because none of them says how soon. */
const listedWithinMs = 1 * minutes;

/**
 * For how long a list may not show what a call has made: where a partner has no keys, nothing is looked for, and so
 * nothing made again, before. Shorter only where retries are far quicker than in any service.
 */
export const unlistedForMs = (baseMs: number): number => Math.min(listedWithinMs, 30 * baseMs);

/** What is older, not every partner lists any more: counted from when a job was given up, half a day after its first call. */
export const listedForMs = 48 * hours;

/** Partners keep idempotency keys for 24 hours at least: after half of that, nothing is created any more. */
export const creatingEndsAfterMs = 12 * hours;

/** A fax to a busy line is tried again this often and no longer than this, so that none arrives when nobody expects it. */
export const mostBounces = 3;
export const bouncesEndAfterMs = 30 * minutes;

/** A partner that has turned so many orders away within this time is taken to be down. */
export const downAfter = 5;
export const downForMs = 10 * minutes;

/** No order is at work at a partner for longer: the longest fax, 200 pages, takes less than a minute a page. */
export const longestRunMs = 4 * hours;

/** A partner's status is read at most this often for one job. */
export const readAtMostEveryMs = 30 * seconds;

/** A person is reminded of a parked job this often. */
export const remindEveryMs = 1 * hours;

const longestDelayMs = 1 * hours;
const trackedForMs = 60 * 24 * hours;

/**
 * Doubling from `baseMs`, at most an hour, spread over 75 to 125% so that jobs which failed together do not return
 * together. `attempt` counts from 1; `random` is in [0, 1).
 */
export function retryDelayMs(attempt: number, baseMs: number, random: number): number {
  const doubled = Math.min(baseMs * 2 ** Math.min(attempt - 1, 30), longestDelayMs);
  return Math.round(doubled * (0.75 + random / 2));
}

/** The payment provider is asked by itself, in case its event was lost: soon at first, then ever more rarely. */
export const askPaymentDelayMs = (asked: number, baseMs: number, random: number): number =>
  5 * retryDelayMs(asked + 1, baseMs, random);

/** When to read the partner's status next: in step with the order's age, and no more after 60 days. */
export function nextReadAt(acceptedAt: number, now: number): number | undefined {
  const ageMs = now - acceptedAt;
  if (ageMs > trackedForMs) return undefined;
  return now + Math.round(Math.min(Math.max(ageMs / 4, 1 * minutes), 12 * hours));
}
