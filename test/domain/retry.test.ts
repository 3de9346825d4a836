/** When to try again: delays that double, are spread and end, and claims that last longer than the calls under them. */
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
/** The middle of the spread. */
const even = 0.5;

test('delays double from the base, stop growing at an hour, and never overflow', () => {
  expect([1, 2, 3, 4].map((attempt) => retryDelayMs(attempt, 2_000, even))).toEqual([2_000, 4_000, 8_000, 16_000]);
  expect([1, 2, 3].map((attempt) => retryDelayMs(attempt, minute, even))).toEqual([minute, 2 * minute, 4 * minute]);
  expect(retryDelayMs(7, minute, even)).toBe(hour);
  for (const attempt of [12, 31, 1_000, Number.MAX_SAFE_INTEGER]) expect(retryDelayMs(attempt, 2_000, even)).toBe(hour);
});

test('delays are spread over 75 to 125 percent, in whole milliseconds', () => {
  const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 1, max: hour }),
      random,
      (attempt, base, fraction) => {
        const delay = retryDelayMs(attempt, base, fraction);
        const middle = Math.min(base * 2 ** (attempt - 1), hour);
        expect(Number.isInteger(delay)).toBe(true);
        expect(delay).toBeGreaterThanOrEqual(Math.floor(0.75 * middle));
        expect(delay).toBeLessThanOrEqual(Math.ceil(1.25 * middle));
      },
    ),
  );
  expect(retryDelayMs(1, 1_000, 0)).toBe(750);
  expect(retryDelayMs(1, 1_000, 0.999_999)).toBe(1_250);
});

test('the payment provider is asked after the usual time to pay, much later, and once the page has expired', () => {
  const delayMs = (ageMs: number, endsInMs: number, random = even) =>
    askPaymentDelayMs(ageMs, minute, random, endsInMs);
  // A message that arrives twice changes nothing.
  expect([0, minute, 16 * minute, 4 * hour].map((ageMs) => delayMs(ageMs, day))).toEqual([
    15 * minute,
    15 * minute,
    4 * hour,
    day + 15 * minute,
  ]);
  expect(delayMs(16 * minute, hour)).toBe(hour + 15 * minute);
  // A bank payment is pending.
  expect([day, 50 * day].map((ageMs) => delayMs(ageMs, 0))).toEqual([12 * hour, 12 * hour]);
  expect([0, 0.999].map((random) => Math.round(delayMs(2 * day, -1, random) / hour))).toEqual([9, 15]);
  // If a page is paid in its last minute, we ask while the quote's document is still stored.
  expect(lifetimesMs.checkout + 15 * minute).toBeLessThan(lifetimesMs.quote - lifetimesMs.price);
});

test('a payment provider that does not respond is asked again soon, and at least four times a day', () => {
  const delays = [0, 1, 2, 3, 50].map((asked) => askPaymentAgainDelayMs(asked, 2_000, even));
  expect(delays).toEqual([10_000, 20_000, 40_000, 80_000, 5 * hour]);
  expect(askPaymentAgainDelayMs(50, 2_000, 0.999)).toBeLessThan(day / 3);
});

test('a claim lasts longer than a lookup and a refund, or a lookup and the creation of an order', () => {
  const table = 15_000;
  expect(timeoutsMs.refund).toBe(3 * timeoutsMs.call);
  expect(leaseMs).toBeGreaterThan(timeoutsMs.call + timeoutsMs.refund + table);
  for (const baseMs of [200, 2_000, 60_000])
    expect(submitLeaseMs(baseMs)).toBeGreaterThan(timeoutsMs.call + submitTimeoutMs(baseMs) + table);
});

test('order creation stops after half the shortest lifetime of any partner’s idempotency key', () => {
  expect(deadlinesMs.creation).toBe(12 * hour);
  for (const { assumed } of Object.values<PartnerDescriptor>(partners)) {
    const { keysLiveMs, listsForMs } = assumed;
    expect(keysLiveMs === 0 || keysLiveMs >= 2 * deadlinesMs.creation).toBe(true);
    expect(listsForMs).toBeGreaterThan(deadlinesMs.creation);
  }
});

describe('the next status request to a partner', () => {
  const accepted = Date.UTC(2026, 10, 21);
  const wait = (ageMs: number) => {
    const at = nextReadAt('poll', accepted, accepted + ageMs);
    return at === undefined ? undefined : at - accepted - ageMs;
  };

  test('comes a minute after the order at first, then in a quarter of its age', () => {
    expect([0, minute, 4 * minute, 8 * minute, 4 * hour].map(wait)).toEqual([minute, minute, minute, 2 * minute, hour]);
  });

  test('comes at least every twelve hours for two weeks, every two days for sixty days, and then no more', () => {
    expect([2 * day, 14 * day, 14 * day + 1, 60 * day].map(wait)).toEqual([12 * hour, 12 * hour, 2 * day, 2 * day]);
    expect(wait(60 * day + 1)).toBeUndefined();
  });

  test('for mail whose partner sends events comes after six hours, at three times its age, and at least every two days', () => {
    const check = (ageMs: number) => (nextReadAt('fallback', accepted, accepted + ageMs) ?? 0) - accepted;
    const checks = Array.from({ length: 10 }).reduce<number[]>((all) => [...all, check(all.at(-1) ?? 0)], []);
    expect(checks.map((at) => Math.round(at / hour))).toEqual([6, 18, 54, 102, 150, 198, 246, 294, 342, 390]);
  });

  test('for mail that can now only be returned comes after two days, or after a month if the partner sends events', () => {
    const waitOf = (kind: 'poll' | 'fallback', ageMs: number) =>
      (nextReadAt(kind, accepted, accepted + ageMs, true) ?? 0) - accepted - ageMs;
    expect([6 * day, 20 * day].map((ageMs) => waitOf('poll', ageMs))).toEqual([1.5 * day, 2 * day]);
    expect([6 * day, 18 * day].map((ageMs) => waitOf('fallback', ageMs))).toEqual([12 * day, 30 * day]);
    expect(nextReadAt('fallback', accepted, accepted + 60 * day + 1, true)).toBeUndefined();
  });
});
