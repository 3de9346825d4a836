/** A clock that a test advances. Its time jumps to the next wake-up as soon as there is nothing else to do. */
import type { Clock } from '../../../shared/domain/times.ts';

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/** Calls `step` when there is nothing else to do. */
export type Turn = (step: () => void) => void;

/** Everything in memory happens within one turn of the event loop, so in the next one there is nothing left to do. */
const turnOfLoop: Turn = (step) => void setImmediate(step);

/**
 * Ten times as fast as `turnOfLoop`, but only if everything is in memory: a tick comes after all promises have settled.
 * It blocks the event loop, so real input and output never arrive.
 */
export const turnOfPromises: Turn = (step) => void Promise.resolve().then(() => process.nextTick(step));

export class TestClock implements Clock {
  #now: number;
  readonly #turn: Turn;
  /** Sorted by wake-up time; of two with the same time, the first to sleep wakes first. */
  readonly #sleepers: Sleeper[] = [];
  #isDriving = false;

  constructor(now = Date.UTC(2026, 10, 21, 12), turn = turnOfLoop) {
    this.#now = now;
    this.#turn = turn;
  }

  now(): number {
    return this.#now;
  }

  sleep(ms: number): Promise<void> {
    return new Promise((wake) => {
      const at = Math.round(this.#now + ms);
      const before = this.#sleepers.findLastIndex((sleeper) => sleeper.at <= at);
      this.#sleepers.splice(before + 1, 0, { at, wake });
      this.#drive();
    });
  }

  /** Lets `ms` pass, and everything that is due in that time happen. */
  async advance(ms: number): Promise<void> {
    await this.sleep(ms);
  }

  #drive(): void {
    if (this.#isDriving) return;
    this.#isDriving = true;
    this.#turn(() => {
      this.#isDriving = false;
      const next = this.#sleepers.shift();
      if (next === undefined) return;
      this.#now = Math.max(this.#now, next.at);
      next.wake();
      this.#drive();
    });
  }
}
