/** The door of the clock: work that nobody waits for, and that its next round takes up again. */

import type { Log } from '../domain/log.ts';
import { isOverload } from '../domain/refusal.ts';

/** An overload ends a round and nothing else. If rounds end so again and again, their silence rings. */
export async function untilNextRound<T>({ log }: { readonly log: Log }, round: Promise<T>): Promise<T | undefined> {
  try {
    return await round;
  } catch (error) {
    if (!isOverload(error)) throw error;
    log.info('overload', { error });
    return undefined;
  }
}
