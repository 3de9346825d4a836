/** Notifications never delay a job: its steps happen at the same times as without recipients. */
import type { ProductName } from '../../shared/domain/names.ts';
import type { PostOutcome } from '../../shared/notify/deps.ts';
import { reconcile } from '../../shared/notify/reconcile.ts';
import { type MemoryDeps, memoryDeps } from '../support/fakes/deps.ts';
import { queueBy } from '../support/fakes/memory.ts';
import { type Behavior, orderedAs, paid, quotedAs, reconcileFor, requestFor } from '../support/fakes/orders.ts';
import { notifyFields } from '../support/simulation/notifications.ts';

/** The times of a job's steps, and how it ended. */
async function lifeOf(deps: MemoryDeps, product: ProductName, behavior: Behavior, notify: object) {
  const { quote_id } = await quotedAs(deps, product);
  const request = requestFor(product, quote_id, behavior, notify);
  const jobId = (await orderedAs(deps, product, request)).body.job_id as string;
  await paid(deps, jobId);
  await reconcileFor(deps, 15);
  const job = await deps.jobs.get(jobId);
  return { state: job?.state, refund: job?.refund, firstSeenAt: job?.firstSeenAt };
}

test.each<[ProductName, Behavior]>([
  ['letter', 'none'],
  ['letter', 'lost_reply'],
  ['fax', 'busy_once'],
])('a receiver that never responds does not delay a %s (%s)', async (product, behavior) => {
  const expected = await lifeOf(memoryDeps(), product, behavior, {});
  const deps = memoryDeps();
  deps.receivers.answer = async (): Promise<PostOutcome> => {
    await deps.clock.sleep(15_000);
    return { outcome: 'unreachable', code: 'timeout' };
  };
  expect(await lifeOf(deps, product, behavior, { notify: notifyFields })).toEqual(expected);
  expect(deps.receivers.received.length).toBeGreaterThan(1);
});

/** A dependency whose every call fails. */
const broken = <T extends object>(dependency: T): T =>
  new Proxy(dependency, { get: () => () => Promise.reject(new Error('out of order')) });

test('if no event can be put into an outbox, the letter is not delayed, and there is an alarm', async () => {
  const expected = await lifeOf(memoryDeps(), 'letter', 'none', {});
  const working = memoryDeps({ worker: () => deps });
  const deps: MemoryDeps = { ...working, outboxes: { ...working.outboxes, get: broken(working.outboxes).get } };
  expect(await lifeOf(deps, 'letter', 'none', { notify: notifyFields })).toEqual(expected);
  expect(deps.alarms.map(({ message }) => message)).toContain('events not queued');
});

test('if the webhook queue fails, `reconcile` still queues the emails and measures the waits', async () => {
  const deps = memoryDeps();
  const emails: string[] = [];
  await reconcile({
    ...deps,
    outboxes: { ...deps.outboxes, due: async (channel: string) => [{ id: `outbox_${channel}`, dueAt: 0 }] },
    outboxQueues: { webhook: broken(deps.outboxQueues.webhook), email: queueBy(async (id) => void emails.push(id)) },
  });
  expect(emails).toEqual(['outbox_email']);
  expect(deps.measured.map(([name]) => name)).toEqual(
    expect.arrayContaining(['oldestUnfulfilledSeconds', 'oldestRefundSeconds', 'parkedNow']),
  );
  expect(deps.alarms.map(({ message }) => message)).toEqual(['outboxes not swept']);
});
