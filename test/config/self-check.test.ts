/** The self-check caches its results for ten seconds. */
import { selfCheckBy } from '../../shared/config/self-check.ts';

test('the self-check checks the settings again after ten seconds, or when the clock was set back', async () => {
  let now = 1_000_000;
  const { settings } = selfCheckBy({ now: () => now, sleep: async () => {} });
  process.env.RETRY_BASE_SECONDS = 'soon';
  const before = await settings();
  expect(before).toEqual([expect.stringContaining('RETRY_BASE_SECONDS')]);
  delete process.env.RETRY_BASE_SECONDS;
  now += 9_999;
  expect(await settings()).toEqual(before);
  now += 1;
  expect(await settings()).toEqual([]);
  process.env.RETRY_BASE_SECONDS = 'soon';
  now -= 3_600_000;
  expect(await settings()).toEqual(before);
});
