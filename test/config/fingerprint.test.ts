/** Keyed digests of one purpose say nothing about those of another. */
import { depsFor } from '../../shared/config/app.ts';

test('one value has another fingerprint for each purpose, and the same one each time', () => {
  process.env.FINGERPRINT_KEY = 'k'.repeat(32);
  const { fingerprint } = depsFor({});
  expect(fingerprint('trait', 'Ada')).toBe(fingerprint('trait', 'Ada'));
  expect(fingerprint('trait', 'Ada')).not.toBe(fingerprint('twin', 'Ada'));
});
