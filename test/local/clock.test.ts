/** Schedules, with a clock that the test winds. */

import { everySeconds } from '../../lib/local/clock.ts';

/** Waiting winds the clock; the run after `runs` of them stops it. */
async function runs(count: number, run: (now: number, wind: (ms: number) => void) => Promise<unknown>) {
  const stopping = new AbortController();
  const waits: number[] = [];
  let now = 0;
  let ran = 0;
  const clock = {
    now: () => now,
    wait: async (ms: number) => {
      waits.push(ms);
      now += ms;
    },
  };
  const once = async () => {
    ran += 1;
    if (ran === count) stopping.abort();
    await run(now, (ms) => {
      now += ms;
    });
  };
  await everySeconds(60, once, stopping.signal, clock);
  return { ran, waits };
}

describe('a schedule', () => {
  test('runs right away, then each time the seconds have passed', async () => {
    const times: number[] = [];
    await runs(3, async (now) => times.push(now));
    expect(times).toEqual([0, 60_000, 120_000]);
  });

  test('counts a run into the seconds, and never starts one before the last is done', async () => {
    const { waits } = await runs(3, async (_now, wind) => wind(50_000));
    expect(waits).toEqual([10_000, 10_000]);
    expect((await runs(3, async (_now, wind) => wind(90_000))).waits).toEqual([0, 0]);
  });

  test('outlives a run that fails', async () => {
    const { ran } = await runs(3, () => Promise.reject(new Error('down')));
    expect(ran).toBe(3);
  });

  test('that runs by the day lets the day pass first', async () => {
    const stopping = new AbortController();
    const waits: number[] = [];
    const clock = { now: () => 0, wait: async (ms: number) => waits.push(ms) };
    const once = async () => stopping.abort();
    await everySeconds(86_400, once, stopping.signal, clock);
    expect(waits).toEqual([86_400_000]);
  });

  test('hands over a scheduled event', async () => {
    const stopping = new AbortController();
    const seen = Promise.withResolvers<unknown>();
    const running = everySeconds(60, async (event) => seen.resolve(event), stopping.signal);
    expect(await seen.promise).toMatchObject({ source: 'aws.events', 'detail-type': 'Scheduled Event' });
    stopping.abort();
    await running;
  });
});
