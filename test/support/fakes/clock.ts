/** A clock wound by the test: time jumps to the next sleeper as soon as nothing else is left to do. */
import type { Clock } from '../../../shared/domain/times.ts';

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/** Calls `step` when nothing else is left to do. */
export type Turn = (step: () => void) => void;

/** Everything in memory happens between two turns of the event loop, so a turn without work means: nobody is busy. */
const turnOfLoop: Turn = (step) => void setImmediate(step);

/**
 * The same in a tenth of the time, where nothing is waited for but memory: a tick comes after all promises have been
 * served. The event loop stands still meanwhile, so real input and output would never arrive.
 */
export const turnOfPromises: Turn = (step) => void Promise.resolve().then(() => process.nextTick(step));

export class WoundClock implements Clock {
  #now: number;
  readonly #turn: Turn;
  /** The next one to wake stands first; who went to sleep first wakes first. */
  readonly #sleepers: Sleeper[] = [];
  #driving = false;

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

  /** Lets `ms` pass for everybody, with all that falls due meanwhile. */
  async wind(ms: number): Promise<void> {
    await this.sleep(ms);
  }

  #drive(): void {
    if (this.#driving) return;
    this.#driving = true;
    this.#turn(() => {
      this.#driving = false;
      const next = this.#sleepers.shift();
      if (next === undefined) return;
      this.#now = Math.max(this.#now, next.at);
      next.wake();
      this.#drive();
    });
  }
}
