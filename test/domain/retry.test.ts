/** When to try again: delays that double and are spread, deadlines, and claims that outlast the calls made under them. */
import fc from 'fast-check';
import {
  askPaymentAgainDelayMs,
  askPaymentDelayMs,
  deadlinesMs,
  leaseMs,
  lifetimesMs,
  nextReadAt,
  retryDelayMs,
  submitLeaseMs,
  submitTimeoutMs,
  timeoutsMs,
} from '../../shared/domain/times.ts';
import { partners } from '../../shared/partners/catalogue.ts';
import type { PartnerDescriptor } from '../../shared/partners/descriptor.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** The random number for a delay in the middle of its spread. */
const middle = 0.5;

test('retry delays double from the base, stop growing at an hour, and never overflow', () => {
  expect([1, 2, 3, 4].map((attempt) => retryDelayMs(attempt, 2_000, middle))).toEqual([2_000, 4_000, 8_000, 16_000]);
  expect([1, 2, 3].map((attempt) => retryDelayMs(attempt, minute, middle))).toEqual([minute, 2 * minute, 4 * minute]);
  expect(retryDelayMs(7, minute, middle)).toBe(hour);
  for (const attempt of [12, 31, 1_000, Number.MAX_SAFE_INTEGER])
    expect(retryDelayMs(attempt, 2_000, middle)).toBe(hour);
});

test('retry delays are spread over 75 to 125 percent, in whole milliseconds', () => {
  const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 1, max: hour }),
      random,
      (attempt, base, fraction) => {
        const delay = retryDelayMs(attempt, base, fraction);
        const average = Math.min(base * 2 ** (attempt - 1), hour);
        expect(Number.isInteger(delay)).toBe(true);
        expect(delay).toBeGreaterThanOrEqual(Math.floor(0.75 * average));
        expect(delay).toBeLessThanOrEqual(Math.ceil(1.25 * average));
      },
    ),
  );
  expect(retryDelayMs(1, 1_000, 0)).toBe(750);
  expect(retryDelayMs(1, 1_000, 0.999_999)).toBe(1_250);
});

test('the payment provider is asked after 15 minutes, four hours later, and 15 minutes after the page has expired', () => {
  const delayMs = (ageMs: number, endsInMs: number, random = middle) =>
    askPaymentDelayMs(ageMs, minute, random, endsInMs);
  // The first two: a message that arrives twice changes nothing.
  expect([0, minute, 16 * minute, 4 * hour].map((ageMs) => delayMs(ageMs, day))).toEqual([
    15 * minute,
    15 * minute,
    4 * hour,
    day + 15 * minute,
  ]);
  expect(delayMs(16 * minute, hour)).toBe(hour + 15 * minute);
  // After the page has expired, a bank payment may be pending.
  expect([day, 50 * day].map((ageMs) => delayMs(ageMs, 0))).toEqual([12 * hour, 12 * hour]);
  expect([0, 0.999].map((random) => Math.round(delayMs(2 * day, -1, random) / hour))).toEqual([9, 15]);
  // If a page is paid in its last minute, we ask while the quote's document is still stored.
  expect(lifetimesMs.checkout + 15 * minute).toBeLessThan(lifetimesMs.quote - lifetimesMs.price);
});

test('a payment provider that does not respond is asked again soon, and at least four times a day', () => {
  const delays = [0, 1, 2, 3, 50].map((tries) => askPaymentAgainDelayMs(tries, 2_000, middle));
  expect(delays).toEqual([10_000, 20_000, 40_000, 80_000, 5 * hour]);
  // The longest pause, with its spread, is a little over six hours.
  expect(askPaymentAgainDelayMs(50, 2_000, 0.999)).toBeLessThan(day / 3);
});

test('a claim lasts longer than a lookup and a refund, or a lookup and the creation of an order', () => {
  const minTableTimeMs = 15_000;
  expect(timeoutsMs.refund).toBe(3 * timeoutsMs.call);
  expect(leaseMs).toBeGreaterThan(timeoutsMs.call + timeoutsMs.refund + minTableTimeMs);
  for (const baseMs of [200, 2_000, 60_000])
    expect(submitLeaseMs(baseMs)).toBeGreaterThan(timeoutsMs.call + submitTimeoutMs(baseMs) + minTableTimeMs);
});

test('we stop trying to create an order after half the shortest lifetime of any partner’s idempotency keys', () => {
  expect(deadlinesMs.creation).toBe(12 * hour);
  for (const { assumed } of Object.values<PartnerDescriptor>(partners)) {
    const { keysLiveMs, listsForMs } = assumed;
    expect(keysLiveMs === 0 || keysLiveMs >= 2 * deadlinesMs.creation).toBe(true);
    expect(listsForMs).toBeGreaterThan(deadlinesMs.creation);
  }
});

const accepted = Date.UTC(2026, 10, 21);
/** The time until the next status request for an order of this age; `undefined` if there is none. */
function waitAt(kind: 'poll' | 'fallback', ageMs: number, mayOnlyReturn = false) {
  const at = nextReadAt(kind, accepted, accepted + ageMs, mayOnlyReturn);
  return at === undefined ? undefined : at - accepted - ageMs;
}

test('the status of an order is polled after a minute at first, and then after a quarter of its age', () => {
  const waits = [0, minute, 4 * minute, 8 * minute, 4 * hour].map((ageMs) => waitAt('poll', ageMs));
  expect(waits).toEqual([minute, minute, minute, 2 * minute, hour]);
});

test('the status is polled at least every twelve hours for two weeks, every two days for sixty days, and then no more', () => {
  const waits = [2 * day, 14 * day, 14 * day + 1, 60 * day].map((ageMs) => waitAt('poll', ageMs));
  expect(waits).toEqual([12 * hour, 12 * hour, 2 * day, 2 * day]);
  expect(waitAt('poll', 60 * day + 1)).toBeUndefined();
});

test('if the partner sends events, the status is requested after six hours, then at three times the age or two days later', () => {
  const ages = [0];
  for (let requests = 0; requests < 10; requests += 1) {
    const ageMs = ages.at(-1) ?? 0;
    ages.push(ageMs + (waitAt('fallback', ageMs) ?? 0));
  }
  expect(ages.map((ageMs) => Math.round(ageMs / hour))).toEqual([0, 6, 18, 54, 102, 150, 198, 246, 294, 342, 390]);
});

test('mail that can only be returned is polled within two days, or within a month if the partner sends events', () => {
  expect([6 * day, 20 * day].map((ageMs) => waitAt('poll', ageMs, true))).toEqual([1.5 * day, 2 * day]);
  expect([6 * day, 18 * day].map((ageMs) => waitAt('fallback', ageMs, true))).toEqual([12 * day, 30 * day]);
  expect(waitAt('fallback', 60 * day + 1, true)).toBeUndefined();
});
