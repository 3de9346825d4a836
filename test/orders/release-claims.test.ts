/** The single-machine startup releases a dead process's claims: at once, or after a minute without idempotency keys. */
import type { ProductName } from '../../shared/domain/names.ts';
import { leaseMs, outboxLeaseMs } from '../../shared/domain/times.ts';
import { newOutbox, type Outbox } from '../../shared/notify/outbox.ts';
import { heldOutboxes, releaseOutboxes } from '../../shared/notify/release-outboxes.ts';
import { advance } from '../../shared/orders/advance.ts';
import { checkOpenCheckouts } from '../../shared/orders/pay/checkout.ts';
import { recordOnce } from '../../shared/orders/record.ts';
import { findHeldClaims, lookUpWaiting, releaseClaims } from '../../shared/orders/submit/release-claims.ts';
import { cautiousAssumptions } from '../../shared/partners/partner.ts';
import { postgrid } from '../../shared/partners/postgrid/facts.ts';
import { type MemoryDeps, memoryDeps } from '../support/fakes/deps.ts';
import { given } from '../support/fakes/given.ts';
import { paid, payingEvent } from '../support/fakes/orders.ts';

const second = 1_000;
const never = () => new Promise<never>(() => {});
const release = async (deps: MemoryDeps) => releaseClaims(deps, await findHeldClaims(deps));

/** A paid order whose process was killed three seconds after it called the partner. `hasArrived`: the partner got the call. */
async function killedMidCall(product: ProductName, { hasArrived }: { readonly hasArrived: boolean }) {
  let isAlive = true;
  const order = await given('unpaid', { product, deliver: () => isAlive });
  const { deps, id } = order;
  const { assumed } = deps.partners[product];
  const calls = order.whenCalled(
    async (call, make) => {
      if (call > 1) return make();
      if (hasArrived) await make();
      isAlive = false;
      return never();
    },
    { assumed: product === 'fax' ? cautiousAssumptions : assumed },
  );
  await Promise.all([paid(deps, id), deps.clock.advance(3 * second)]);
  expect(await order.job()).toMatchObject({ state: 'submitting' });
  isAlive = true;
  const startedAt = deps.clock.now();
  /** The seconds from the start until the partner has accepted the order, within five minutes. */
  const secondsUntilAccepted = async () => {
    await order.later(5);
    const { accepted = Number.NaN } = (await order.job()).firstSeenAt;
    return (accepted - startedAt) / second;
  };
  return { ...order, calls, startedAt, secondsUntilAccepted };
}

test.each([
  ['letter', true],
  ['letter', false],
  ['check', true],
  ['check', false],
] as const)(
  'a %s whose call was interrupted is submitted at once after the start (the partner got the call: %s)',
  async (product, hasArrived) => {
    const killed = await killedMidCall(product, { hasArrived });
    await release(killed.deps);
    expect(await killed.secondsUntilAccepted()).toBeLessThan(5);
    expect(killed.orders()).toHaveLength(1);
  },
);

test('a fax, whose partner has no idempotency keys, is submitted again a minute after the process died', async () => {
  const killed = await killedMidCall('fax', { hasArrived: false });
  const [inFlight] = await release(killed.deps);
  expect(inFlight).toMatchObject({ id: killed.id, dueAt: killed.startedAt + 60 * second });
  const after = await killed.secondsUntilAccepted();
  expect(after).toBeGreaterThanOrEqual(60);
  expect(after).toBeLessThan(65);
  expect(killed.calls).toHaveLength(2);
});

test('a fax that its partner already lists is found at once, and is not sent again', async () => {
  const killed = await killedMidCall('fax', { hasArrived: true });
  expect(await lookUpWaiting(killed.deps, await release(killed.deps))).toEqual([]);
  expect(await killed.job()).toMatchObject({ state: 'fulfilled', firstSeenAt: { accepted: killed.startedAt } });
  await killed.later(5);
  expect(killed.calls).toHaveLength(1);
});

test('a fax that its partner does not list yet is looked up again', async () => {
  const { deps, id, ...order } = await killedMidCall('fax', { hasArrived: true });
  const { find } = deps.partners.fax;
  order.whenPartner({ find: async () => ({ kind: 'none' }) });
  const inFlight = await lookUpWaiting(deps, await release(deps));
  expect(inFlight).toMatchObject([{ id, state: 'submitting' }]);
  // Once the pause is over, the usual submission looks for the order.
  const clock = { now: () => deps.clock.now() + 60 * second, sleep: async () => {} };
  expect(await lookUpWaiting({ ...deps, clock }, inFlight)).toEqual([]);
  order.whenPartner({ find });
  expect(await lookUpWaiting(deps, inFlight)).toEqual([]);
  expect(await order.job()).toMatchObject({ state: 'fulfilled' });
});

test('a letter whose partner was unavailable is not claimed, so it keeps its due time', async () => {
  const { deps, id, ...order } = await given('unpaid');
  order.whenPartner('is down');
  order.whenPartner({ assumed: postgrid.assumed });
  await Promise.all([paid(deps, id), deps.clock.advance(10 * second)]);
  const before = await order.job();
  expect(before).toMatchObject({ state: 'submitting', answeredAt: expect.any(Number) });
  expect(before.dueAt).toBeGreaterThan(deps.clock.now());
  await release(deps);
  expect(await order.job()).toEqual(before);
});

test('a cancellation that was interrupted is finished at once after the start', async () => {
  const { deps, id, ...order } = await given('paid');
  const { refund } = deps.payments.mock;
  order.whenProvider({ refund: never });
  void order.cancel();
  await deps.clock.advance(second);
  expect(await order.job()).toMatchObject({ state: 'cancelling', dueAt: deps.clock.now() + leaseMs - second });
  order.whenProvider({ refund });
  await release(deps);
  await advance(deps, id);
  expect(await order.job()).toMatchObject({ state: 'cancelled', refund: 'issued' });
});

test('a job that another process claims after the start keeps its claim', async () => {
  const { deps, ...order } = await killedMidCall('letter', { hasArrived: false });
  const held = await findHeldClaims(deps);
  const { dueAt = 0 } = await order.job();
  await deps.clock.advance(dueAt - deps.clock.now());
  const claimedUntil = deps.clock.now() + 90 * second;
  await recordOnce(deps, await order.job(), { kind: 'claimed', dueAt: claimedUntil });
  await releaseClaims(deps, held);
  expect(await order.job()).toMatchObject({ state: 'submitting', dueAt: claimedUntil });
});

test('an outbox whose sender died is due again at once', async () => {
  const deps = memoryDeps();
  const now = deps.clock.now();
  const statuses = { status: 'paid', payment: 'paid', fulfillment: 'queued', delivery: 'not_started' } as const;
  const event = { number: 1, type: 'letter.paid', at: now, statuses } as const;
  const outbox: Outbox = {
    ...newOutbox({ id: 'webhooks_1', channel: 'webhook', jobId: 'job_1', to: 'https://hooks.example' }, now),
    deliveries: [{ state: 'waiting', since: now, tries: 0, nextAt: now, attempts: [], event }],
    claimedUntil: now + outboxLeaseMs,
  };
  await deps.outboxes.create(outbox);
  const due = () => deps.outboxes.due('webhook', { before: now + 1 }, 1);
  expect(await due()).toEqual([]);
  await releaseOutboxes(deps, await heldOutboxes(deps, now));
  expect(await due()).toEqual([{ id: outbox.id, dueAt: now }]);
  await deps.clock.advance(1);
  expect(deps.receivers.received).toHaveLength(1);
});

test('a payment whose event was lost while the machine was down is found at the start', async () => {
  const { deps, id, ...order } = await given('unpaid');
  // The page has been open for an hour, so the next check would be many minutes away.
  await order.later(60);
  await payingEvent(deps, id);
  expect(((await order.job()).dueAt ?? 0) - deps.clock.now()).toBeGreaterThan(60 * second);
  await checkOpenCheckouts(deps);
  await deps.clock.advance(10 * second);
  expect(await order.job()).toMatchObject({ state: 'fulfilled' });
});
