/** A process that dies at a chosen call to the outside, before or after the call's effect, and stays dead. */
import type { ServiceDeps } from '../../../shared/config/app.ts';
import { depsAround } from './around.ts';

class Death extends Error {
  override readonly name = 'Death';
}

export interface Fate {
  /** The call at which the process dies, counted from 1. */
  readonly atCall: number;
  readonly when: 'before' | 'after';
}

export interface Mortal {
  readonly deps: ServiceDeps;
  readonly isDead: () => boolean;
}

export function mortal(deps: ServiceDeps, fate?: Fate): Mortal {
  let calls = 0;
  let dead = false;
  const die = (): never => {
    dead = true;
    throw new Death('killed');
  };
  const mortalDeps = depsAround(deps, async (_port, call) => {
    if (dead) die();
    calls += 1;
    const isFatal = calls === fate?.atCall;
    if (isFatal && fate.when === 'before') die();
    const result = await call();
    return isFatal || dead ? die() : result;
  });
  const clock = {
    now: () => deps.clock.now(),
    sleep: (ms: number) => deps.clock.sleep(ms).then(() => (dead ? die() : undefined)),
  };
  return { deps: { ...mortalDeps, clock }, isDead: () => dead };
}
