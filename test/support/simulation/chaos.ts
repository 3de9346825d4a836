/** The states that jobs come to, and whether a saved one takes back what was said before. */
import type { ServiceDeps } from '../../../shared/config/app.ts';
import { dayOf, type Job } from '../../../shared/domain/job/job.ts';
import type { State } from '../../../shared/domain/job/lifecycle.ts';
import { type ProductName, productNames } from '../../../shared/domain/names.ts';
import { productNamed } from '../../../shared/products/index.ts';
import { depsAround } from '../fakes/around.ts';
import { turnOfPromises, WoundClock } from '../fakes/clock.ts';
import { type MemoryDeps, memoryDeps } from '../fakes/deps.ts';
import type { Mood } from '../fakes/orders.ts';
import { fates, oneOf, type Random, seeded } from './chance.ts';
import { watchNews, wish } from './news.ts';
import {
  askSometimes,
  cancelSometime,
  create,
  createWithFreshKeys,
  nextDue,
  operateSometimes,
  pay,
  type Scene,
  sweeping,
} from './people.ts';
import { brokenPromises, collisions, doubled, isUnderWay, takenBack } from './promises.ts';
import { hasKeyless } from './worlds/partners.ts';
import { calm, type World } from './worlds/world.ts';

interface Watched {
  readonly deps: MemoryDeps;
  readonly broken: readonly string[];
  /** The states that any job has been in. */
  readonly visited: ReadonlySet<State>;
}

function watched(base: MemoryDeps): Watched {
  const broken: string[] = [];
  const visited = new Set<State>();
  const replace: ServiceDeps['jobs']['replace'] = async (job) => {
    const before = await base.jobs.get(job.id);
    const result = await base.jobs.replace(job);
    if (result !== 'saved' || before === undefined) return result;
    broken.push(...takenBack(before, job));
    visited.add(job.state);
    return result;
  };
  return { deps: { ...base, jobs: { ...base.jobs, replace } }, broken, visited };
}

export type Plant = (deps: MemoryDeps) => MemoryDeps;

interface Run {
  readonly broken: readonly string[];
  /** The states that the jobs have been in, and how the first of them ended. */
  readonly visited: ReadonlySet<State>;
  readonly end: State;
}

/** The partners' behaviors; the common ones stand here twice. */
const moodsOf = (product: ProductName): readonly Mood[] =>
  productNamed(product).leftAs === 'mailed'
    ? ['none', 'none', 'outage', 'lost_reply', 'reject', 'in_production']
    : ['none', 'none', 'outage', 'lost_reply', 'reject', 'busy', 'busy_once', 'busy_once'];

/** The letter has most to print, and the fax can bounce: both come twice. */
const products = productNames.flatMap((name) => (name === 'letter' || name === 'fax' ? [name, name] : [name]));

/** `world` has a random source of its own. `plant`: a bug, or nothing. */
export async function chaos(seed: number, plant: Plant = (deps) => deps, world: World = calm): Promise<Run> {
  const random = seeded(seed);
  const rare = seeded(seed ^ 0x5eed);
  let faultRate = random() < 0.2 ? 0 : random() * 0.25;
  let isOver = false;
  const deliver = () => random() >= faultRate;
  const worker = () => besides.worker(process());
  const made = memoryDeps({
    worker,
    deliver,
    readyMs: 20_000 + random() * 200_000,
    clock: new WoundClock(undefined, turnOfPromises),
  });
  const besides = world(made, rare, () => faultRate > 0 && !isOver);
  // Some jobs have news, if nothing but calls goes wrong.
  const hearers = seeded(seed ^ 0xbe11);
  const wantsNews = world === calm && hearers() < 0.5;
  const news = watchNews(besides.memory, () => hearers() >= faultRate);
  const base = plant(news.deps);
  const seen = watched(base);
  const operator = seeded(~seed);
  const isOperated = operator() < 0.25;
  const brief = new Set([
    // A person who ends a job waits for minutes only, and no key holds back a call that is still on its way.
    ...(hasKeyless(base) || isOperated ? ['partner.submit'] : []),
    ...(besides.forgetsRefusals ? ['payments.refund'] : []),
  ]);
  const view = besides.process(seen.deps, brief);
  const process = () => depsAround(view, fates({ clock: base.clock, random, rate: () => faultRate, brief }));
  const scene = { base, process, random };
  const product = oneOf(products, random);
  const mood = oneOf(moodsOf(product), random);
  // Some mail names its day: tomorrow, which the service waits for, or a week ahead, when its partner holds it.
  const calendar = seeded(seed ^ 0xda7e);
  const mayName = productNamed(product).leftAs === 'mailed';
  const daysAhead = mayName && calendar() < 0.25 ? oneOf([1, 1, 7], calendar) : undefined;
  const startedAt = base.clock.now();
  const order = daysAhead === undefined ? undefined : { send_on: dayOf(startedAt + daysAhead * day) };
  // A rival of the same recipient: two faxes to one number must take turns.
  const rivals = random() < 0.4 ? ['key-1', 'key-2'] : ['key-1'];
  const ids = await Promise.all(
    rivals.map(async (key) => {
      // Over days, its attempts become rare: most would still be to come when the run ends.
      const fields = { idempotency_key: key, ...(wantsNews && order === undefined && { notify: wish }) };
      const jobId = await create(scene, { product, mood, fields, order });
      await live(scene, jobId, operator, isOperated);
      return jobId;
    }),
  );
  // In some runs, another caller with the same wish retries under fresh keys.
  const hasty = seeded(seed ^ 0xf5e5);
  const repeated =
    hasty() < 0.3 ? await createWithFreshKeys({ ...scene, random: hasty }, { product, mood, order }) : [];
  const lived = [...ids, ...repeated];
  // The faults last until its day, and on that day.
  if (daysAhead !== undefined) await sweepUntil(scene, startedAt + daysAhead * day);
  faultRate = 0;
  isOver = true;
  const jobs = await afterwards(base, process, lived);
  const [first] = jobs;
  const { visited } = seen;
  // The clock of promises holds up everybody else.
  await new Promise(setImmediate);
  if (jobs.includes(undefined)) return { broken: ['an acknowledged job is gone'], visited, end: 'failed' };
  const broken = jobs.flatMap((job) =>
    job === undefined ? [] : [...brokenPromises(base, job), ...news.broken(job), ...besides.broken(job)],
  );
  const wished = jobs.filter((job) => job !== undefined && repeated.includes(job.id));
  const all = [...seen.broken, ...broken, ...collisions(base), ...doubled(base, wished)];
  return { broken: all, visited, end: first?.state ?? 'failed' };
}

/** One job among payers and cancellers. The operator has a random source of its own. */
async function live(scene: Scene, jobId: string, operator: Random, isOperated: boolean): Promise<void> {
  const { random } = scene;
  await Promise.all([
    pay(scene, jobId),
    ...(random() < 0.6 ? [cancelSometime(scene, jobId)] : []),
    ...(random() < 0.2 ? [cancelSometime(scene, jobId)] : []),
    ...(isOperated ? [operateSometimes({ ...scene, random: operator }, jobId)] : []),
    ...(operator() < 0.2 ? [askSometimes({ ...scene, random: operator }, jobId)] : []),
    sweeping(scene, 6),
  ]);
}

const day = 24 * 60 * 60_000;

/** Sweeps when something is due, until the minutes around that time (Unix ms), through which it sweeps as ever. */
async function sweepUntil(scene: Scene, at: number): Promise<void> {
  const { clock } = scene.base;
  while (clock.now() < at) {
    await clock.sleep(Math.max(0, Math.min(at, await nextDue(scene.base)) - clock.now()));
    await sweeping(scene, 3);
  }
}

/** Beyond the twelve hours after which nothing is tried any more. */
const mostCalms = 9;

/** Its event was lost: nobody has heard of it yet, and the service asks by and by. */
const isUnheard = ({ sessions }: MemoryDeps, { id, state }: Job): boolean =>
  state === 'awaiting_payment' &&
  sessions.all().some(({ request, status }) => request.jobId === id && status === 'paid');

/** The jobs when the faults have stopped; those that had the most of them wait the longest until they are tried again. */
async function afterwards(base: MemoryDeps, process: () => ServiceDeps, jobIds: readonly string[]) {
  for (let calms = 1; ; calms += 1) {
    await sweeping({ base, process }, 90, true);
    const jobs = await Promise.all(jobIds.map((jobId) => base.jobs.get(jobId)));
    const isLeft = (job: Job | undefined) => job !== undefined && (isUnderWay(job) || isUnheard(base, job));
    if (calms === mostCalms || !jobs.some(isLeft)) return jobs;
  }
}
