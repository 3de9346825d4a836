/**
 * A region is lost at any call to the outside, and its last writes with it. The region that takes over finishes every paid
 * job on its replica: nothing is made twice, and a fax that may have been sent waits for a person.
 */
import { jobsIn } from '../../shared/adapters/dynamo/jobs.ts';
import type { Job } from '../../shared/core/job/job.ts';
import { type ProductName, productNames } from '../../shared/core/product-names.ts';
import { actsHere } from '../../shared/fulfilment/acting.ts';
import { advance } from '../../shared/fulfilment/advance.ts';
import { operate } from '../../shared/operations/operate.ts';
import { careful } from '../../shared/partners/assumed.ts';
import type { Deps } from '../../shared/ports/deps.ts';
import type { Partner } from '../../shared/ports/partner.ts';
import { inDynamo } from '../support/contracts/implementations.ts';
import { type MemoryDeps, memoryDeps } from '../support/fakes/deps.ts';
import { memoryJobs } from '../support/fakes/memory.ts';
import { type Fate, type Mortal, mortal } from '../support/fakes/mortal.ts';
import { payingEvent, placedAs, received, reconcileFor } from '../support/fakes/orders.ts';
import { times } from '../support/proofs.ts';

const minute = 60_000;

/** A table that remembers how its jobs stood after each write: its replica is some writes behind. */
function replicated() {
  const items = new Map<string, Job>();
  const table = memoryJobs(items);
  const states: ReadonlyMap<string, Job>[] = [new Map()];
  const noting =
    <R>(write: (job: Job) => Promise<R>) =>
    async (job: Job) => {
      const result = await write(job);
      states.push(new Map(items));
      return result;
    };
  return {
    jobs: { ...table, create: noting(table.create), replace: noting(table.replace) },
    /** All that was written so far has arrived in any case: minutes before anybody pays. */
    arrived: () => states.splice(0, states.length - 1),
    replica: (behind: number) => memoryJobs(new Map(states[Math.max(0, states.length - 1 - behind)])),
  };
}

/** A fax partner keeps no keys, and makes an order of each call. */
function counted(product: ProductName, real: Partner) {
  const calls: string[] = [];
  const partner: { -readonly [Name in keyof Partner]: Partner[Name] } = {
    ...real,
    assumed: product === 'fax' ? careful : real.assumed,
    submit: async (request) => {
      calls.push(request.reference);
      return real.submit(request);
    },
  };
  return { calls, partner };
}

async function fallen(product: ProductName, fate: Fate, behind: number, awayMs = 10 * minute) {
  let acting: Deps | undefined;
  const base: MemoryDeps = memoryDeps({ worker: () => acting ?? base });
  const { jobs, arrived, replica } = replicated();
  const { calls, partner } = counted(product, base.partners[product]);
  Object.assign(base, { jobs, partners: { ...base.partners, [product]: partner } });
  const jobId = await placedAs(base, product);
  arrived();
  const first: Mortal = mortal(base, fate);
  acting = first.deps;
  const event = await payingEvent(base, jobId);
  const answered = await received(first.deps, event).then(
    () => true,
    () => false,
  );
  await base.clock.wind(awayMs / 4);
  const hasDied = first.isDead();
  acting = mortal(base, { atCall: 1, when: 'before' }).deps;
  await base.clock.wind(awayMs);
  const settings = { ...base.settings, actsSince: base.clock.now() };
  const second = { ...base, jobs: replica(behind), settings };
  const known = await second.jobs.get(jobId);
  if (known === undefined) throw new Error('a job that was placed is gone');
  acting = second;
  return { second, known, partner, calls, hasDied, hears: async () => answered || received(second, event) };
}

async function lost(product: ProductName, fate: Fate, behind: number, isBlind = false, awayMs?: number) {
  const { second, partner, known, hears, ...run } = await fallen(product, fate, behind, awayMs);
  if (isBlind) partner.find = async () => 'none';
  await hears();
  await reconcileFor(second, 45);
  const job = (await second.jobs.get(known.id)) ?? known;
  return { ...run, second, known, job };
}

/** Every call in the full proof, one in four in the sample. */
const stride = 4 / times(4, 1, 'in 4 points at which a region is lost');

async function lostEverywhere(product: ProductName, when: Fate['when'], behind: number, isBlind = false) {
  const runs: Awaited<ReturnType<typeof lost>>[] = [];
  for (let atCall = 1; ; atCall += stride) {
    const run = await lost(product, { atCall, when }, behind, isBlind);
    runs.push(run);
    if (!run.hasDied) return runs;
  }
}

const ordersOf = ({ second, job }: Awaited<ReturnType<typeof lost>>) =>
  second.orders.all().filter(({ jobId }) => jobId === job.id).length;

const behindBy = [0, 1, 2, 3];

describe.each(productNames.filter((product) => product !== 'fax'))('a %s', (product) => {
  test.each(behindBy)('is made once, whatever the lost region did in its last %i writes', async (behind) => {
    for (const when of ['before', 'after'] as const)
      for (const run of await lostEverywhere(product, when, behind))
        expect([run.job.state, ordersOf(run)]).toEqual(['fulfilled', 1]);
  });
});

describe('a fax', () => {
  test.each(behindBy)('is called once at most; found or parked, %i writes behind', async (behind) => {
    const states = new Set<string>();
    for (const when of ['before', 'after'] as const)
      for (const run of await lostEverywhere('fax', when, behind)) {
        const { second, job, calls } = run;
        states.add(job.state);
        expect(calls.length).toBeLessThanOrEqual(1);
        if (job.state !== 'parked') {
          expect([job.state, calls.length]).toEqual(['fulfilled', 1]);
          continue;
        }
        expect(calls).toEqual([]);
        expect(second.alarms).toContainEqual({ message: 'parked', fields: expect.objectContaining({ jobId: job.id }) });
        const resubmitted = await operate(second, { command: 'resubmit', job_id: job.id, sure: true }, Infinity);
        expect(resubmitted).toMatchObject({ ok: true });
        await reconcileFor(second, 5);
        expect([(await second.jobs.get(job.id))?.state, calls.length]).toEqual(['fulfilled', 1]);
      }
    expect(states).toContain('fulfilled');
    if (behind < 2) expect(states).toContain('parked');
  });

  test.each([0, 1])('that its partner does not list is not called again, %i writes behind', async (behind) => {
    let unlisted = 0;
    for (const when of ['before', 'after'] as const)
      for (const { known, job, calls } of await lostEverywhere('fax', when, behind, true)) {
        // The table knows nothing of a payment that had not arrived: there the partner's list decides.
        if (known.state === 'awaiting_payment') continue;
        expect(job.state).toBe(known.state === 'fulfilled' ? 'fulfilled' : 'parked');
        expect(calls.length).toBeLessThanOrEqual(1);
        unlisted += job.state === 'parked' ? calls.length : 0;
      }
    expect(unlisted).toBeGreaterThan(0);
  });

  test('that was called a moment before is not called again, though its claim has not run out', async () => {
    const states = new Set<string>();
    for (let atCall = 1; atCall <= 40; atCall += 1) {
      const { known, job, calls } = await lost('fax', { atCall, when: 'after' }, 0, true, 20_000);
      if (known.state !== 'submitting') continue;
      states.add(job.state);
      expect(calls.length).toBeLessThanOrEqual(1);
    }
    expect([...states]).toEqual(['parked']);
  });

  test('that is paid after the region took over is sent', async () => {
    const second = memoryDeps();
    const { calls, partner } = counted('fax', second.partners.fax);
    const jobId = await placedAs(second, 'fax');
    Object.assign(second, { partners: { ...second.partners, fax: partner } });
    Object.assign(second, { settings: { ...second.settings, actsSince: second.clock.now() } });
    await second.clock.wind(minute);
    await received(second, await payingEvent(second, jobId));
    await second.clock.wind(minute);
    expect(await second.jobs.get(jobId)).toMatchObject({ state: 'fulfilled' });
    expect(calls).toHaveLength(1);
  });
});

test.each(productNames)('what the replica in DynamoDB says of a %s is enough to go on', async (product) => {
  const states = new Set<string>(['awaiting_payment']);
  for (let atCall = 1; atCall <= 40; atCall += 1) {
    const { second, known, calls } = await fallen(product, { atCall, when: 'after' }, 0);
    if (states.has(known.state)) continue;
    states.add(known.state);
    const { port: jobs, close } = await inDynamo(jobsIn);
    try {
      await jobs.create(known);
      const before = { before: second.clock.now() + 1 };
      for (const { id } of await jobs.due(before, 10)) await advance({ ...second, jobs }, id);
      const job = await jobs.get(known.id);
      expect(job?.state).toBe(product === 'fax' && calls.length === 0 ? 'parked' : 'fulfilled');
      expect(calls.length).toBeLessThanOrEqual(product === 'fax' ? 1 : 2);
      expect(second.orders.all()).toHaveLength(product === 'fax' ? calls.length : 1);
    } finally {
      await close();
    }
  }
  expect([...states]).toEqual(['awaiting_payment', 'paid', 'submitting', 'fulfilled']);
});

describe('a letter', () => {
  const region = () => {
    const deps = memoryDeps({ deliver: () => false });
    const asked: string[] = [];
    const { letter } = deps.partners;
    const primary: Partner = {
      ...letter,
      submit: async (request) => {
        asked.push('submit');
        return letter.submit(request);
      },
      find: async () => {
        asked.push('find');
        return 'none';
      },
    };
    Object.assign(deps, {
      settings: { ...deps.settings, actsSince: deps.clock.now() },
      partners: { ...deps.partners, letter: primary },
      partnerNames: { ...deps.partnerNames, letter: 'postgrid' },
    });
    return { deps, asked };
  };

  test('that is younger than the switch is looked for nowhere', async () => {
    const { deps, asked } = region();
    await deps.clock.wind(1);
    const jobId = await placedAs(deps, 'letter');
    await received(deps, await payingEvent(deps, jobId));
    await advance(deps, jobId);
    expect(asked).toEqual(['submit']);
  });
});

describe('of two regions', () => {
  const region = (actsSince: number | 'never' | undefined, base = memoryDeps()) => ({
    ...base,
    settings: { ...base.settings, actsSince },
  });

  test('the one that took over last acts, and the first again once it takes over from it', async () => {
    const base = memoryDeps();
    const [first, second, back] = [region(undefined, base), region(1_000, base), region(2_000, base)];
    const acting = async () => [await actsHere(first), await actsHere(second)];
    expect(await actsHere(first)).toBe(true);
    expect(await actsHere(second)).toBe(true);
    expect(await acting()).toEqual([false, true]);
    expect(base.alarms).toContainEqual({ message: 'another region acts', fields: {} });
    expect(await actsHere(back)).toBe(true);
    expect(await acting()).toEqual([false, false]);
    expect(await actsHere(region('never'))).toBe(false);
  });
});
