/** Events that arrive while a job changes: none is lost, no step is repeated forever, and alarms reach a person. */
import { advance } from '../../../shared/orders/advance.ts';
import { receivePartnerEvent } from '../../../shared/orders/read-progress.ts';
import type { PartnerEvent } from '../../../shared/partners/partner.ts';
import type { RefundOutcome } from '../../../shared/partners/payments.ts';
import { given } from '../../support/fakes/given.ts';
import { payingEvent } from '../../support/fakes/orders.ts';
import { command, hour } from '../../support/operated.ts';

type View = Extract<PartnerEvent, { kind: 'order' }>['view'];
type Order = Awaited<ReturnType<typeof given>>;

const inReview = { state: 'needs_review', refund: 'not_applicable' };

/** Gives every refund this outcome. Returns a function that counts the refunds. */
function answerRefunds({ whenProvider }: Pick<Order, 'whenProvider'>, outcome: RefundOutcome) {
  let count = 0;
  whenProvider({
    refund: async () => {
      count += 1;
      return outcome;
    },
  });
  return () => count;
}

/** An event from the partner about the order. */
const partnerSays = async ({ deps, job }: Pick<Order, 'deps' | 'job'>, view: View) =>
  receivePartnerEvent(deps, { kind: 'order', partnerId: (await job()).partner?.id ?? '', view });

test.each([
  ['after a dispute that was lost', ['disputed', 'dispute_lost']],
  ['after an inquiry that was closed', ['dispute_won']],
  ['before the dispute is reported', []],
] as const)('a refund that a dispute prevents is tried once and left to support, %s', async (_, reports) => {
  const order = await given('submitted');
  const refunds = answerRefunds(order, 'disputed');
  for (const kind of reports) await order.providerSends(kind);
  await partnerSays(order, { kind: 'stopped', reason: 'It burned.', cause: 'ours' });
  await order.later(10 * 60);
  expect(await order.job()).toMatchObject({ state: 'failed', refund: 'contact_support' });
  expect([refunds(), order.alarms().filter((message) => message === 'refund refused').length]).toEqual([1, 1]);
});

test('a refund that a dispute prevents parks the cancellation, even if the dispute was reported as won', async () => {
  const order = await given('paid');
  const refunds = answerRefunds(order, 'disputed');
  await order.providerSends('dispute_won');
  await order.cancel();
  await order.later(3 * 60);
  expect([await order.job(), refunds(), order.orders()]).toMatchObject([inReview, 1, []]);
});

test('a step that changes nothing raises an alarm and is not repeated, unless another process has changed the job', async () => {
  const { deps, id, ...order } = await given('paid');
  const refunds = answerRefunds(order, 'refunded');
  order.whenPartner('rejects orders');
  const { replace } = deps.jobs;
  let isFirst = true;
  // Another process writes first, so the claim fails once. Later, the table loses the write of the refund.
  Object.assign(deps.jobs, {
    replace: async (job: Parameters<typeof replace>[0]) => {
      if (isFirst) await replace(await order.job());
      isFirst = false;
      return job.refund === 'issued' ? 'saved' : replace(job);
    },
  });
  await advance(deps, id);
  expect([refunds(), order.alarms().filter((message) => message === 'a job is stuck').length]).toEqual([1, 1]);
});

test('the alarm about a refused refund is raised even if the response to the write is lost', async () => {
  const { deps, id, ...order } = await given('paid');
  order.whenPartner('rejects orders');
  answerRefunds(order, 'refused');
  const { replace } = deps.jobs;
  Object.assign(deps.jobs, {
    replace: async (job: Parameters<typeof replace>[0]) => {
      await replace(job);
      if (job.refund === 'contact_support') throw new Error('no answer');
      return 'saved';
    },
  });
  await expect(advance(deps, id)).rejects.toThrow('no answer');
  expect(await order.job()).toMatchObject({ state: 'failed', refund: 'contact_support' });
  expect(order.alarms().filter((message) => message === 'refund refused')).toHaveLength(1);
});

/** A fax that its partner fails to recall. */
async function withFailingRecall() {
  const order = await given('submitted', { product: 'fax', readyMs: 1_000 * hour });
  const logged: string[] = [];
  Object.assign(order.deps.log, { info: (message: string) => void logged.push(message) });
  order.whenPartner({ recall: () => Promise.reject(new Error('503')) });
  const canceling = order.cancel();
  await order.later(1);
  await canceling;
  return { ...order, logged };
}

test('a recall that keeps failing is logged, and after an hour waits for a person, with an alarm each hour', async () => {
  const order = await withFailingRecall();
  expect(order.logged).toContain('recall failed');
  expect(await command(order.deps, 'stuck')).not.toMatchObject({ says: expect.stringContaining(order.id) });
  await order.later(10 * 60);
  expect(await order.deps.jobs.waiting('person', 5)).toMatchObject([{ id: order.id }]);
  const alarms = order.alarms().filter((message) => message === 'a cancellation is undecided');
  expect(alarms.length).toBeGreaterThan(5);
  expect(alarms.length).toBeLessThan(15);
});

test.each<[string, View, object, string]>([
  ['continues', { kind: 'progress', progress: { stage: 'completed' } }, { state: 'fulfilled' }, 'has been sent'],
  ['has stopped', { kind: 'stopped', reason: 'Hung up.', cause: 'line' }, { state: 'cancelled' }, 'nothing more will'],
])('a failed recall ends when an event from the partner says that the fax %s', async (_, view, expected, statement) => {
  const order = await withFailingRecall();
  await partnerSays(order, view);
  await order.later(2);
  expect(await order.job()).toMatchObject(expected);
  expect((await order.receipt()).statement).toContain(statement);
});

test('after a fraud warning during a cancellation, a refused refund parks the job, and nothing is mailed', async () => {
  const order = await given('paid');
  order.whenProvider({ refund: () => order.providerSends('fraud_warned').then(() => 'refused' as const) });
  await order.cancel();
  order.resumeQueue();
  await order.later(10);
  const firstSeenAt = { fraud_warned: expect.any(Number) };
  expect([await order.job(), order.orders()]).toMatchObject([{ state: 'needs_review', firstSeenAt }, []]);
});

test('after a fraud warning between two calls to a busy line, there is no further call', async () => {
  const order = await given('submitted', { product: 'fax', behavior: 'busy' });
  while ((await order.job()).state !== 'paid') await order.deps.clock.advance(500);
  const calls = order.orders().length;
  await order.providerSends('fraud_warned');
  await order.later(45);
  expect([await order.job(), order.orders().length]).toMatchObject([inReview, calls]);
});

test('if a dispute is reported before its payment, the payment is still found, and the order continues once the dispute is won', async () => {
  const order = await given('unpaid');
  await payingEvent(order.deps, order.id);
  await order.providerSends('disputed');
  await order.later(30);
  expect(await order.job()).toMatchObject({ state: 'needs_review' });
  await order.providerSends('dispute_won');
  await order.later(5);
  expect(await order.job()).toMatchObject({ state: 'fulfilled', refund: 'not_applicable' });
});
