/** A clock wound by the test: time jumps to the next sleeper as soon as nothing else is left to do. */
import type { Clock } from '../../../shared/domain/clock.ts';

interface Sleeper {
  readonly at: number;
  /** Who went to sleep first wakes first. */
  readonly place: number;
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
  /** A heap: the next one to wake stands first. */
  readonly #sleepers: Sleeper[] = [];
  #places = 0;
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
      this.#push({ at: Math.round(this.#now + ms), place: this.#places++, wake });
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
      const next = this.#pop();
      if (next === undefined) return;
      this.#now = Math.max(this.#now, next.at);
      next.wake();
      this.#drive();
    });
  }

  #push(sleeper: Sleeper): void {
    const heap = this.#sleepers;
    let at = heap.length;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = heap[above] as Sleeper;
      if (!isBefore(sleeper, parent)) break;
      heap[at] = parent;
      at = above;
    }
    heap[at] = sleeper;
  }

  #pop(): Sleeper | undefined {
    const heap = this.#sleepers;
    const [first] = heap;
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      const [left, right] = [heap[below], heap[below + 1]];
      if (left === undefined) break;
      if (right !== undefined && isBefore(right, left)) below += 1;
      const child = heap[below] as Sleeper;
      if (!isBefore(child, last)) break;
      heap[at] = child;
      at = below;
    }
    heap[at] = last;
    return first;
  }
}

const isBefore = (one: Sleeper, other: Sleeper): boolean =>
  one.at < other.at || (one.at === other.at && one.place < other.place);
