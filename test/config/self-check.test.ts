/** The self-check answers many callers with one look at its parts, for ten seconds. */
import { selfCheckBy } from '../../shared/config/self-check.ts';

test('what the self-check saw of the settings is repeated for ten seconds, and then looked at again', async () => {
  const { RETRY_BASE_SECONDS } = process.env;
  let now = 1_000_000;
  const { settings } = selfCheckBy({ now: () => now, sleep: async () => {} });
  try {
    process.env.RETRY_BASE_SECONDS = 'soon';
    const before = await settings();
    expect(before).toEqual([expect.stringContaining('RETRY_BASE_SECONDS')]);
    delete process.env.RETRY_BASE_SECONDS;
    now += 9_999;
    expect(await settings()).toEqual(before);
    now += 1;
    expect(await settings()).toEqual([]);
  } finally {
    if (RETRY_BASE_SECONDS !== undefined) process.env.RETRY_BASE_SECONDS = RETRY_BASE_SECONDS;
  }
});
