/** Handing over: partners that answer late, wrongly or not at all never get a second order, and no news is mixed up. */
import type { Job } from '../../shared/domain/job/job.ts';
import { submitLeaseMs } from '../../shared/domain/retry.ts';
import { advance } from '../../shared/orders/advance.ts';
import { cancelJob } from '../../shared/orders/cancel/cancel-job.ts';
import { ask } from '../../shared/orders/use-case.ts';
import { careful } from '../../shared/partners/assumed.ts';
import type { Partner, SubmitOutcome } from '../../shared/partners/partner.ts';
import { type MemoryDeps, memoryDeps } from '../support/fakes/deps.ts';
import { caller, paid, payingEvent, placed, reconcileFor, sold } from '../support/fakes/orders.ts';

const hour = 3_600_000;
const leaseMs = submitLeaseMs(2_000);
const unavailable: SubmitOutcome = { kind: 'unavailable', reason: 'not now' };
const notTaken: SubmitOutcome = { kind: 'not_taken', reason: 'no connection' };
const unknown: SubmitOutcome = { kind: 'unknown', reason: 'no answer' };

const jobIn = async (deps: MemoryDeps, jobId: string): Promise<Job> => (await deps.jobs.get(jobId)) as Job;

/** The letters' partner with these changes; it keeps its own powers under `mail`. */
function mailing(deps: MemoryDeps, change: (mail: Partner) => Partial<Partner>): void {
  const { letter } = deps.partners;
  Object.assign(deps, { partners: { ...deps.partners, letter: { ...letter, ...change(letter) } } });
}

/** Has money, and nothing was asked of a partner yet. */
async function paidOnly(deps: MemoryDeps): Promise<string> {
  const jobId = await placed(deps);
  await deps.payments.mock.end((await jobIn(deps, jobId)).checkout?.id ?? '', 'paid');
  return jobId;
}

test('a cancellation asks the partner first if it was called before, even if it said that it took nothing', async () => {
  let delivers = true;
  const deps = memoryDeps({ deliver: () => delivers });
  mailing(deps, (mail) => ({
    submit: async (request) => {
      await mail.submit(request);
      delivers = false;
      return notTaken;
    },
  }));
  const jobId = await placed(deps);
  await Promise.all([paid(deps, jobId), deps.clock.wind(6_000)]);
  expect(await jobIn(deps, jobId)).toMatchObject({ state: 'paid' });
  expect(await ask(cancelJob, deps, { job_id: jobId }, caller)).toMatchObject({
    body: { cancelled: true, refund: 'issued' },
  });
  expect(deps.orders.all()).toMatchObject([{ cancelledAt: expect.any(Number) }]);
});

test.each([unavailable, notTaken])(
  'a partner that may have the order keeps the claim, though it is $kind now: nobody else takes the job',
  async (answer) => {
    const deps = memoryDeps();
    const answers = [unknown, answer];
    mailing(deps, () => ({ submit: async () => answers.shift() ?? answer, find: async () => ({ kind: 'none' }) }));
    const jobId = await paidOnly(deps);
    await reconcileFor(deps, 20);
    expect(answers).toEqual([]);
    expect(await jobIn(deps, jobId)).toMatchObject({ state: 'submitting', refund: 'not_applicable' });
  },
);

test('a holder whose claim has run out does not give the job away under the next holder', async () => {
  const deps = memoryDeps({ deliver: () => false });
  const lease = submitLeaseMs(deps.settings.retryBaseMs);
  let calls = 0;
  mailing(deps, (mail) => ({
    submit: async (request) => {
      calls += 1;
      const isFirst = calls === 1;
      await deps.clock.sleep(isFirst ? lease + 10_000 : 60_000);
      return isFirst ? unavailable : mail.submit(request);
    },
  }));
  const jobId = await paidOnly(deps);
  await deps.clock.wind(600_000);
  const slow = advance(deps, jobId);
  await deps.clock.wind(lease + 1_000);
  const next = advance(deps, jobId);
  await deps.clock.wind(20_000);
  expect(calls).toBe(2);
  expect(await jobIn(deps, jobId)).toMatchObject({ state: 'submitting' });
  await Promise.all([slow, next]);
  expect(await jobIn(deps, jobId)).toMatchObject({ state: 'fulfilled' });
});

test('a late answer about an earlier round is not taken for the order of the present one', async () => {
  const deps = memoryDeps();
  const { fax } = deps.partners;
  const made: string[] = [];
  let answersLate = true;
  Object.assign(deps, {
    partners: {
      ...deps.partners,
      fax: {
        ...fax,
        submit: async (request: Parameters<Partner['submit']>[0]) => {
          const outcome = await fax.submit(request);
          made.push(request.reference);
          if (!answersLate) return unknown;
          answersLate = false;
          await deps.clock.sleep(180_000);
          return outcome;
        },
        find: async (reference: string, order: unknown) =>
          reference.endsWith('-2') ? { kind: 'none' } : fax.find(reference, order),
      },
    },
  });
  const jobId = await sold(deps, 'fax', 'busy_once');
  await reconcileFor(deps, 5);
  expect(made.slice(0, 2)).toEqual([jobId, `${jobId}-2`]);
  expect(await jobIn(deps, jobId)).toMatchObject({ bounces: 1, state: 'submitting' });
});

test('a process that stood still until its claim was over calls no partner: the next holder does', async () => {
  const deps = memoryDeps({ deliver: () => false });
  const { get } = deps.documents;
  let stands = true;
  Object.assign(deps.documents, {
    get: async (key: string) => {
      if (stands) {
        stands = false;
        await deps.clock.sleep(leaseMs + 60_000);
      }
      return get(key);
    },
  });
  const references: string[] = [];
  mailing(deps, (mail) => ({
    submit: (request) => {
      references.push(request.reference);
      return mail.submit(request);
    },
  }));
  const jobId = await paidOnly(deps);
  await deps.clock.wind(600_000);
  const paused = advance(deps, jobId);
  await deps.clock.wind(leaseMs + 1_000);
  await advance(deps, jobId);
  await paused;
  expect(references).toEqual([jobId]);
  expect(await jobIn(deps, jobId)).toMatchObject({ state: 'fulfilled' });
});

test('a partner without keys is looked at before the first call, too: a table set back knows of no earlier one', async () => {
  const deps = memoryDeps();
  const { letter } = deps.partners;
  mailing(deps, () => ({ assumed: careful }));
  const jobId = await paidOnly(deps);
  const before = await jobIn(deps, jobId);
  await reconcileFor(deps, 12);
  const { partner, version } = await jobIn(deps, jobId);
  await deps.jobs.replace({ ...before, version });
  let calls = 0;
  const submit: Partner['submit'] = async () => {
    calls += 1;
    return unknown;
  };
  mailing(deps, () => ({ submit, find: letter.find }));
  await reconcileFor(deps, 12);
  expect(await jobIn(deps, jobId)).toMatchObject({ state: 'fulfilled', partner: { id: partner?.id } });
  expect(calls).toBe(0);
});

test('a reader that stood still brings no news of a busy line that has been called again', async () => {
  const deps = memoryDeps();
  const { fax } = deps.partners;
  let stands = true;
  const read: Partner['read'] = async (id) => {
    const view = await fax.read(id);
    if (stands && view.kind === 'stopped') {
      stands = false;
      await deps.clock.sleep(300_000);
    }
    return view;
  };
  Object.assign(deps, { partners: { ...deps.partners, fax: { ...fax, read } } });
  const jobId = await sold(deps, 'fax', 'busy_once');
  await reconcileFor(deps, 15);
  expect(stands).toBe(false);
  expect(deps.orders.all().map(({ reference }) => reference)).toEqual([jobId, `${jobId}-2`]);
  expect(await jobIn(deps, jobId)).toMatchObject({ state: 'fulfilled', bounces: 1 });
});

test('a job that is given up calls a person at once, and again every hour', async () => {
  const deps = memoryDeps();
  mailing(deps, () => ({ submit: async () => unknown, find: async () => ({ kind: 'unknown' }) }));
  const jobId = await paidOnly(deps);
  let minutes = 0;
  while ((await jobIn(deps, jobId)).state !== 'needs_review' && minutes < 20 * 60) {
    await reconcileFor(deps, 1);
    minutes += 1;
  }
  expect(minutes).toBeGreaterThan(11 * 60);
  const parked = () => deps.alarms.filter(({ message, fields }) => message === 'parked' && fields.jobId === jobId);
  expect(parked()).toHaveLength(1);
  await reconcileFor(deps, 125);
  expect(parked().length).toBeGreaterThanOrEqual(3);
});

test('every attempt stores the document anew, because its retention counts from the last one', async () => {
  const deps = memoryDeps();
  mailing(deps, () => ({ submit: async () => unavailable }));
  const stored: number[] = [];
  const { put } = deps.documents;
  Object.assign(deps.documents, {
    put: (key: string, bytes: Uint8Array) => {
      if (key.startsWith('paid/')) stored.push(deps.clock.now());
      return put(key, bytes);
    },
  });
  const jobId = await paidOnly(deps);
  await reconcileFor(deps, 12 * 60);
  const { tries } = await jobIn(deps, jobId);
  expect(tries).toBeGreaterThan(5);
  expect((stored.at(-1) ?? 0) - (stored[0] ?? 0)).toBeGreaterThan(9 * hour);
});

test('while a cancellation refunds, nobody else does', async () => {
  const deps = memoryDeps({ deliver: () => false });
  const jobId = await placed(deps);
  await Promise.all([paid(deps, jobId), deps.clock.wind(6_000)]);
  const { refund } = deps.payments.mock;
  let refunds = 0;
  Object.assign(deps.payments.mock, {
    refund: async (...told: Parameters<typeof refund>) => {
      refunds += 1;
      await deps.clock.sleep(10_000);
      return refund(...told);
    },
  });
  const cancelling = ask(cancelJob, deps, { job_id: jobId }, caller);
  await deps.clock.wind(9_000);
  await advance(deps, jobId);
  expect(await cancelling).toMatchObject({ body: { cancelled: true, refund: 'issued' } });
  expect(refunds).toBe(1);
});

test('an event that comes while a partner is called does not start a second call', async () => {
  const deps = memoryDeps();
  let calls = 0;
  mailing(deps, (mail) => ({
    submit: async (request) => {
      calls += 1;
      await deps.clock.sleep(9_000);
      return mail.submit(request);
    },
  }));
  const jobId = await placed(deps);
  const event = await payingEvent(deps, jobId);
  await Promise.all([advance(deps, jobId), paid(deps, jobId), deps.clock.wind(8_000)]);
  await advance(deps, jobId);
  await reconcileFor(deps, 2);
  expect(event).toBeDefined();
  expect(calls).toBe(1);
});
