/** Notifications never delay a job: each job has the same times as without any recipient. */

import type { ServiceDeps } from '../../shared/config/app.ts';
import type { ProductName } from '../../shared/domain/names.ts';
import type { Posted } from '../../shared/notify/deps.ts';
import { reconcile } from '../../shared/notify/reconcile.ts';
import { type MemoryDeps, memoryDeps } from '../support/fakes/deps.ts';
import { queueBy } from '../support/fakes/memory.ts';
import { type Mood, orderedAs, paid, quotedAs, reconcileFor, requestFor } from '../support/fakes/orders.ts';
import { wish } from '../support/simulation/news.ts';

/** The times of a job's life, and how it ended. */
async function lifeOf(deps: MemoryDeps, product: ProductName, mood: Mood, notify: object) {
  const { quote_id } = await quotedAs(deps, product);
  const request = requestFor(product, quote_id, mood, notify);
  const jobId = (await orderedAs(deps, product, request)).body.job_id as string;
  await paid(deps, jobId);
  await reconcileFor(deps, 15);
  const job = await deps.jobs.get(jobId);
  return { state: job?.state, refund: job?.refund, firstSeenAt: job?.firstSeenAt };
}

const silent = (deps: MemoryDeps): MemoryDeps => {
  const answer = async (): Promise<Posted> => {
    await deps.clock.sleep(15_000);
    return { outcome: 'unreachable', code: 'timeout' };
  };
  deps.receivers.answer = answer;
  return deps;
};

const lives: readonly (readonly [ProductName, Mood])[] = [
  ['letter', 'none'],
  ['letter', 'lost_reply'],
  ['fax', 'busy_once'],
];

test.each(lives)('a %s (%s) lives at the same times with a receiver that never answers', async (product, mood) => {
  const alone = await lifeOf(memoryDeps(), product, mood, {});
  const heard = silent(memoryDeps());
  expect(await lifeOf(heard, product, mood, { notify: wish })).toEqual(alone);
  expect(heard.receivers.heard.length).toBeGreaterThan(1);
});

/** Every call of it fails. */
const broken = <T extends object>(port: T): T =>
  new Proxy(port, { get: () => () => Promise.reject(new Error('out of order')) });

test('a letter proceeds at the same times if no event can be put into an outbox, and there is an alarm', async () => {
  const alone = await lifeOf(memoryDeps(), 'letter', 'none', {});
  const made = memoryDeps({ worker: () => deps });
  const deps: MemoryDeps = { ...made, outboxes: { ...made.outboxes, get: broken(made.outboxes).get } };
  expect(await lifeOf(deps, 'letter', 'none', { notify: wish })).toEqual(alone);
  expect(deps.alarms.map(({ message }) => message)).toContain('events not queued');
});

describe('a round of the sweeper', () => {
  const sweptWith = async (change: (deps: MemoryDeps) => Partial<ServiceDeps>) => {
    const deps = memoryDeps();
    const [webhooks, emails]: string[][] = [[], []];
    const dueOf = (channel: string) => [{ id: `outbox_${channel}`, dueAt: 0 }];
    const swept = {
      ...deps,
      outboxes: { ...deps.outboxes, due: async (channel: string) => dueOf(channel) },
      outboxQueues: {
        webhook: queueBy(async (id) => void webhooks?.push(id)),
        email: queueBy(async (id) => void emails?.push(id)),
      },
    };
    await reconcile({ ...swept, ...change(swept) });
    return { webhooks, emails, measured: deps.measured.map(([name]) => name), alarms: deps.alarms };
  };

  test('the sweeper reaches the emails and measures the waits, even if the queue of webhooks is out of order', async () => {
    const { emails, measured, alarms } = await sweptWith(({ outboxQueues }) => ({
      outboxQueues: { ...outboxQueues, webhook: broken(outboxQueues.webhook) },
    }));
    expect(emails).toEqual(['outbox_email']);
    expect(measured).toEqual(expect.arrayContaining(['oldestUnfulfilledSeconds', 'oldestRefundSeconds', 'parkedNow']));
    expect(alarms.map(({ message }) => message)).toEqual(['outboxes not swept']);
  });
});
