/** Schedules, with a clock wound by the test. */
import { everySeconds, quartersFrom } from '../../lib/local/triggers/clock.ts';

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

  test.each([
    ['before its hour', Date.UTC(2026, 10, 21, 1, 30), ['03:00', '03:15', '03:30']],
    ['at its hour', Date.UTC(2026, 10, 21, 3), ['03:15', '03:30', '03:45']],
    ['within a quarter', Date.UTC(2026, 10, 21, 14, 20), ['14:30', '14:45', '15:00']],
    ['in its last quarter', Date.UTC(2026, 10, 21, 23, 40), ['23:45', '03:00', '03:15']],
  ])('by quarters of an hour that begins %s waits for the next', async (_when, begins, expected) => {
    const stopping = new AbortController();
    let now = begins;
    const clock = {
      now: () => now,
      wait: async (ms: number) => {
        now += ms;
      },
    };
    const times: string[] = [];
    const run = async () => {
      times.push(new Date(now).toISOString().slice(11, 16));
      if (times.length === 3) stopping.abort();
      else throw new Error('down');
    };
    await quartersFrom(3, run, stopping.signal, clock);
    expect(times).toEqual(expected);
  });

  test('by quarters of an hour does not run because it is stopped', async () => {
    const stopping = new AbortController();
    const clock = { now: () => 0, wait: async () => stopping.abort() };
    let ran = 0;
    const run = async () => {
      ran += 1;
    };
    await quartersFrom(3, run, stopping.signal, clock);
    expect(ran).toBe(0);
  });
});
