/** How many queue messages a job needs, and how soon its work is done if a message is lost. */
import { wakesAt } from '../../shared/domain/job/job.ts';
import { reconcile } from '../../shared/notify/reconcile.ts';
import { advance } from '../../shared/orders/advance.ts';
import { memoryDeps } from '../support/fakes/deps.ts';
import { queueBy } from '../support/fakes/memory.ts';
import { paid, placed } from '../support/fakes/orders.ts';
import { openPrintHouse, sixDays } from '../support/simulation/print-house.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** A world with an unpaid letter for PostGrid. While `isWorking`, a worker starts a second and a half after its message. */
async function orderLetter(isWorking = () => true) {
  const deps = memoryDeps();
  const { clock } = deps;
  // How many messages the job's own steps and `reconcile` have sent.
  const sent = { byJob: 0, byReconcile: 0 };
  // Which messages are lost: all of the job's own, and this many of those from `reconcile`.
  const lost = { byJob: false, byReconcile: 0 };
  const deliver = (id: string, delayMs: number) =>
    void clock.sleep(delayMs + 1.5 * second).then(() => (isWorking() ? advance(deps, id) : undefined));
  const queueOfJob = queueBy(async (id, delayMs) => {
    sent.byJob += 1;
    if (!lost.byJob) deliver(id, delayMs);
  });
  const queueOfReconcile = queueBy(async (id, delayMs) => {
    sent.byReconcile += 1;
    lost.byReconcile -= 1;
    if (lost.byReconcile < 0) deliver(id, delayMs);
  });
  // Only `reconcile` sends several messages at once.
  Object.assign(deps, { queue: { send: queueOfJob.send, sendAll: queueOfReconcile.sendAll } });
  const house = openPrintHouse(deps, sixDays);
  const jobId = await placed(deps);
  /** Advances the clock to `until`, Unix ms, and runs `reconcile` in each minute when it could find work. */
  const runUntil = async (until: number): Promise<void> => {
    while (clock.now() < until) {
      const job = await deps.jobs.get(jobId);
      const quietMs = Math.min((job && wakesAt(job)) ?? until, until) - clock.now() - minute;
      // Whole minutes, so that `reconcile` always runs at the same second.
      if (quietMs > minute) await clock.advance(Math.floor(quietMs / minute) * minute);
      await reconcile(deps);
      await clock.advance(minute);
    }
  };
  await runUntil(clock.now() + minute);
  return { deps, jobId, house, sent, lost, runUntil };
}

type World = Awaited<ReturnType<typeof orderLetter>>;

const messagesIn = ({ sent }: World): number => sent.byJob + sent.byReconcile;

/** Pays between two runs of `reconcile`. */
async function pay({ deps, jobId }: World): Promise<void> {
  await deps.clock.advance(17 * second);
  // Not awaited, because the event waits for the order.
  void paid(deps, jobId);
  await deps.clock.advance(10 * second);
}

test('a letter that takes six days needs at most nine messages, only one of them its own', async () => {
  const world = await orderLetter();
  const { deps, jobId, house, runUntil } = world;
  await pay(world);
  const acceptedAt = deps.clock.now();
  for (const { ageMs } of sixDays) {
    await runUntil(acceptedAt + ageMs);
    await house.sendEvent();
  }
  await runUntil(deps.clock.now() + hour);
  expect(await deps.jobs.get(jobId)).toMatchObject({ state: 'fulfilled', partner: { delivered: true } });
  expect(world.sent.byJob).toBe(1);
  expect(messagesIn(world)).toBeLessThanOrEqual(9);
});

test('while no worker runs for 13 hours, a job gets at most one message a minute, and it is fulfilled afterward', async () => {
  let isWorking = false;
  const world = await orderLetter(() => isWorking);
  const before = messagesIn(world);
  await pay(world);
  await world.runUntil(world.deps.clock.now() + 13 * hour);
  // The two more are the job's own message, and one in a last minute that has only begun.
  expect(messagesIn(world) - before).toBeLessThanOrEqual(13 * 60 + 2);
  isWorking = true;
  await world.runUntil(world.deps.clock.now() + minute);
  expect(await world.deps.jobs.get(world.jobId)).toMatchObject({ state: 'fulfilled' });
});

test.each([
  ['the job’s own message is lost', 0, 2 * minute],
  ['the first message from `reconcile` is also lost', 1, 3 * minute],
])('if %s, the letter is still submitted within minutes', async (_, lostByReconcile, withinMs) => {
  const world = await orderLetter();
  Object.assign(world.lost, { byJob: true, byReconcile: lostByReconcile });
  await pay(world);
  const { firstSeenAt } = (await world.deps.jobs.get(world.jobId)) ?? {};
  const paidAt = firstSeenAt?.paid ?? 0;
  expect(firstSeenAt?.accepted).toBeUndefined();
  await world.runUntil(paidAt + withinMs);
  const after = await world.deps.jobs.get(world.jobId);
  expect(after?.firstSeenAt.accepted).toBeLessThanOrEqual(paidAt + withinMs);
});
