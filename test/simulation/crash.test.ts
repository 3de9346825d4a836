/**
 * The process is killed at every external call, before and after its effect: nothing is lost or done twice, and recipients
 * get exactly the events that happened.
 */
import type { ServiceDeps } from '../../shared/config/app.ts';
import type { ProductName } from '../../shared/domain/names.ts';
import type { Refusal } from '../../shared/domain/refusal.ts';
import { reconcile } from '../../shared/notify/reconcile.ts';
import { cancelJob } from '../../shared/orders/cancel/cancel-job.ts';
import { ask } from '../../shared/orders/use-case.ts';
import { memoryDeps } from '../support/fakes/deps.ts';
import { type Fate, type Mortal, mortal } from '../support/fakes/mortal.ts';
import {
  type Behavior,
  caller,
  orderedAs,
  payingEvent,
  quotedAs,
  received,
  requestFor,
  samples,
} from '../support/fakes/orders.ts';
import { times } from '../support/sampling.ts';
import { notifyFields, watchNotifications } from '../support/simulation/notifications.ts';
import { brokenPromises } from '../support/simulation/promises.ts';

/** A machine that starts a new process whenever its process has died. `fate`: when the first process dies. */
function machine(product: ProductName, fate: Fate) {
  let process: Mortal | undefined;
  let deaths = 0;
  const notifications = watchNotifications(memoryDeps({ worker: () => running() }));
  const base = notifications.deps;
  const running = (): ServiceDeps => {
    process ??= mortal(base, fate);
    if (process.isDead()) {
      deaths += 1;
      process = mortal(base);
    }
    return process.deps;
  };
  const died = () => deaths > 0 || (process?.isDead() ?? false);
  return { product, base, notifications, running, died };
}

type Machine = ReturnType<typeof machine>;

/** Sends a request as a client that repeats it after a while, until it gets a response. */
async function untilAnswered<T>({ base, running }: Machine, request: (deps: ServiceDeps) => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await request(running());
    } catch (error) {
      if ((error as Error).name !== 'Death' && (error as Refusal).code !== 'unavailable') throw error;
      await base.clock.advance(25_000);
    }
  }
}

/** How the partner behaves, and what is done with the job after its creation. */
type Scenario = readonly [behavior: Behavior, act: (machine: Machine, jobId: string) => Promise<unknown>];

/** Creates a job, twice with the same key. Returns its id. */
async function createJob(machine: Machine, behavior: Behavior): Promise<string> {
  const { product } = machine;
  const { quote_id } = await quotedAs(machine.base, product);
  const request = requestFor(product, quote_id, behavior, {
    idempotency_key: 'the-key',
    ...(product === 'letter' && { notify: notifyFields }),
  });
  const first = await untilAnswered(machine, (deps) => orderedAs(deps, product, request));
  const again = await untilAnswered(machine, (deps) => orderedAs(deps, product, request));
  expect(again.body).toEqual(first.body);
  return first.body.job_id as string;
}

async function payOnce(machine: Machine, jobId: string): Promise<void> {
  const event = await payingEvent(machine.base, jobId);
  await received(machine.running(), event).catch(() => undefined);
}

async function payUntilAnswered(machine: Machine, jobId: string): Promise<void> {
  const event = await payingEvent(machine.base, jobId);
  await untilAnswered(machine, (deps) => received(deps, event));
}

const cancel = (machine: Machine, jobId: string) =>
  untilAnswered(machine, (deps) => ask(cancelJob, deps, { job_id: jobId }, caller));

const scenarios: Readonly<Record<string, Scenario>> = {
  'paid, with an event that is repeated until it gets a response': ['none', payUntilAnswered],
  'paid, with an event that is never repeated': ['none', payOnce],
  'paid with a lost reply': ['lost_reply', payUntilAnswered],
  'paid and rejected by the partner': ['reject', payUntilAnswered],
  'canceled before payment': ['none', cancel],
  'paid, then canceled': [
    'none',
    async (machine, jobId) => {
      await payUntilAnswered(machine, jobId);
      await cancel(machine, jobId);
    },
  ],
  'paid and canceled at the same time': [
    'none',
    (machine, jobId) => Promise.all([payUntilAnswered(machine, jobId), cancel(machine, jobId)]),
  ],
};

/** Runs the machine for half an hour without further faults. */
async function runWithoutFaults({ base, running }: Machine): Promise<void> {
  for (let minute = 0; minute < 30; minute += 1) {
    await reconcile(running()).catch(() => undefined);
    await base.clock.advance(60_000);
  }
}

async function expectPromisesKept({ base, notifications }: Machine, jobId: string): Promise<void> {
  const job = await base.jobs.get(jobId);
  if (job === undefined) throw new Error('an acknowledged job is missing');
  expect([...brokenPromises(base, job), ...notifications.broken(job)]).toEqual([]);
}

/** The distance between two kills, in calls: one in the full run, ten in the sample. */
const stride = 10 / times(10, 1, 'in 10 points at which to kill');

/** Repeats the scenario with a kill at each call in turn, until a run ends before its kill. Returns about how many calls it made. */
async function killEverywhere(product: ProductName, [behavior, act]: Scenario, when: Fate['when']) {
  for (let atCall = 1; ; atCall += stride) {
    const run = machine(product, { atCall, when });
    const jobId = await createJob(run, behavior);
    await act(run, jobId);
    await runWithoutFaults(run);
    await expectPromisesKept(run, jobId);
    if (!run.died()) return atCall - 1;
  }
}

const products = Object.keys(samples) as ProductName[];

/** A process killed after a call leaves the same state as one killed before the next call, so only a letter tests both. */
const moments = (product: ProductName) =>
  product === 'letter' ? (['before', 'after'] as const) : (['before'] as const);

describe.each(products)('a %s', (product) => {
  describe.each(Object.entries(scenarios))('%s', (_name, scenario) => {
    test.each(moments(product))('survives a kill %s each external call', async (when) => {
      expect(await killEverywhere(product, scenario, when)).toBeGreaterThan(10);
    });
  });
});

describe('a fax to a line that is busy at first', () => {
  test.each(['before', 'after'] as const)('survives a kill %s each external call', async (when) => {
    expect(await killEverywhere('fax', ['busy_once', payUntilAnswered], when)).toBeGreaterThan(20);
  });
});
