/** Runs a function every few seconds, or every quarter of an hour of a part of the day, but never twice at the same time. */
import { setTimeout as sleep } from 'node:timers/promises';

export interface TriggerClock {
  /** Unix ms. */
  now(): number;
  /** Resolves early when the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<unknown>;
}

export const wallClock: TriggerClock = {
  now: Date.now,
  wait: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => {}),
};

/** The first run starts at once. Resolves once `signal` has aborted and the current run is done. */
export async function everySeconds(
  seconds: number,
  run: () => Promise<unknown>,
  signal: AbortSignal,
  clock: TriggerClock = wallClock,
): Promise<void> {
  while (!signal.aborted) {
    const startedAt = clock.now();
    await run().catch(() => {});
    if (!signal.aborted) await clock.wait(Math.max(0, startedAt + seconds * 1_000 - clock.now()), signal);
  }
}

/** Runs at once and then every hour. Returns a function that stops it, and waits for a run that is under way. */
export function everyHour(run: (now: number) => Promise<void>, clock: TriggerClock = wallClock): () => Promise<void> {
  const stopping = new AbortController();
  const running = everySeconds(3_600, () => run(clock.now()), stopping.signal, clock);
  return () => {
    stopping.abort();
    return running;
  };
}

/** From `hour`, 0 to 23, until midnight, UTC. The first run waits for its quarter. */
export async function quartersFrom(
  hour: number,
  run: () => Promise<unknown>,
  signal: AbortSignal,
  clock: TriggerClock = wallClock,
): Promise<void> {
  const hourMs = 3_600_000;
  while (!signal.aborted) {
    const now = clock.now();
    // At a quarter itself, this is the one after it.
    const next = now - (now % (hourMs / 4)) + hourMs / 4;
    await clock.wait(next - now + Math.max(0, hour * hourMs - (next % (24 * hourMs))), signal);
    if (!signal.aborted) await run().catch(() => {});
  }
}
