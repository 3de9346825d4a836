/** Orders that a partner creates although it responds with an error. In the end there is one letter, or a refund. */
import { cautiousAssumptions, type Partner, type SubmitOutcome } from '../../../shared/partners/partner.ts';
import { postgrid } from '../../../shared/partners/postgrid/facts.ts';
import type { MemoryDeps } from '../../support/fakes/deps.ts';
import { given } from '../../support/fakes/given.ts';
import { paid } from '../../support/fakes/orders.ts';
import { command, hour } from '../../support/operated.ts';

const unavailable: SubmitOutcome = { kind: 'unavailable', reason: 'responded with 503' };
const rejected: SubmitOutcome = { kind: 'rejected', reason: 'not valid', cause: 'ours' };
const unknown: SubmitOutcome = { kind: 'unknown', reason: 'no answer' };
const refunded = { state: 'failed', refund: 'issued' };
const fulfilled = { state: 'fulfilled', refund: 'not_applicable' };

/** The `find` of a partner whose lists omit an order for 50 seconds after it was created. */
function lateFind(deps: MemoryDeps, { find }: Partner): Partner['find'] {
  return async (reference, order) => {
    const created = deps.orders.all().find((each) => [reference, `${reference}/1`].includes(each.reference));
    if (created === undefined || deps.clock.now() - created.createdAt < 50_000) return { kind: 'none' };
    return find(created.reference, order);
  };
}

/** The partner's response to a call; `make` creates the order. */
type PartnerAnswer = Parameters<Awaited<ReturnType<typeof given>>['whenCalled']>[0];

/** A paid letter whose partner has idempotency keys and late lists, and gives this response to calls. */
async function paidLetter(answer: PartnerAnswer, options: Parameters<typeof given>[1] = {}) {
  const order = await given('unpaid', options);
  const find = lateFind(order.deps, order.deps.partners.letter);
  const calls = order.whenCalled(answer, { assumed: postgrid.assumed, find });
  await paid(order.deps, order.id);
  const activeOrders = () => order.orders().filter(({ cancelledAt }) => cancelledAt === undefined);
  return { ...order, calls, activeOrders };
}

/** The order is created, but the response is 503. */
const createdDespite503: PartnerAnswer = async (_, make) => make().then(() => unavailable);

test.each<[string, PartnerAnswer]>([
  ['a 503', createdDespite503],
  ['a rejection of the repeated call', async (call, make) => (call > 1 ? rejected : make().then(() => unknown))],
  [
    'a rejection between two calls without a response',
    async (call, make) => {
      if (call === 2 || call > 3) return rejected;
      if (call === 3) await make();
      return unknown;
    },
  ],
])('a letter that was created despite %s is found, and not created again', async (_, answer) => {
  const order = await paidLetter(answer);
  await order.later(15);
  expect(await order.job()).toMatchObject(fulfilled);
  expect(order.orders()).toHaveLength(1);
});

test('an order whose first call is late and gets a 503 is refunded without an alarm', async () => {
  const order = await given('paid');
  order.whenCalled(async () => unavailable, { assumed: postgrid.assumed });
  await order.deps.clock.advance(13 * hour);
  order.resumeQueue();
  await order.later(30);
  expect([await order.job(), order.alarms()]).toMatchObject([refunded, []]);
});

test('a cancellation within a minute of a 503 is declined, and a later one finds and recalls the letter', async () => {
  const order = await paidLetter(createdDespite503, { readyMs: hour });
  const declined = { cancelled: false, error: expect.stringContaining('cancel again') };
  expect((await order.cancel()).body).toMatchObject(declined);
  await order.later(3);
  expect((await order.cancel()).body).toMatchObject({ cancelled: true, refund: 'issued' });
  expect(order.activeOrders()).toEqual([]);
});

test('a job whose partner was unavailable can be canceled a minute later, and nothing is sent', async () => {
  const order = await paidLetter(async () => unavailable);
  await order.later(4);
  expect(await order.job()).toMatchObject({ state: 'paid' });
  expect((await order.cancel()).body).toMatchObject({ cancelled: true, refund: 'issued' });
  const before = order.calls.length;
  await order.later(60);
  expect(order.calls).toHaveLength(before);
});

test('a partner with idempotency keys is called again within seconds of a 503', async () => {
  const order = await paidLetter(async (call, make) => (call === 1 ? unavailable : make()));
  await order.deps.clock.advance(10_000);
  const [first, second] = order.calls.map(({ at }) => at);
  expect((second ?? Number.NaN) - (first ?? 0)).toBeLessThan(10_000);
});

test('a fax that was created despite a 503 is found before its partner, which has no idempotency keys, is called again', async () => {
  const order = await given('paid', { product: 'fax' });
  const find = lateFind(order.deps, order.deps.partners.fax);
  const answer: PartnerAnswer = async (call, make) => make(`${order.id}/${call}`).then(() => unavailable);
  const calls = order.whenCalled(answer, { assumed: cautiousAssumptions, find });
  order.resumeQueue();
  await order.later(10);
  expect(calls).toHaveLength(1);
  expect(await order.job()).toMatchObject({ state: 'fulfilled' });
});

test('look-ups between calls do not count as tries, so they do not delay the next call', async () => {
  const order = await given('paid', { product: 'fax' });
  const calls = order.whenCalled(async () => unavailable, { assumed: cautiousAssumptions });
  order.resumeQueue();
  await order.later(120);
  const waits = calls.slice(1).map(({ at }, index) => at - (calls[index]?.at ?? 0));
  const growth = waits.slice(1).map((wait, index) => wait / (waits[index] ?? 0));
  expect(Math.max(...waits)).toBeGreaterThan(hour / 4);
  // Each wait is about twice as long as the last, with a random factor. If look-ups counted, it would be four times as long.
  expect(Math.max(...growth)).toBeLessThan(2.7);
});

test('a letter that was created despite a 503 at the end of twelve hours of 503s is not refunded', async () => {
  let isCreating = false;
  const order = await paidLetter((_, make) => (isCreating ? createdDespite503(0, make) : Promise.resolve(unavailable)));
  await order.later(10.5 * 60);
  isCreating = true;
  await order.later(4.5 * 60);
  expect((await order.job()).refund).toBe('not_applicable');
  expect(order.activeOrders()).toHaveLength(1);
});

test('a rejected repeat ends the order only after a look-up found no order and another call was rejected', async () => {
  const order = await paidLetter(async (call) => (call > 1 ? rejected : unknown));
  await order.later(10);
  expect(await order.job()).toMatchObject(refunded);
  expect(order.calls).toHaveLength(3);
});

test('a resubmitted order whose idempotency key has expired is sent at most once while its partner cannot be searched', async () => {
  const order = await paidLetter(async () => unknown);
  order.whenPartner({ find: async () => ({ kind: 'unknown' }) });
  await order.later(26 * 60);
  expect(await order.job()).toMatchObject({ state: 'needs_review' });
  const calls = order.whenCalled((call, make) => make(`${order.id}/${call}`).then(() => unknown));
  await order.later(2);
  expect(await command(order.deps, 'resubmit', { job_id: order.id, sure: true })).toMatchObject({ ok: true });
  await order.later(60);
  expect(calls.length).toBeLessThanOrEqual(1);
});

test('the rejection of a resubmitted order does not end it, because an earlier call may have created the order', async () => {
  const order = await given('unpaid');
  const { letter } = order.deps.partners;
  order.whenPartner('never responds');
  await paid(order.deps, order.id);
  await order.later(13 * 60);
  expect(await order.job()).toMatchObject({ state: 'needs_review' });
  const submit: Partner['submit'] = (request) => letter.submit(request).then(() => rejected);
  order.whenPartner({ assumed: postgrid.assumed, submit, find: lateFind(order.deps, letter) });
  expect(await command(order.deps, 'resubmit', { job_id: order.id, sure: true })).toMatchObject({ ok: true });
  await order.later(10);
  expect(await order.job()).toMatchObject(fulfilled);
});

test('a resubmitted order that is canceled is refunded only once its partner says that it does not have it', async () => {
  const order = await given('unpaid');
  const { find } = order.deps.partners.letter;
  order.whenPartner('never responds');
  await paid(order.deps, order.id);
  await order.later(13 * 60);
  expect(await command(order.deps, 'resubmit', { job_id: order.id, sure: true })).toMatchObject({ ok: true });
  const [answer] = await Promise.all([order.cancel(), order.deps.clock.advance(10_000)]);
  expect(answer).toMatchObject({ outcome: 'declined', body: { reason: 'already_in_production' } });
  await order.later(3 * 60);
  expect(await order.job()).toMatchObject({ state: 'cancelling', refund: 'not_applicable' });
  expect(order.alarms()).toContain('a cancellation is undecided');
  order.whenPartner({ find });
  await order.later(5);
  expect(await order.job()).toMatchObject({ state: 'cancelled', refund: 'issued' });
  expect(order.orders()).toEqual([]);
});
