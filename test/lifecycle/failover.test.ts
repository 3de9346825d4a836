/** A backup partner takes over while the first is down, and never where the first may have the order. */

import { operate } from '../../shared/operations/operate.ts';
import type { Partner, SubmitOutcome } from '../../shared/ports.ts';
import { type MemoryWorld, memoryWorld, paid, placedAs, sweep } from '../support/fakes/world.ts';

/** A primary that answers as told, and a second of the simulated kind; what each was asked to make. */
function twoPartners(answers: (reference: string) => SubmitOutcome | 'as usual') {
  const world = memoryWorld();
  const { letter } = world.partners;
  const asked = { postgrid: [] as string[], lob: [] as string[] };
  const primary: Partner = {
    ...letter,
    submit: async (request) => {
      asked.postgrid.push(request.reference);
      const answer = answers(request.reference);
      return answer === 'as usual' ? letter.submit(request) : answer;
    },
  };
  const second: Partner = {
    ...memoryWorld().partners.letter,
    submit: async (request) => {
      asked.lob.push(request.reference);
      return { kind: 'accepted', order: { id: `lob_${request.reference}`, stage: 'accepted' } };
    },
    find: async () => 'none',
    read: async () => ({ progress: { stage: 'in_progress' } }),
  };
  Object.assign(world, {
    partners: { ...world.partners, letter: primary },
    primaries: { ...world.primaryNames, letter: 'postgrid' },
    seconds: { letter: { name: 'lob', partner: second } },
  });
  return { world, asked };
}

const out: SubmitOutcome = { kind: 'unavailable', reason: 'answered 503' };
const unanswered: SubmitOutcome = { kind: 'unknown', reason: 'no answer' };

const placedAndPaid = async (world: MemoryWorld) => {
  const jobId = await placedAs(world, 'letter');
  await paid(world, jobId);
  return jobId;
};

test('while the first is well, the second is never asked', async () => {
  const { world, asked } = twoPartners(() => 'as usual');
  for (let job = 0; job < 10; job += 1) await placedAndPaid(world);
  expect([asked.postgrid.length, asked.lob]).toEqual([10, []]);
});

test('once the first has turned five orders away within ten minutes, the second takes them all', async () => {
  const { world, asked } = twoPartners(() => out);
  const jobs = await Promise.all(Array.from({ length: 8 }, () => placedAndPaid(world)));
  await sweep(world, 5);
  expect(asked.lob.toSorted()).toEqual(jobs.toSorted());
  for (const jobId of jobs)
    expect(await world.jobs.get(jobId)).toMatchObject({
      state: 'fulfilled',
      routedTo: 'lob',
      partner: { id: `lob_${jobId}` },
    });
});

test('a job whose first call was not answered stays with the first, whatever happens to others', async () => {
  const silent = new Set<string>();
  const { world, asked } = twoPartners((reference) => (silent.has(reference) ? unanswered : out));
  const jobId = await placedAs(world, 'letter');
  silent.add(jobId);
  await paid(world, jobId);
  await Promise.all(Array.from({ length: 8 }, () => placedAndPaid(world)));
  await sweep(world, 60);
  expect(asked.lob).not.toContain(jobId);
  expect(asked.lob).toHaveLength(8);
  expect(await world.jobs.get(jobId)).toMatchObject({ state: 'submitting', routedTo: 'postgrid' });
});

test('a job that a person stopped during its first call, and lets go on, stays with the first', async () => {
  let during: string | undefined;
  const { world, asked } = twoPartners((reference) => (reference === during ? unanswered : out));
  await Promise.all(Array.from({ length: 6 }, () => placedAndPaid(world)));
  await sweep(world, 1);
  await world.clock.wind(11 * 60_000);
  const jobId = await placedAs(world, 'letter');
  during = jobId;
  const { submit } = world.partners.letter;
  Object.assign(world.partners.letter, {
    submit: async (request: Parameters<Partner['submit']>[0]) => {
      if (request.reference === jobId) await operate(world, { command: 'park', job_id: jobId, reason: 'other' }, 0);
      return submit(request);
    },
  });
  await paid(world, jobId);
  expect(await world.jobs.get(jobId)).toMatchObject({ state: 'parked', routedTo: 'postgrid' });
  await Promise.all(Array.from({ length: 6 }, () => placedAndPaid(world)));
  await world.clock.wind(3 * 60_000);
  expect(await operate(world, { command: 'resubmit', job_id: jobId }, 0)).toMatchObject({ ok: true });
  await sweep(world, 2);
  expect(asked.lob).not.toContain(jobId);
  expect(await world.jobs.get(jobId)).toMatchObject({ routedTo: 'postgrid' });
});

test('an order that the second cannot serve waits for the first', async () => {
  const { world, asked } = twoPartners(() => out);
  await Promise.all(Array.from({ length: 6 }, () => placedAndPaid(world)));
  await sweep(world, 3);
  const before = asked.lob.length;
  const jobId = await placedAs(world, 'check');
  await paid(world, jobId);
  await sweep(world, 3);
  expect(asked.lob).toHaveLength(before);
  expect(await world.jobs.get(jobId)).toMatchObject({ routedTo: 'simulated' });
});

test('an order that the second would refuse waits for the first, too', async () => {
  const { world, asked } = twoPartners(() => out);
  const { letter } = world.backups;
  Object.assign(world, { seconds: { letter: { ...letter, takes: async () => false } } });
  const jobs = await Promise.all(Array.from({ length: 8 }, () => placedAndPaid(world)));
  await sweep(world, 5);
  expect(asked.lob).toEqual([]);
  for (const jobId of jobs) expect(await world.jobs.get(jobId)).toMatchObject({ state: 'paid', routedTo: 'postgrid' });
});

test('the first is asked again when ten minutes have passed, and one order that it takes clears its name', async () => {
  let isOut = true;
  const { world, asked } = twoPartners(() => (isOut ? out : 'as usual'));
  await Promise.all(Array.from({ length: 6 }, () => placedAndPaid(world)));
  await sweep(world, 3);
  isOut = false;
  const during = await placedAndPaid(world);
  expect(asked.lob).toContain(during);
  await world.clock.wind(11 * 60_000);
  for (let job = 0; job < 3; job += 1) expect(asked.lob).not.toContain(await placedAndPaid(world));
});

test('a partner that the configuration no longer has leaves its jobs to a person, not to another partner', async () => {
  const { world, asked } = twoPartners(() => unanswered);
  const jobId = await placedAndPaid(world);
  Object.assign(world, { primaries: { ...world.primaryNames, letter: 'simulated' }, seconds: {} });
  await sweep(world, 14 * 60);
  expect(await world.jobs.get(jobId)).toMatchObject({ state: 'parked', routedTo: 'postgrid' });
  expect(asked.lob).toEqual([]);
  expect(world.alarms.map(({ message }) => message)).toContain('parked');
});
