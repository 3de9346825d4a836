/**
 * `npm run ops -- restore SECOND`: the service goes on with its table as it was at that second. AWS restores into a new
 * table, which the stack then adopts. It keeps no state of its own: each run looks at what is there, so a run that was cut
 * off at any step is repeated and goes on.
 */
import { lastDay } from '../../../shared/operations/audit-rules.ts';
import { look, type StackAsFound } from './look.ts';
import type { FoundFunction, RestoreWorld } from './world.ts';

interface RestoreAsked {
  readonly stack: string;
  /** `2026-11-24T01:30:00Z` */
  readonly second: string;
  /** Without it, this only tells what it would do. */
  readonly isSure: boolean;
}

type RestoreAnswer = Readonly<Record<string, unknown>> & { readonly ok: boolean; readonly says: string };

const dayMs = 24 * 60 * 60 * 1_000;
const form = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

export async function restore(world: RestoreWorld, { stack, second, isSure }: RestoreAsked): Promise<RestoreAnswer> {
  const at = form.test(second) ? Date.parse(second) : Number.NaN;
  if (Number.isNaN(at))
    return { ok: false, says: 'SECOND is a second in UTC, the last one before the fault: 2026-11-24T01:30:00Z.' };
  const standing = await look(world, stack, at);
  if (typeof standing === 'string') return { ok: false, says: standing };
  for (const line of planned(standing, second)) world.print(line);
  if (!isSure) return { ok: false, says: 'Nothing is changed yet. To do it, type it again with --yes.' };
  try {
    return await carriedOut(world, stack, standing, at);
  } catch (error) {
    const { message } = error as Error;
    throw new Error(`${message}\nFunctions may be stopped. Type the command again: it goes on from there.`, {
      cause: error,
    });
  }
}

function planned({ functions, target, source, isRestored, isDeployed, words }: StackAsFound, second: string): string[] {
  const stopping = `stops ${functions.length} functions, so that nobody is served: ${functions.map(({ name }) => name).join(', ')}`;
  const steps = [
    isDeployed ? [] : [stopping],
    isRestored ? [] : [`restores ${source}, as it was at ${second}, into ${target}`],
    [`gives ${target} what AWS does not restore, and keeps ${source} as it is`],
    isDeployed ? [] : [`deploys this checkout: npx cdk deploy ${words.join(' ')}`],
    ['starts the functions that a restore has stopped, and audits the days since'],
  ];
  return [
    `What was written after ${second} will be gone from the service. This`,
    ...steps.flat().map((step, at) => `${at + 1}. ${step}`),
  ];
}

async function carriedOut(
  world: RestoreWorld,
  stack: string,
  standing: StackAsFound,
  at: number,
): Promise<RestoreAnswer> {
  const { functions, target, source, isRestored, isDeployed, words } = standing;
  if (!isDeployed) {
    await stop(world, functions);
    world.print(`Stopped: ${functions.length} functions.`);
  }
  await world.protect(source);
  if (!isRestored) {
    await world.restoreTable(source, target, new Date(at));
    world.print('AWS restores; that takes 10 minutes or more.');
  }
  await whenActive(world, target);
  await world.mend(target, source);
  if (!isDeployed) {
    world.print(`${target} is there. CloudFormation changes the stack.`);
    await world.deploy(words);
    await mustStandOn(world, target);
  }
  const left = await start(world);
  world.print('The functions are started again.');
  const audits = await audited(world, at);
  return {
    ok: true,
    says: `${stack} stands on ${target}. The next nightly audit compares what is not over yet; ${source} stays as it is.`,
    table: target,
    balanced: audits.every(({ balanced }) => balanced),
    ...(left.length > 0 ? { stopped_before: left.join(', ') } : {}),
    audits: audits.map(({ day, says }) => ({ day, says })),
  };
}

async function whenActive(world: RestoreWorld, name: string): Promise<void> {
  while ((await world.table(name))?.table.TableStatus !== 'ACTIVE') await world.pause();
}

async function mustStandOn(world: RestoreWorld, target: string): Promise<void> {
  const others = (await world.functions()).filter(({ table }) => table !== target);
  if (others.length > 0)
    throw new Error(`The deployment has ended, but ${others[0]?.name} stands on ${others[0]?.table}.`);
}

/** Each day since the second that is over. Partners and payments know what the table does not know any more. */
async function audited(world: RestoreWorld, at: number) {
  const until = Date.parse(`${lastDay(world.now())}T00:00:00Z`);
  const audits: { readonly day: string; readonly says: string; readonly balanced: boolean }[] = [];
  for (let each = at - (at % dayMs); each <= until; each += dayMs) {
    const day = new Date(each).toISOString().slice(0, 10);
    audits.push({ day, ...(await world.audit(day)) });
  }
  return audits;
}

const nothing = 'none';

/** The note comes first: a function that is stopped without one could not be told from one that had been before. */
async function stop(world: RestoreWorld, functions: readonly FoundFunction[]): Promise<void> {
  for (const { name, arn, reserved, before } of functions) {
    if (before === undefined) await world.note(arn, `${reserved ?? nothing}`);
    if (reserved !== 0) await world.reserve(name, 0);
  }
}

/** Returns the names of those that had been stopped before any restore, and are left so. */
async function start(world: RestoreWorld): Promise<readonly string[]> {
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
