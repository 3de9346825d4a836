/** A process that dies at a chosen call to the outside, before or after the call has had its effect, and stays dead. */
import type { World } from '../../../shared/ports.ts';
import { worldAround } from './around.ts';

class Death extends Error {
  override readonly name = 'Death';
}

export interface Fate {
  /** The call at which the process dies, counted from 1. */
  readonly atCall: number;
  readonly when: 'before' | 'after';
}

export interface Mortal {
  readonly world: World;
  readonly isDead: () => boolean;
}

export function mortal(world: World, fate?: Fate): Mortal {
  let calls = 0;
  let dead = false;
  const die = (): never => {
    dead = true;
    throw new Death('killed');
  };
  const living = worldAround(world, async (_port, call) => {
    if (dead) die();
    calls += 1;
    const dies = calls === fate?.atCall;
    if (dies && fate.when === 'before') die();
    const result = await call();
    return dies || dead ? die() : result;
  });
  const clock = {
    now: () => world.clock.now(),
    sleep: (ms: number) => world.clock.sleep(ms).then(() => (dead ? die() : undefined)),
  };
  return { world: { ...living, clock }, isDead: () => dead };
}
