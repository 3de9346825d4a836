/** A backup partner takes over while the first is down, and never where the first may have the order. */
import { operate } from '../../shared/operations/operate.ts';
import type { Partner, SubmitOutcome } from '../../shared/ports/partner.ts';
import { type MemoryDeps, memoryDeps } from '../support/fakes/deps.ts';
import { paid, placedAs, reconcileFor, sold } from '../support/fakes/orders.ts';

/** A primary that answers as told, and a second of the simulated kind; what each was asked to make. */
function twoPartners(answers: (reference: string) => SubmitOutcome | 'as usual') {
  const deps = memoryDeps();
  const { letter } = deps.partners;
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
    ...memoryDeps().partners.letter,
    submit: async (request) => {
      asked.lob.push(request.reference);
      return { kind: 'accepted', order: { id: `lob_${request.reference}`, stage: 'accepted' } };
    },
    find: async () => 'none',
    read: async () => ({ progress: { stage: 'in_progress' } }),
  };
  Object.assign(deps, {
    partners: { ...deps.partners, letter: primary },
    primaryNames: { ...deps.primaryNames, letter: 'postgrid' },
    backups: { letter: { name: 'lob', partner: second } },
  });
  return { deps, asked };
}

const out: SubmitOutcome = { kind: 'unavailable', reason: 'answered 503' };
const unanswered: SubmitOutcome = { kind: 'unknown', reason: 'no answer' };

const placedAndPaid = async (deps: MemoryDeps) => {
  const jobId = await sold(deps, 'letter');
  return jobId;
};

test('while the first is well, the second is never asked', async () => {
  const { deps, asked } = twoPartners(() => 'as usual');
  for (let job = 0; job < 10; job += 1) await placedAndPaid(deps);
  expect([asked.postgrid.length, asked.lob]).toEqual([10, []]);
});

test('once the first has turned five orders away within ten minutes, the second takes them all', async () => {
  const { deps, asked } = twoPartners(() => out);
  const jobs = await Promise.all(Array.from({ length: 8 }, () => placedAndPaid(deps)));
  await reconcileFor(deps, 5);
  expect(asked.lob.toSorted()).toEqual(jobs.toSorted());
  for (const jobId of jobs)
    expect(await deps.jobs.get(jobId)).toMatchObject({
      state: 'fulfilled',
      routedTo: 'lob',
      partner: { id: `lob_${jobId}` },
    });
});

test('a job whose first call was not answered stays with the first, whatever happens to others', async () => {
  const silent = new Set<string>();
  const { deps, asked } = twoPartners((reference) => (silent.has(reference) ? unanswered : out));
  const jobId = await placedAs(deps, 'letter');
  silent.add(jobId);
  await paid(deps, jobId);
  await Promise.all(Array.from({ length: 8 }, () => placedAndPaid(deps)));
  await reconcileFor(deps, 60);
  expect(asked.lob).not.toContain(jobId);
  expect(asked.lob).toHaveLength(8);
  expect(await deps.jobs.get(jobId)).toMatchObject({ state: 'submitting', routedTo: 'postgrid' });
});

test('a job that a person stopped during its first call, and lets go on, stays with the first', async () => {
  let during: string | undefined;
  const { deps, asked } = twoPartners((reference) => (reference === during ? unanswered : out));
  await Promise.all(Array.from({ length: 6 }, () => placedAndPaid(deps)));
  await reconcileFor(deps, 1);
  await deps.clock.wind(11 * 60_000);
  const jobId = await placedAs(deps, 'letter');
  during = jobId;
  const { submit } = deps.partners.letter;
  Object.assign(deps.partners.letter, {
    submit: async (request: Parameters<Partner['submit']>[0]) => {
      if (request.reference === jobId) await operate(deps, { command: 'park', job_id: jobId, reason: 'other' }, 0);
      return submit(request);
    },
  });
  await paid(deps, jobId);
  expect(await deps.jobs.get(jobId)).toMatchObject({ state: 'parked', routedTo: 'postgrid' });
  await Promise.all(Array.from({ length: 6 }, () => placedAndPaid(deps)));
  await deps.clock.wind(3 * 60_000);
  expect(await operate(deps, { command: 'resubmit', job_id: jobId }, 0)).toMatchObject({ ok: true });
  await reconcileFor(deps, 2);
  expect(asked.lob).not.toContain(jobId);
  expect(await deps.jobs.get(jobId)).toMatchObject({ routedTo: 'postgrid' });
});

test('an order that the second cannot serve waits for the first', async () => {
  const { deps, asked } = twoPartners(() => out);
  await Promise.all(Array.from({ length: 6 }, () => placedAndPaid(deps)));
  await reconcileFor(deps, 3);
  const before = asked.lob.length;
  const jobId = await sold(deps, 'check');
  await reconcileFor(deps, 3);
  expect(asked.lob).toHaveLength(before);
  expect(await deps.jobs.get(jobId)).toMatchObject({ routedTo: 'simulated' });
});

test('an order that the second would refuse waits for the first, too', async () => {
  const { deps, asked } = twoPartners(() => out);
  const { letter } = deps.backups;
  Object.assign(deps, { backups: { letter: { ...letter, takes: async () => false } } });
  const jobs = await Promise.all(Array.from({ length: 8 }, () => placedAndPaid(deps)));
  await reconcileFor(deps, 5);
  expect(asked.lob).toEqual([]);
  for (const jobId of jobs) expect(await deps.jobs.get(jobId)).toMatchObject({ state: 'paid', routedTo: 'postgrid' });
});

test('the first is asked again when ten minutes have passed, and one order that it takes clears its name', async () => {
  let isOut = true;
  const { deps, asked } = twoPartners(() => (isOut ? out : 'as usual'));
  await Promise.all(Array.from({ length: 6 }, () => placedAndPaid(deps)));
  await reconcileFor(deps, 3);
  isOut = false;
  const during = await placedAndPaid(deps);
  expect(asked.lob).toContain(during);
  await deps.clock.wind(11 * 60_000);
  for (let job = 0; job < 3; job += 1) expect(asked.lob).not.toContain(await placedAndPaid(deps));
});

test('after an outage one acceptance is written down, and no later one: all orders would write the same item', async () => {
  let isOut = true;
  const { deps } = twoPartners(() => (isOut ? out : 'as usual'));
  await placedAndPaid(deps);
  isOut = false;
  await placedAndPaid(deps);
  const noted = () => deps.requestCounters.all().filter(({ id }) => id.startsWith('tally_'));
  const after = noted();
  expect(after).toMatchObject([{ times: [] }]);
  for (let job = 0; job < 5; job += 1) await placedAndPaid(deps);
  expect(noted()).toEqual(after);
});

test('a partner that the configuration no longer has leaves its jobs to a person, not to another partner', async () => {
  const { deps, asked } = twoPartners(() => unanswered);
  const jobId = await placedAndPaid(deps);
  Object.assign(deps, { primaryNames: { ...deps.primaryNames, letter: 'simulated' }, backups: {} });
  await reconcileFor(deps, 14 * 60);
  expect(await deps.jobs.get(jobId)).toMatchObject({ state: 'parked', routedTo: 'postgrid' });
  expect(asked.lob).toEqual([]);
  expect(deps.alarms.map(({ message }) => message)).toContain('parked');
});
