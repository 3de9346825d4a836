/** One seeded run: a few jobs with payers, cancellations, operators and faults. Returns the broken promises. */
import type { ServiceDeps } from '../../../shared/config/app.ts';
import type { Job } from '../../../shared/domain/job/job.ts';
import type { State } from '../../../shared/domain/job/lifecycle.ts';
import { type ProductName, productNames } from '../../../shared/domain/names.ts';
import { productNamed } from '../../../shared/products/index.ts';
import { depsAround } from '../fakes/around.ts';
import { TestClock, turnOfPromises } from '../fakes/clock.ts';
import { type MemoryDeps, memoryDeps } from '../fakes/deps.ts';
import type { Behavior } from '../fakes/orders.ts';
import { fates, oneOf, type Random, seeded } from './chance.ts';
import { notifyFields, watchNotifications } from './notifications.ts';
import {
  askSometimes,
  cancelSometime,
  create,
  createWithFreshKeys,
  operateSometimes,
  pay,
  runReconcile,
  type Scene,
} from './people.ts';
import { brokenPromises, collisions, duplicates, isUnderWay, setbacks } from './promises.ts';
import { hasKeyless } from './worlds/partners.ts';
import { calm, type World } from './worlds/world.ts';

interface WatchedJobs {
  readonly deps: MemoryDeps;
  readonly broken: readonly string[];
  /** The states that any job has been in. */
  readonly visited: ReadonlySet<State>;
}

function watchJobs(base: MemoryDeps): WatchedJobs {
  const broken: string[] = [];
  const visited = new Set<State>();
  const replace: ServiceDeps['jobs']['replace'] = async (job) => {
    const before = await base.jobs.get(job.id);
    const result = await base.jobs.replace(job);
    if (result !== 'saved' || before === undefined) return result;
    broken.push(...setbacks(before, job));
    visited.add(job.state);
    return result;
  };
  return { deps: { ...base, jobs: { ...base.jobs, replace } }, broken, visited };
}

/** Returns the dependencies with a bug. */
export type Plant = (deps: MemoryDeps) => MemoryDeps;

interface Run {
  /** The broken promises. */
  readonly broken: readonly string[];
  /** The states that the jobs have been in. */
  readonly visited: ReadonlySet<State>;
  /** The last state of the first job. */
  readonly end: State;
}

/** How a partner may behave; common behaviors are listed twice. */
const behaviorsOf = (product: ProductName): readonly Behavior[] =>
  productNamed(product).leftAs === 'mailed'
    ? ['none', 'none', 'outage', 'lost_reply', 'reject', 'in_production']
    : ['none', 'none', 'outage', 'lost_reply', 'reject', 'busy', 'busy_once', 'busy_once'];

/** The letter has the most to print, and a fax may find the line busy, so both are listed twice. */
const products = productNames.flatMap((name) => (name === 'letter' || name === 'fax' ? [name, name] : [name]));

/** The world has a separate random source, so that it doesn't change the rest of the run. */
export async function chaos(seed: number, plant: Plant = (deps) => deps, world: World = calm): Promise<Run> {
  const random = seeded(seed);
  const worldRandom = seeded(seed ^ 0x5eed);
  let faultRate = random() < 0.2 ? 0 : random() * 0.25;
  let isOver = false;
  const deliver = () => random() >= faultRate;
  const worker = () => effects.worker(process());
  const memory = memoryDeps({
    worker,
    deliver,
    readyMs: 20_000 + random() * 200_000,
    clock: new TestClock(undefined, turnOfPromises),
  });
  const effects = world(memory, worldRandom, () => faultRate > 0 && !isOver);
  // Some jobs have notifications, but only in the calm world.
  const receiverRandom = seeded(seed ^ 0xbe11);
  const isNotified = world === calm && receiverRandom() < 0.5;
  const notifications = watchNotifications(effects.memory, () => receiverRandom() >= faultRate);
  const base = plant(notifications.deps);
  const seen = watchJobs(base);
  const operatorRandom = seeded(~seed);
  const isOperated = operatorRandom() < 0.25;
  const irrevocable = new Set([
    // A person who ends a job waits for only a few minutes, and no key stops a call that is still in flight.
    ...(hasKeyless(base) || isOperated ? ['partner.submit'] : []),
    ...(effects.forgetsRefusals ? ['payments.refund'] : []),
  ]);
  const view = effects.process(seen.deps, irrevocable);
  const process = () => depsAround(view, fates({ clock: base.clock, random, rate: () => faultRate, irrevocable }));
  const scene = { base, process, random };
  const product = oneOf(products, random);
  const behavior = oneOf(behaviorsOf(product), random);
  // In some runs there is a second job for the same recipient: two faxes to one number must take turns.
  const keys = random() < 0.4 ? ['key-1', 'key-2'] : ['key-1'];
  const ids = await Promise.all(
    keys.map(async (key) => {
      const fields = { idempotency_key: key, ...(isNotified && { notify: notifyFields }) };
      const jobId = await create(scene, { product, behavior, fields });
      await live(scene, jobId, operatorRandom, isOperated);
      return jobId;
    }),
  );
  // In some runs, another client orders the same and retries with fresh keys.
  const repeatRandom = seeded(seed ^ 0xf5e5);
  const repeated =
    repeatRandom() < 0.3 ? await createWithFreshKeys({ ...scene, random: repeatRandom }, { product, behavior }) : [];
  faultRate = 0;
  isOver = true;
  const jobs = await settled(base, process, [...ids, ...repeated]);
  const [first] = jobs;
  const { visited } = seen;
  // The clock blocks the event loop, so let everything else run.
  await new Promise(setImmediate);
  if (jobs.includes(undefined)) return { broken: ['an acknowledged job is gone'], visited, end: 'failed' };
  const broken = jobs.flatMap((job) =>
    job === undefined ? [] : [...brokenPromises(base, job), ...notifications.broken(job), ...effects.broken(job)],
  );
  const copies = jobs.filter((job) => job !== undefined && repeated.includes(job.id));
  const all = [...seen.broken, ...broken, ...collisions(base), ...duplicates(base, copies)];
  return { broken: all, visited, end: first?.state ?? 'failed' };
}

/** Everyone acts on one job. The operator has a separate random source. */
async function live(scene: Scene, jobId: string, operator: Random, isOperated: boolean): Promise<void> {
  const { random } = scene;
  await Promise.all([
    pay(scene, jobId),
    ...(random() < 0.6 ? [cancelSometime(scene, jobId)] : []),
    ...(random() < 0.2 ? [cancelSometime(scene, jobId)] : []),
    ...(isOperated ? [operateSometimes({ ...scene, random: operator }, jobId)] : []),
    ...(operator() < 0.2 ? [askSometimes({ ...scene, random: operator }, jobId)] : []),
    runReconcile(scene, 6),
  ]);
}

/** Rounds of 90 minutes: hours until polling finds a lost payment, then twelve more until the service stops trying. */
const maxRounds = 12;

/** True if the job is paid but the event was lost, so that the service finds out only by polling. */
const hasLostPaymentEvent = ({ sessions }: MemoryDeps, { id, state }: Job): boolean =>
  state === 'awaiting_payment' &&
  sessions.all().some(({ request, status }) => request.jobId === id && status === 'paid');

/** The jobs once nothing is pending, or after 18 hours without faults. */
async function settled(base: MemoryDeps, process: () => ServiceDeps, jobIds: readonly string[]) {
  for (let round = 1; ; round += 1) {
    await runReconcile({ base, process }, 90, true);
    const jobs = await Promise.all(jobIds.map((jobId) => base.jobs.get(jobId)));
    const isPending = (job: Job | undefined) =>
      job !== undefined && (isUnderWay(job) || hasLostPaymentEvent(base, job));
    if (round === maxRounds || !jobs.some(isPending)) return jobs;
  }
}
