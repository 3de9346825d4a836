/** Jobs as operators meet them, and their commands. */

import { operate } from '../../shared/operations/operate.ts';
import type { Partner } from '../../shared/ports.ts';
import {
  type MemoryWorld,
  type Mood,
  memoryWorld,
  paid,
  payingEvent,
  placed,
  placedAs,
  received,
  sweep,
} from './fakes/world.ts';

export const hour = 3_600_000;
export const minute = 60_000;

export const command = (world: MemoryWorld, name: string, fields: object = {}) =>
  operate(world, { command: name, ...fields }, world.clock.now() + hour);

export const stateOf = async (world: MemoryWorld, jobId: string) => {
  const job = await world.jobs.get(jobId);
  return { state: job?.state, refund: job?.refund };
};

/** A world whose queue is held up until `go`. */
export function waiting() {
  let goes = false;
  const world = memoryWorld({ deliver: () => goes });
  return { world, go: () => (goes = true) };
}

/** Paid, recorded, and taken on by nobody. */
export async function paidOnly(world: MemoryWorld): Promise<string> {
  const jobId = await placed(world);
  await Promise.all([received(world, await payingEvent(world, jobId)), world.clock.wind(6_000)]);
  return jobId;
}

export async function sold(world: MemoryWorld, mood: Mood = 'none'): Promise<string> {
  const jobId = await placedAs(world, 'letter', mood);
  await paid(world, jobId);
  return jobId;
}

export const withLetters = (world: MemoryWorld, change: Partial<Partner>) =>
  Object.assign(world, { partners: { ...world.partners, letter: { ...world.partners.letter, ...change } } });

/** A partner that has taken the order or not, and answers neither calls nor questions for half a day. */
export async function parkedJob(world: MemoryWorld, takes: boolean): Promise<string> {
  const { submit } = world.partners.letter;
  withLetters(world, {
    submit: async (request) => {
      if (takes) await submit(request);
      return { kind: 'unknown', reason: 'no answer' };
    },
    find: async () => 'unknown',
  });
  const jobId = await placed(world);
  await Promise.all([received(world, await payingEvent(world, jobId)), world.clock.wind(6_000)]);
  await sweep(world, 13 * 60);
  expect(await stateOf(world, jobId)).toMatchObject({ state: 'parked' });
  return jobId;
}

export const heals = (world: MemoryWorld, { find, submit }: Partner) => withLetters(world, { find, submit });
