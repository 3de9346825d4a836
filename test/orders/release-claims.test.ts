/** A start on one machine takes up what a dead process held: at once, or after the pause of a partner without keys. */
import type { Job } from '../../shared/domain/job/job.ts';
import type { ProductName } from '../../shared/domain/names.ts';
import { leaseMs, outboxLeaseMs } from '../../shared/domain/retry.ts';
import { newOutbox, type Outbox } from '../../shared/notify/outbox.ts';
import { heldOutboxes, releaseOutboxes } from '../../shared/notify/release-outboxes.ts';
import { advance } from '../../shared/orders/advance.ts';
import { cancelJob } from '../../shared/orders/cancel/cancel-job.ts';
import { askOpenCheckouts } from '../../shared/orders/pay/checkout.ts';
import { recordOnce } from '../../shared/orders/record.ts';
import { findLanded, heldClaims, releaseClaims } from '../../shared/orders/submit/release-claims.ts';
import { ask } from '../../shared/orders/use-case.ts';
import { careful, carefulWithKeys } from '../../shared/partners/assumed.ts';
import type { Partner } from '../../shared/partners/partner.ts';
import { type MemoryDeps, memoryDeps, paymentsBut } from '../support/fakes/deps.ts';
import { caller, paid, payingEvent, placed, placedAs, reconcileFor, sold } from '../support/fakes/orders.ts';

const seconds = 1_000;
const never = () => new Promise<never>(() => {});

const jobIn = async (deps: MemoryDeps, jobId: string): Promise<Job> => (await deps.jobs.get(jobId)) as Job;

function partnerWith(deps: MemoryDeps, product: ProductName, change: (real: Partner) => Partial<Partner>): void {
  const real = deps.partners[product];
  Object.assign(deps, { partners: { ...deps.partners, [product]: { ...real, ...change(real) } } });
}

/** Paid, and killed three seconds after its holder has called the partner, whose answer never comes. */
async function killedMidCall(product: ProductName, { reaches }: { readonly reaches: boolean }) {
  let isAlive = true;
  const deps = memoryDeps({ deliver: () => isAlive });
  let calls = 0;
  partnerWith(deps, product, (real) => ({
    assumed: product === 'fax' ? careful : real.assumed,
    submit: async (request) => {
      calls += 1;
      if (calls > 1) return real.submit(request);
      if (reaches) await real.submit(request);
      isAlive = false;
      return never();
    },
  }));
  const jobId = await placedAs(deps, product);
  await Promise.all([paid(deps, jobId), deps.clock.wind(3 * seconds)]);
  expect(await jobIn(deps, jobId)).toMatchObject({ state: 'submitting' });
  isAlive = true;
  return { deps, jobId, startedAt: deps.clock.now(), calls: () => calls };
}

/** The seconds from the start until the job's own record of its order at the partner, over five minutes of sweeps. */
async function secondsUntilAccepted({ deps, jobId, startedAt }: Awaited<ReturnType<typeof killedMidCall>>) {
  await reconcileFor(deps, 5);
  const { accepted } = (await jobIn(deps, jobId)).firstSeenAt;
  return accepted === undefined ? undefined : (accepted - startedAt) / seconds;
}

const release = async (deps: MemoryDeps) => releaseClaims(deps, await heldClaims(deps));

describe.each(['letter', 'check'] as const)('a %s', (product) => {
  test.each([true, false])('is handed over at once after the start (its call had arrived: %s)', async (reaches) => {
    const killed = await killedMidCall(product, { reaches });
    await release(killed.deps);
    expect(await secondsUntilAccepted(killed)).toBeLessThan(5);
    expect(killed.deps.orders.all()).toHaveLength(1);
  });
});

describe('a fax, whose partner has no keys', () => {
  test('is not called again within a minute of the death, and then at once', async () => {
    const killed = await killedMidCall('fax', { reaches: false });
    const [landing] = await release(killed.deps);
    expect(landing).toMatchObject({ id: killed.jobId, dueAt: killed.startedAt + 60 * seconds });
    const after = await secondsUntilAccepted(killed);
    expect(after).toBeGreaterThanOrEqual(60);
    expect(after).toBeLessThan(65);
    expect(killed.calls()).toBe(2);
  });

  test('that its partner lists already is found without that minute, and is not sent again', async () => {
    const killed = await killedMidCall('fax', { reaches: true });
    const { deps, jobId, startedAt } = killed;
    expect(await findLanded(deps, await release(deps))).toEqual([]);
    const { state, firstSeenAt } = await jobIn(deps, jobId);
    expect({ state, at: firstSeenAt.accepted }).toEqual({ state: 'fulfilled', at: startedAt });
    await reconcileFor(deps, 5);
    expect(killed.calls()).toBe(1);
  });

  test('that is listed late is looked for again', async () => {
    const { deps, jobId } = await killedMidCall('fax', { reaches: true });
    let isListed = false;
    partnerWith(deps, 'fax', (real) => ({
      find: async (...given) => (isListed ? real.find(...given) : { kind: 'none' }),
    }));
    const waiting = await findLanded(deps, await release(deps));
    expect(waiting).toMatchObject([{ id: jobId, state: 'submitting' }]);
    isListed = true;
    expect(await findLanded(deps, waiting)).toEqual([]);
    expect(await jobIn(deps, jobId)).toMatchObject({ state: 'fulfilled' });
  });
});

test('a letter that its partner has put off has no holder, and keeps its time', async () => {
  const deps = memoryDeps();
  partnerWith(deps, 'letter', () => ({
    assumed: carefulWithKeys,
    submit: async () => ({ kind: 'unavailable', reason: 'not now' }),
  }));
  const jobId = await placed(deps);
  await Promise.all([paid(deps, jobId), deps.clock.wind(10 * seconds)]);
  const before = await jobIn(deps, jobId);
  expect(before).toMatchObject({ state: 'submitting', answeredAt: expect.any(Number) });
  expect(before.dueAt).toBeGreaterThan(deps.clock.now());
  await release(deps);
  expect(await jobIn(deps, jobId)).toEqual(before);
});

test('a cancellation that was cut off is finished at once', async () => {
  const deps = memoryDeps({ deliver: () => false });
  const jobId = await placed(deps);
  await Promise.all([paid(deps, jobId), deps.clock.wind(6 * seconds)]);
  const { refund } = deps.payments.mock;
  Object.assign(deps, { payments: paymentsBut(deps, { refund: never }) });
  void ask(cancelJob, deps, { job_id: jobId }, caller);
  await deps.clock.wind(seconds);
  expect(await jobIn(deps, jobId)).toMatchObject({ state: 'cancelling', dueAt: deps.clock.now() + leaseMs - seconds });
  Object.assign(deps, { payments: paymentsBut(deps, { refund }) });
  await release(deps);
  await advance(deps, jobId);
  expect(await jobIn(deps, jobId)).toMatchObject({ state: 'cancelled', refund: 'issued' });
});

test('a recall that was cut off is taken up at once', async () => {
  const deps = memoryDeps();
  const jobId = await sold(deps);
  partnerWith(deps, 'letter', () => ({ recall: never }));
  void ask(cancelJob, deps, { job_id: jobId }, caller);
  await deps.clock.wind(seconds);
  expect(await jobIn(deps, jobId)).toMatchObject({ state: 'recalling', dueAt: deps.clock.now() + leaseMs - seconds });
  await release(deps);
  expect(await jobIn(deps, jobId)).toMatchObject({ state: 'recalling', dueAt: deps.clock.now() });
});

test('what is claimed after the start was proven has a living holder, and keeps its claim', async () => {
  const { deps, jobId } = await killedMidCall('letter', { reaches: false });
  const held = await heldClaims(deps);
  const { dueAt = 0 } = await jobIn(deps, jobId);
  await deps.clock.wind(dueAt - deps.clock.now());
  const claimedUntil = deps.clock.now() + 90 * seconds;
  await recordOnce(deps, await jobIn(deps, jobId), { kind: 'claimed', dueAt: claimedUntil });
  await releaseClaims(deps, held);
  expect(await jobIn(deps, jobId)).toMatchObject({ state: 'submitting', dueAt: claimedUntil });
});

test('an outbox whose sender is dead is due again at once', async () => {
  const deps = memoryDeps();
  const now = deps.clock.now();
  const outbox: Outbox = {
    ...newOutbox({ id: 'webhooks_1', channel: 'webhook', jobId: 'job_1', to: 'https://hooks.example' }, now),
    deliveries: [
      {
        ...{ state: 'waiting', since: now, tries: 0, nextAt: now, attempts: [] },
        event: {
          number: 1,
          type: 'letter.paid',
          at: now,
          statuses: { status: 'paid', payment: 'paid', fulfillment: 'queued', delivery: 'not_started' },
        },
      },
    ],
    claimedUntil: now + outboxLeaseMs,
  };
  await deps.outboxes.create(outbox);
  const due = () => deps.outboxes.due('webhook', { before: now + 1 }, 1);
  expect(await due()).toEqual([]);
  await releaseOutboxes(deps, await heldOutboxes(deps, now));
  expect(await due()).toEqual([{ id: outbox.id, dueAt: now }]);
  await deps.clock.wind(1);
  expect(deps.receivers.heard).toHaveLength(1);
});

test('a payment whose event found nobody is heard of at the start', async () => {
  const deps = memoryDeps();
  const jobId = await placed(deps);
  // Long open: the service would ask again after many minutes only.
  await reconcileFor(deps, 60);
  await payingEvent(deps, jobId);
  const { dueAt = 0 } = await jobIn(deps, jobId);
  expect(dueAt - deps.clock.now()).toBeGreaterThan(60 * seconds);
  await askOpenCheckouts(deps);
  await deps.clock.wind(10 * seconds);
  expect(await jobIn(deps, jobId)).toMatchObject({ state: 'fulfilled' });
});
