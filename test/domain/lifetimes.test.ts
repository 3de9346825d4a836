/** Lifetimes that depend on each other: nothing is forgotten while somebody may still need it. */
import {
  accountKeptMs,
  checkoutLivesMs,
  documentRetentionMs,
  jobKeptMs,
  keyLivesMs,
  quoteKeptMs,
  quoteLivesMs,
} from '../../shared/domain/lifetimes.ts';

test('what the contract promises is kept for as long as it says', () => {
  const hour = 60 * 60_000;
  expect([quoteLivesMs, checkoutLivesMs, keyLivesMs, jobKeptMs]).toEqual(
    [1, 24, 30 * 24, 400 * 24].map((n) => n * hour),
  );
});

test('a quote is kept for as long as its price is valid', () => {
  expect(quoteKeptMs).toBeGreaterThanOrEqual(quoteLivesMs);
});

test('the document of a quote lasts until the last moment at which its job can be paid', () => {
  expect(documentRetentionMs.unpaid).toBeGreaterThanOrEqual(quoteLivesMs + checkoutLivesMs);
  expect(documentRetentionMs.paid).toBeGreaterThan(documentRetentionMs.unpaid);
});

test('a key, a document and a bank account never outlive the job that they lead to', () => {
  for (const [what, lives] of Object.entries({ keyLivesMs, accountKeptMs, paid: documentRetentionMs.paid }))
    expect({ what, isInTime: lives <= jobKeptMs }).toEqual({ what, isInTime: true });
});

test('a retry finds its job for longer than the job can be paid', () => {
  expect(keyLivesMs).toBeGreaterThan(checkoutLivesMs);
});
