/** A clock wound by the test: time jumps to the next sleeper as soon as nothing else is left to do. */
import type { Clock } from '../../../shared/ports.ts';

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

export class WoundClock implements Clock {
  #now: number;
  readonly #sleepers: Sleeper[] = [];
  #driving = false;

  constructor(now = Date.UTC(2026, 10, 21, 12)) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  sleep(ms: number): Promise<void> {
    return new Promise((wake) => {
      this.#sleepers.push({ at: Math.round(this.#now + ms), wake });
      this.#drive();
    });
  }

  /** Lets `ms` pass for everybody, with all that falls due meanwhile. */
  async wind(ms: number): Promise<void> {
    await this.sleep(ms);
  }

  /** Everything in memory happens between two turns of the event loop, so a turn without work means: nobody is busy. */
  #drive(): void {
    if (this.#driving) return;
    this.#driving = true;
    setImmediate(() => {
      this.#driving = false;
      const next = this.#sleepers.reduce<Sleeper | undefined>(
        (a, b) => (a === undefined || b.at < a.at ? b : a),
        undefined,
      );
      if (next === undefined) return;
      this.#sleepers.splice(this.#sleepers.indexOf(next), 1);
      this.#now = Math.max(this.#now, next.at);
      next.wake();
      this.#drive();
    });
  }
}
