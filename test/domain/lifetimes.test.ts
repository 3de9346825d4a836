/** Lifetimes that depend on each other, because nothing may be deleted while it may be needed. */
import { documentRetentionMs, lifetimesMs } from '../../shared/domain/times.ts';

const { price, quote, checkout, idempotencyKey, bankAccount, job } = lifetimesMs;
const { unpaid, paid } = documentRetentionMs;

test('a price, a payment page, an idempotency key and a job last as long as the contract promises', () => {
  expect([price, checkout, idempotencyKey, job].map((ms) => ms / 3_600_000)).toEqual([1, 24, 30 * 24, 400 * 24]);
});

test.each([
  ['a quote lasts until its price ends', price, quote],
  ['an unpaid document lasts until its job can no longer be paid', price + checkout, unpaid],
  ['a paid document is stored longer than an unpaid one', unpaid + 1, paid],
  ['an idempotency key outlives the time to pay its job', checkout + 1, idempotencyKey],
  ['an idempotency key doesn’t outlive its job', idempotencyKey, job],
  ['a bank account doesn’t outlive its jobs', bankAccount, job],
  ['a document doesn’t outlive its job', paid, job],
])('%s', (_rule, minimum, lifetime) => {
  expect(lifetime).toBeGreaterThanOrEqual(minimum);
});
