/** Faults that are rare but real, each on top of the usual ones of a run: pauses, other clocks, repeated writes. */
import type { ServiceDeps } from '../../../../shared/config/app.ts';
import type { Stored } from '../../../../shared/domain/stored.ts';
import type { Collection } from '../../../../shared/storage/table.ts';
import { oneOf, seeded } from '../chance.ts';
import { refusedRefunds } from './money.ts';
import { behindAnswers, behindAnswersWithoutKeys, refusedRepeats, stalls, withoutKeys } from './partners.ts';
import { calm, sometimes, together, type World, withoutMore } from './world.ts';

/** With and without keys. */
const stallsOfMinutes: World = together(sometimes(0.5, withoutKeys), stalls);

/** The workers' clocks go up to five minutes wrong, each in its own way. */
const wrongClocks: World = (made, rare) => {
  const errors = [-1, 0, 1].map((way) => way * rare() * 300_000);
  const skewed = (deps: ServiceDeps, errorMs: number): ServiceDeps => ({
    ...deps,
    clock: { now: () => made.clock.now() + errorMs, sleep: (ms) => made.clock.sleep(ms) },
  });
  return { ...withoutMore(made), worker: (deps) => skewed(deps, errors[Math.floor(rare() * 3)] ?? 0) };
};

export const rareFaults: Readonly<Record<string, World>> = {
  'processes that pause beyond their claim': stallsOfMinutes,
  'workers whose clocks are minutes wrong': wrongClocks,
};

const collections = [
  'quotes',
  'uploads',
  'idempotencyKeys',
  'jobs',
  'bankAccounts',
  'checkCounters',
  'serialLocks',
  'requestCounters',
  'outboxes',
  'sharedAnswers',
  'silencedAddresses',
] as const;

/** A write is saved, its answer is lost, and the client's own repetition of it finds it saved: by somebody else, as it seems. */
const repeatedWrites: World = (made, rare, mayFail) => {
  const often = rare() * 0.2;
  const isRepeated = () => mayFail() && rare() < often;
  const repeating = <T extends Stored, C extends Collection<T>>(items: C): C => ({
    ...items,
    create: async (item: T) => ((await items.create(item)) === 'saved' && !isRepeated() ? 'saved' : 'exists'),
    replace: async (item: T) => ((await items.replace(item)) === 'saved' && !isRepeated() ? 'saved' : 'stale'),
  });
  return {
    ...withoutMore(made),
    process: (deps) => ({
      ...deps,
      ...Object.fromEntries(collections.map((name) => [name, repeating(deps[name] as Collection<Stored>)])),
    }),
  };
};

export const worlds: Readonly<Record<string, World>> = {
  ...rareFaults,
  'orders that are made behind any answer': behindAnswers,
  'the same without keys': behindAnswersWithoutKeys,
  'repeated calls that are refused': refusedRepeats,
  'refunds that are refused or postponed': refusedRefunds,
  'writes that are saved and read as lost': repeatedWrites,
};

/** It takes away the promise of others: docs/promises.md says so of clocks that are minutes wrong while lists are late. */
const onlyAlone = 'workers whose clocks are minutes wrong';

const inPairs = Object.keys(worlds).filter((name) => name !== onlyAlone);

/** The names of the worlds of a seed: none, one or two. */
export function worldsOf(seed: number): readonly string[] {
  const random = seeded(seed ^ 0x30a1d);
  const isPlain = random() < 0.2;
  const count = isPlain ? 0 : 1 + Number(random() >= 0.6);
  const first = oneOf(Object.keys(worlds), random);
  if (count === 0) return [];
  if (count === 1 || first === onlyAlone) return [first];
  return [...new Set([first, oneOf(inPairs, random)])];
}

export function worldOf(seed: number): World {
  const chosen = worldsOf(seed).flatMap((name) => worlds[name] ?? []);
  return chosen.length === 0 ? calm : together(...chosen);
}
