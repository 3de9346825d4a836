/** Jobs as operators meet them, and their commands. */

import { operate } from '../../shared/operations/operate.ts';
import type { Partner } from '../../shared/ports/partner.ts';
import {
  type MemoryDeps,
  type Mood,
  memoryDeps,
  paid,
  payingEvent,
  placed,
  placedAs,
  received,
  reconcileFor,
} from './fakes/deps.ts';

export const hour = 3_600_000;
export const minute = 60_000;

export const command = (deps: MemoryDeps, name: string, fields: object = {}) =>
  operate(deps, { command: name, ...fields }, deps.clock.now() + hour);

export const stateOf = async (deps: MemoryDeps, jobId: string) => {
  const job = await deps.jobs.get(jobId);
  return { state: job?.state, refund: job?.refund };
};

/** Dependencies whose queue is held up until `go`. */
export function waiting() {
  let goes = false;
  const deps = memoryDeps({ deliver: () => goes });
  return { deps, go: () => (goes = true) };
}

/** Paid, recorded, and taken on by nobody. */
export async function paidOnly(deps: MemoryDeps): Promise<string> {
  const jobId = await placed(deps);
  await Promise.all([received(deps, await payingEvent(deps, jobId)), deps.clock.wind(6_000)]);
  return jobId;
}

export async function sold(deps: MemoryDeps, mood: Mood = 'none'): Promise<string> {
  const jobId = await placedAs(deps, 'letter', mood);
  await paid(deps, jobId);
  return jobId;
}

export const withLetters = (deps: MemoryDeps, change: Partial<Partner>) =>
  Object.assign(deps, { partners: { ...deps.partners, letter: { ...deps.partners.letter, ...change } } });

/** A partner that has taken the order or not, and answers neither calls nor questions for half a day. */
export async function parkedJob(deps: MemoryDeps, takes: boolean): Promise<string> {
  const { submit } = deps.partners.letter;
  withLetters(deps, {
    submit: async (request) => {
      if (takes) await submit(request);
      return { kind: 'unknown', reason: 'no answer' };
    },
    find: async () => 'unknown',
  });
  const jobId = await placed(deps);
  await Promise.all([received(deps, await payingEvent(deps, jobId)), deps.clock.wind(6_000)]);
  await reconcileFor(deps, 13 * 60);
  expect(await stateOf(deps, jobId)).toMatchObject({ state: 'parked' });
  return jobId;
}

export const heals = (deps: MemoryDeps, { find, submit }: Partner) => withLetters(deps, { find, submit });
