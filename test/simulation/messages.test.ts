/** How many queue messages a job needs, and how soon its work is done if a message is lost. */
import { wakesAt } from '../../shared/domain/job/job.ts';
import { reconcile } from '../../shared/notify/reconcile.ts';
import { advance } from '../../shared/orders/advance.ts';
import { type MemoryDeps, memoryDeps } from '../support/fakes/deps.ts';
import { queueBy } from '../support/fakes/memory.ts';
import { paid, placed } from '../support/fakes/orders.ts';
import { openPrintHouse, type PrintHouse, sixDays } from '../support/simulation/print-house.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

interface World {
  readonly deps: MemoryDeps;
  readonly jobId: string;
  readonly house: PrintHouse;
  readonly sent: { byItself: number; bySweeper: number };
  /** Messages that are lost: the job's own, or this many of the sweeper's. */
  readonly lost: { own: boolean; swept: number };
  /** Advances the clock to `until`, Unix ms, and runs the sweeper in each minute when it could find work. */
  live(until: number): Promise<void>;
}

/** An unpaid letter for PostGrid. A worker starts a second and a half after its message. */
async function ordered(isWorking = () => true): Promise<World> {
  const deps = memoryDeps();
  const { clock } = deps;
  const sent = { byItself: 0, bySweeper: 0 };
  const lost = { own: false, swept: 0 };
  const arrive = (id: string, delayMs: number) =>
    void clock.sleep(delayMs + 1.5 * second).then(() => (isWorking() ? advance(deps, id) : undefined));
  const own = queueBy(async (id, delayMs) => {
    sent.byItself += 1;
    if (!lost.own) arrive(id, delayMs);
  });
  const sweepers = queueBy(async (id, delayMs) => {
    sent.bySweeper += 1;
    lost.swept -= 1;
    if (lost.swept < 0) arrive(id, delayMs);
  });
  Object.assign(deps, { queue: { send: own.send, sendAll: sweepers.sendAll } });
  const house = openPrintHouse(deps, sixDays);
  const jobId = await placed(deps);
  const live = async (until: number): Promise<void> => {
    while (clock.now() < until) {
      const job = await deps.jobs.get(jobId);
      const quietMs = Math.min((job && wakesAt(job)) ?? until, until) - clock.now() - minute;
      // Whole minutes, so that the sweeper always runs at the same second.
      if (quietMs > minute) await clock.advance(Math.floor(quietMs / minute) * minute);
      await reconcile(deps);
      await clock.advance(minute);
    }
  };
  await live(clock.now() + minute);
  return { deps, jobId, house, sent, lost, live };
}

const total = ({ sent }: World): number => sent.byItself + sent.bySweeper;

/** Pays between two rounds of the sweeper. */
async function pay(world: World): Promise<void> {
  const { deps, jobId } = world;
  await deps.clock.advance(17 * second);
  // Not awaited, because the event waits for the order.
  void paid(deps, jobId);
  await deps.clock.advance(10 * second);
}

test('a letter that takes six days needs at most nine messages, only one of them its own', async () => {
  const world = await ordered();
  const { deps, jobId, house, live } = world;
  await pay(world);
  const acceptedAt = deps.clock.now();
  for (const { ageMs } of sixDays) {
    await live(acceptedAt + ageMs);
    await house.sendEvent();
  }
  await live(deps.clock.now() + hour);
  expect(await deps.jobs.get(jobId)).toMatchObject({ state: 'fulfilled', partner: { delivered: true } });
  expect(world.sent.byItself).toBe(1);
  expect(total(world)).toBeLessThanOrEqual(9);
});

test('while no worker runs for 13 hours, a job gets at most one message a minute, and it is fulfilled afterward', async () => {
  let isWorking = false;
  const world = await ordered(() => isWorking);
  const before = total(world);
  await pay(world);
  await world.live(world.deps.clock.now() + 13 * hour);
  expect(total(world) - before).toBeLessThanOrEqual(13 * 60 + 2);
  isWorking = true;
  await world.live(world.deps.clock.now() + minute);
  expect(await world.deps.jobs.get(world.jobId)).toMatchObject({ state: 'fulfilled' });
});

test.each([
  ['its own message is lost', 0, 2 * minute],
  ['the sweeper’s first message is also lost', 1, 3 * minute],
])('if %s, the letter is still submitted in time', async (_, swept, withinMs) => {
  const world = await ordered();
  Object.assign(world.lost, { own: true, swept });
  await pay(world);
  const { firstSeenAt } = (await world.deps.jobs.get(world.jobId)) ?? {};
  const paidAt = firstSeenAt?.paid ?? 0;
  expect(firstSeenAt?.accepted).toBeUndefined();
  await world.live(paidAt + withinMs);
  const after = await world.deps.jobs.get(world.jobId);
  expect(after?.firstSeenAt.accepted).toBeLessThanOrEqual(paidAt + withinMs);
});
