/** Runs a function every so many seconds, or every day at an hour, never two runs of it at a time. */

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ScheduledEvent } from 'aws-lambda';
import { region } from '../emulators/aws.ts';

export interface Clock {
  /** Unix ms. */
  now(): number;
  /** Resolves early when the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<unknown>;
}

const wallClock: Clock = {
  now: Date.now,
  wait: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => {}),
};

type Run = (event: ScheduledEvent) => Promise<unknown>;

/**
 * The first run is right away, so that a restart finds what a crash left behind. A run that fails has reported itself.
 * Resolves once `signal` has aborted and the run that was under way is done.
 */
export async function everySeconds(
  seconds: number,
  run: Run,
  signal: AbortSignal,
  clock: Clock = wallClock,
): Promise<void> {
  while (!signal.aborted) {
    const startedAt = clock.now();
    await run(scheduledEvent(startedAt)).catch(() => {});
    if (!signal.aborted) await clock.wait(Math.max(0, startedAt + seconds * 1000 - clock.now()), signal);
  }
}

/** `hour`: 0 to 23, UTC. The first run waits for its hour, because a restart changes nothing about it. */
export async function dailyAt(hour: number, run: Run, signal: AbortSignal, clock: Clock = wallClock): Promise<void> {
  while (!signal.aborted) {
    await clock.wait(untilHour(hour, clock.now()), signal);
    if (!signal.aborted) await run(scheduledEvent(clock.now())).catch(() => {});
  }
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** More than nothing: at the hour itself, the next one is a day away. */
const untilHour = (hour: number, now: number): number => dayMs - ((now - hour * hourMs) % dayMs);

const scheduledEvent = (now: number): ScheduledEvent => ({
  version: '0',
  id: randomUUID(),
  'detail-type': 'Scheduled Event',
  source: 'aws.events',
  account: '000000000000',
  time: new Date(now).toISOString(),
  region,
  resources: [],
  detail: {},
});
