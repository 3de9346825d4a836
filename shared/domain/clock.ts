/** Time and randomness. */
import type { IdPrefix } from './ids.ts';

export interface Clock {
  /** Unix ms. */
  now(): number;
  sleep(ms: number): Promise<void>;
}

export interface Random {
  /** 128 random bits behind a prefix. */
  id(prefix: IdPrefix): string;
  /** In [0, 1), for spreading retries. */
  fraction(): number;
}
