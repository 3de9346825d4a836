/** Fax lines: a line can be busy, and takes one call at a time. */
import { advance } from '../../shared/orders/advance.ts';
import { record } from '../../shared/orders/record.ts';
import { park } from '../../shared/web/operator/operate-act.ts';
import { given, type Situation } from '../support/fakes/given.ts';
import { type Behavior, paid, placedAs } from '../support/fakes/orders.ts';
import { collisions } from '../support/simulation/promises.ts';

const minute = 60_000;

const givenFax = (situation: Situation, behavior?: Behavior) => given(situation, { product: 'fax', behavior });
type Fax = Awaited<ReturnType<typeof givenFax>>;

/** The job ids of all calls that the partner made, in their order. */
const dialedJobIds = (order: Fax) => order.orders().map(({ jobId }) => jobId);

test('a busy line is redialed under a new reference, at once if the response took longer than the call', async () => {
  const { deps, id, ...order } = await givenFax('unpaid', 'busy_once');
  // The simulated partner stores the document before it responds. Here that takes longer than the call.
  const { put } = deps.documents;
  Object.assign(deps.documents, {
    put: async (key: string, bytes: Uint8Array) => {
      if (key.startsWith('partner/')) await deps.clock.sleep(1_000);
      return put(key, bytes);
    },
  });
  await order.pay();
  await deps.clock.advance(10_000);
  expect(await order.status()).toMatchObject({ status: 'fulfilled', fulfillment_status: 'sent', error: null });
  expect(order.orders().map(({ reference }) => reference)).toEqual([id, `${id}-2`]);
});

test('a line that stays busy is redialed three times within half an hour, then the fax fails and is refunded', async () => {
  const order = await givenFax('submitted', 'busy');
  await order.later(60);
  const times = order.orders().map(({ createdAt }) => createdAt);
  expect(times).toHaveLength(4);
  expect((times[3] ?? 0) - (times[0] ?? 0)).toBeLessThan(30 * minute);
  expect(await order.status()).toMatchObject({
    status: 'failed',
    fulfillment_status: 'failed',
    refund: 'issued',
    error: expect.stringContaining('busy'),
  });
});

test('the half hour of redialing begins with the first call, even if the partner is down after a later one', async () => {
  const order = await givenFax('submitted');
  order.whenPartner({ read: async () => ({ kind: 'progress', progress: { stage: 'in_progress' } }) });
  await order.later(20);
  const busy = { kind: 'stopped', reason: 'The receiving line was busy.', cause: 'line', isRetryable: true } as const;
  order.whenPartner({ read: async () => busy, submit: async () => ({ kind: 'not_taken', reason: 'no connection' }) });
  await order.later(20);
  expect(await order.status()).toMatchObject({ status: 'failed', refund: 'issued' });
});

test('a redialed fax takes its line again, so another fax that had seen the line free is not sent', async () => {
  const order = await givenFax('paid', 'busy_once');
  const { deps, id } = order;
  while ((await order.job()).failedRounds === 0) {
    await advance(deps, id);
    await deps.clock.advance(10_000);
  }
  const otherId = await placedAs(deps, 'fax', 'busy_once');
  await Promise.all([paid(deps, otherId), deps.clock.advance(6_000)]);
  // The first fax is redialed right after the second one has seen that it isn't calling.
  const { get } = deps.jobs;
  const getThenRedial: typeof get = async (jobId) => {
    const job = await get(jobId);
    if (jobId === id) await advance(deps, id);
    return job;
  };
  await advance({ ...deps, jobs: { ...deps.jobs, get: getThenRedial } }, otherId);
  expect(dialedJobIds(order)).toEqual([id, id]);
});

test('between two calls, a fax is “sending” and cannot be canceled, and its receipt doesn’t say that nothing was sent', async () => {
  const order = await givenFax('submitted', 'busy');
  await order.deps.clock.advance(2_500);
  expect((await order.job()).state).toBe('paid');
  expect(await order.status()).toMatchObject({ status: 'fulfilled', fulfillment_status: 'sending' });
  expect(await order.cancel()).toMatchObject({ outcome: 'declined', body: { reason: 'already_in_production' } });
  await order.providerSends('refunded');
  expect(await order.receipt()).toMatchObject({ statement: 'The order was canceled, and nothing more will be sent.' });
});

test('a fax that an operator parks during its call blocks its line for hours, but not forever', async () => {
  const order = await givenFax('unpaid');
  const { deps, id } = order;
  const otherId = await placedAs(deps, 'fax');
  const response = Promise.withResolvers<void>();
  order.whenPartner(({ submit, find }) => ({
    submit: async (request) => {
      const outcome = await submit(request);
      if (request.jobId === id) await response.promise;
      return outcome;
    },
    find: async (reference, content) => (reference === id ? { kind: 'unknown' } : find(reference, content)),
  }));
  const paying = order.pay();
  await deps.clock.advance(10_000);
  await park(deps, id, 'payer');
  await Promise.all([paid(deps, otherId), order.later(2)]);
  expect(dialedJobIds(order)).toEqual([id]);
  await order.later(5 * 60);
  expect(dialedJobIds(order)).toEqual([id, otherId]);
  response.resolve();
  await paying;
});

test('ten faxes to one number are sent one at a time, and none is lost', async () => {
  const order = await givenFax('submitted');
  const { deps } = order;
  const others = await Promise.all(Array.from({ length: 9 }, () => placedAs(deps, 'fax')));
  await Promise.all(others.map((jobId) => paid(deps, jobId)));
  await order.later(30);
  expect(collisions(deps)).toEqual([]);
  const sent = deps.jobs.all().filter(({ partner }) => partner?.stage === 'completed');
  expect(sent.map(({ id }) => id).toSorted()).toEqual([order.id, ...others].toSorted());
  expect(order.orders()).toHaveLength(10);
});

test('a fax whose status the partner no longer reports does not block its number forever', async () => {
  const order = await givenFax('unpaid');
  order.whenPartner({ read: async () => ({ kind: 'unknown' }) });
  const otherId = await placedAs(order.deps, 'fax');
  await Promise.all([order.pay(), paid(order.deps, otherId)]);
  await order.later(3 * 60);
  expect(order.orders()).toHaveLength(1);
  await order.later(3 * 60);
  expect(order.orders()).toHaveLength(2);
});

test('while a fax is being recalled, another to the same number waits', async () => {
  const order = await givenFax('submitted');
  const { deps, id } = order;
  order.whenPartner({ recall: () => new Promise(() => {}) });
  await record(deps, id, () => ({ kind: 'cancel_claimed', dueAt: deps.clock.now() + 60 * minute }));
  expect(await order.job()).toMatchObject({ state: 'recalling' });
  await paid(deps, await placedAs(deps, 'fax'));
  await deps.clock.advance(30 * minute);
  expect(dialedJobIds(order)).toEqual([id]);
});
