/** Stops the functions that know the table, and starts them again. What was reserved before stands in a tag of each. */
import type { FoundFunction, RestoreWorld } from './world.ts';

const nothing = 'none';

/** The note comes first: a function that is stopped without one could not be told from one that had been before. */
export async function stop(world: RestoreWorld, functions: readonly FoundFunction[]): Promise<void> {
  for (const { name, arn, reserved, before } of functions) {
    if (before === undefined) await world.note(arn, `${reserved ?? nothing}`);
    if (reserved !== 0) await world.reserve(name, 0);
  }
}

/** Returns the names of those that had been stopped before any restore, and are left so. */
export async function start(world: RestoreWorld): Promise<readonly string[]> {
  const functions = await world.functions();
  for (const { name, arn, before } of functions) {
    if (before === undefined) continue;
    if (before === nothing) await world.unreserve(name);
    else await world.reserve(name, Number(before));
    await world.forget(arn);
  }
  return functions
    .filter(({ reserved, before }) => before === '0' || (before === undefined && reserved === 0))
    .map(({ name }) => name);
}
