/** Runs a function every so many seconds, never two runs of it at a time. */

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ScheduledEvent } from 'aws-lambda';
import { region } from './aws.ts';

export interface Clock {
  /** Unix ms. */
  now(): number;
  /** Resolves early when the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<unknown>;
}

export const wallClock: Clock = {
  now: Date.now,
  wait: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => {}),
};

const dailySeconds = 86_400;

/**
 * The first run is right away, so that a restart finds what a crash left behind; what runs by the day only waits for its
 * day, because a restart changes nothing about it. A run that fails has reported itself.
 * Resolves once `signal` has aborted and the run that was under way is done.
 */
export async function everySeconds(
  seconds: number,
  run: (event: ScheduledEvent) => Promise<unknown>,
  signal: AbortSignal,
  clock: Clock = wallClock,
): Promise<void> {
  if (seconds >= dailySeconds) await clock.wait(seconds * 1000, signal);
  while (!signal.aborted) {
    const startedAt = clock.now();
    await run(scheduledEvent(startedAt)).catch(() => {});
    if (!signal.aborted) await clock.wait(Math.max(0, startedAt + seconds * 1000 - clock.now()), signal);
  }
}

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
