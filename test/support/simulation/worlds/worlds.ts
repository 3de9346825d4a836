/** All worlds by their names, and which of them a seed lives in. */
import { oneOf, seeded } from '../chance.ts';
import { rareFaults } from '../rare-faults.ts';
import { forgottenKeys } from './keys.ts';
import { disputes, refusedRefunds } from './money.ts';
import { partnerEvents, silentRecalls } from './partner-events.ts';
import { behindAnswers, behindAnswersWithoutKeys, refusedRepeats, slowWithoutKeys, unreachable } from './partners.ts';
import { otherBytes, stalledOutcomes, stalledRefunds } from './processes.ts';
import { lateIndexes, repeatedWrites } from './table.ts';
import { calm, together, type World } from './world.ts';

export const worlds: Readonly<Record<string, World>> = {
  ...rareFaults,
  'orders that are made behind any answer': behindAnswers,
  'the same without keys': behindAnswersWithoutKeys,
  'repeated calls that are refused': refusedRepeats,
  'a partner that has forgotten its keys': forgottenKeys,
  'workers that write other bytes under one key': otherBytes,
  'slow partners without keys, and stalls after their calls': together(slowWithoutKeys, stalledOutcomes),
  'refunds that are refused or postponed': refusedRefunds,
  'stalls before refunds that may be refused': together(unreachable, refusedRefunds, stalledRefunds),
  'disputes, warnings and orders that die': disputes,
  'events of partners, lost and early and late': partnerEvents,
  'recalls that nobody decides': silentRecalls,
  'writes that are saved and read as lost': repeatedWrites,
  'indexes that are minutes behind': lateIndexes,
};

/**
 * One may take away the promise of another: docs/promises.md says so of a table that was set back, and of clocks that are
 * wrong by minutes while a partner's lists are late. A partner that says nothing for a day leaves nothing for others to do.
 */
const onlyAlone = new Set([
  'a table that was set back',
  'workers whose clocks are minutes wrong',
  'a partner that has forgotten its keys',
]);

const inPairs = Object.keys(worlds).filter((name) => !onlyAlone.has(name));

/** The names of the worlds of a seed: none, one or two. */
export function worldsOf(seed: number): readonly string[] {
  const random = seeded(seed ^ 0x30a1d);
  const isPlain = random() < 0.2;
  const count = isPlain ? 0 : 1 + Number(random() >= 0.6);
  const first = oneOf(Object.keys(worlds), random);
  if (count === 0) return [];
  if (count === 1 || onlyAlone.has(first)) return [first];
  // A partner's events show what its mail does, so mail that comes back is the world below the other.
  const isReturned = (name: string) => Number(name === 'mail that comes back');
  return [...new Set([first, oneOf(inPairs, random)])].sort((one, other) => isReturned(other) - isReturned(one));
}

export function worldOf(seed: number): World {
  const chosen = worldsOf(seed).flatMap((name) => worlds[name] ?? []);
  return chosen.length === 0 ? calm : together(...chosen);
}
