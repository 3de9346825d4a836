/** Keyed digests for one purpose reveal nothing about those for another. */
import { depsFor } from '../../shared/config/app.ts';

test('a value has a different fingerprint for each purpose, and the same one each time', () => {
  process.env.FINGERPRINT_KEY = 'k'.repeat(32);
  const { fingerprint } = depsFor({});
  expect(fingerprint('trait', 'Ada')).toBe(fingerprint('trait', 'Ada'));
  expect(fingerprint('trait', 'Ada')).not.toBe(fingerprint('twin', 'Ada'));
});
