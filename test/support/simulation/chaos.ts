/** One seeded run: payers, cancellers, operators, lost and doubled messages, deaths, time-outs and late effects, then calm. */
import { type Job, type ProductName, productNames } from '../../../shared/core/product.ts';
import { Refusal, type RefusalCode } from '../../../shared/core/refusal.ts';
import { reconcile, type Swept } from '../../../shared/fulfilment/reconcile.ts';
import { operate } from '../../../shared/operations/operate.ts';
import type { Deps } from '../../../shared/ports.ts';
import { productNamed } from '../../../shared/products/index.ts';
import { cancelJob } from '../../../shared/usecases/cancel-job.ts';
import { ask } from '../../../shared/usecases/use-case.ts';
import { depsAround } from '../fakes/around.ts';
import {
  caller,
  type MemoryDeps,
  type Mood,
  memoryDeps,
  orderedAs,
  payingEvent,
  quotedAs,
  received,
  requestFor,
} from '../fakes/deps.ts';
import { fates, oneOf, seeded } from './chance.ts';
import { watchNews, wish } from './news/of-memory.ts';
import { brokenPromises, collisions, isUnderWay, takenBack } from './promises.ts';
import { calm, type RareFault } from './rare-faults.ts';

export type Plant = (deps: MemoryDeps) => MemoryDeps;

export interface Run {
  readonly broken: readonly string[];
  /** The states that the job has been in, and how it ended. */
  readonly visited: ReadonlySet<Job['state']>;
  readonly end: Job['state'];
}

/** The partners' behaviors; the common ones stand here twice. */
const moodsOf = (product: ProductName): readonly Mood[] =>
  productNamed(product).leftAs === 'mailed'
    ? ['none', 'none', 'outage', 'lost_reply', 'reject', 'in_production']
    : ['none', 'none', 'outage', 'lost_reply', 'reject', 'busy', 'busy_once', 'busy_once'];

/** The letter has most to print, and the fax can bounce: both come twice. */
const products = productNames.flatMap((name) => (name === 'letter' || name === 'fax' ? [name, name] : [name]));

/** `fault`: what happens besides; it has a random source of its own, so that the rest of a seed's run stays as it was. */
export async function chaos(seed: number, plant: Plant = (deps) => deps, fault: RareFault = calm): Promise<Run> {
  const random = seeded(seed);
  const rare = seeded(seed ^ 0x5eed);
  let faultRate = random() < 0.2 ? 0 : random() * 0.25;
  const deliver = () => random() >= faultRate;
  const made = memoryDeps({ worker: () => besides.worker(deps), deliver, readyMs: 20_000 + random() * 200_000 });
  const besides = fault(made, rare, () => faultRate > 0);
  // Some want news; where more goes wrong than calls, the news has runs of its own.
  const hearers = seeded(seed ^ 0xbe11);
  const wantsNews = fault === calm && hearers() < 0.25;
  const news = watchNews(besides.memory, () => hearers() >= faultRate);
  const base: MemoryDeps = plant(news.deps);
  const watched = watch(base);
  const deps = depsAround(
    besides.process(watched.deps),
    fates(base.clock, random, () => faultRate),
  );
  const product = oneOf(products, random);
  const mood = oneOf(moodsOf(product), random);
  // A rival of the same recipient: two faxes to one number must take turns.
  const rivals = random() < 0.4 ? ['key-1', 'key-2'] : ['key-1'];
  const operator = seeded(~seed);
  const lived = await Promise.all(
    rivals.map((key) =>
      live(
        { base, deps, random, operator },
        requestOf(product, mood, { idempotency_key: key, ...(wantsNews && { notify: wish }) }),
      ),
    ),
  );
  await besides.afterLives(lived);
  faultRate = 0;
  await afterwards(base, deps, lived);
  await besides.muchLater();
  const jobs = await afterwards(base, deps, lived);
  const [first] = jobs;
  if (first === undefined || jobs.includes(undefined))
    return { broken: ['an acknowledged job is gone'], visited: watched.visited, end: 'failed' };
  const broken = jobs.flatMap((job) =>
    job === undefined ? [] : [...brokenPromises(base, job), ...news.broken(job), ...besides.broken(job)],
  );
  const all = [...watched.broken, ...broken, ...collisions(base)];
  return { broken: all.filter(besides.counts), visited: watched.visited, end: first.state };
}

interface Scene {
  readonly base: MemoryDeps;
  readonly deps: Deps;
  readonly random: () => number;
  /** The operator's own random source, so that runs without an operator stay as they were. */
  readonly operator: () => number;
}

type RequestOf = (base: MemoryDeps) => Promise<{ readonly product: ProductName; readonly request: object }>;

const requestOf =
  (product: ProductName, mood: Mood, fields: object): RequestOf =>
  async (base) => {
    const { quote_id } = await quotedAs(base, product);
    return { product, request: requestFor(product, quote_id, mood, fields) };
  };

/** One job among payers and cancellers; its id. */
async function live(scene: Scene, requestFor: RequestOf): Promise<string> {
  const { base, deps, random, operator } = scene;
  const jobId = await create(scene, requestFor);
  await Promise.all([
    pay(base, deps, jobId, random),
    ...(random() < 0.6 ? [cancelSometime(base, deps, jobId, random)] : []),
    ...(random() < 0.2 ? [cancelSometime(base, deps, jobId, random)] : []),
    ...(operator() < 0.2 ? [operateSometimes(base, deps, jobId, operator)] : []),
    sweeping(base, deps, 6),
  ]);
  return jobId;
}

/** Sees every state that is written, and whether it takes back what was said before. */
function watch(base: MemoryDeps) {
  const visited = new Set<Job['state']>();
  const broken: string[] = [];
  const replace: Deps['jobs']['replace'] = async (job) => {
    const before = await base.jobs.get(job.id);
    const result = await base.jobs.replace(job);
    if (result === 'saved' && before !== undefined) broken.push(...takenBack(before, job));
    if (result === 'saved') visited.add(job.state);
    return result;
  };
  return { deps: { ...base, jobs: { ...base.jobs, replace } }, visited, broken };
}

/** Refusals that say: ask again. */
const passing = new Set<RefusalCode>(['in_progress', 'unavailable']);

/** Repeats whatever got no answer; any other refusal is an answer. */
async function insisting<T>(base: MemoryDeps, request: () => Promise<T>, times: number): Promise<T | undefined> {
  for (let time = 0; time < times; time += 1) {
    try {
      return await request();
    } catch (error) {
      if (error instanceof Refusal && !passing.has(error.code)) throw error;
      await base.clock.sleep(3_000);
    }
  }
  return undefined;
}

async function create({ base, deps, random }: Omit<Scene, 'operator'>, requestFor: RequestOf): Promise<string> {
  const { product, request } = await requestFor(base);
  const creating = () => insisting(base, () => orderedAs(deps, product, request), 1_000);
  const answers = await Promise.all(random() < 0.3 ? [creating(), creating()] : [creating()]);
  const bodies = new Set(answers.map((answer) => JSON.stringify(answer?.body)));
  if (bodies.size !== 1) throw new Error('equal requests got different bodies');
  return answers[0]?.body.job_id as string;
}

/** Presses Pay, perhaps; the provider's event comes late, twice, or not at all. */
async function pay(base: MemoryDeps, deps: Deps, jobId: string, random: () => number): Promise<void> {
  await base.clock.sleep(random() * 20_000);
  if (random() < 0.1) return;
  const event = await payingEvent(base, jobId);
  if ((event as { type: string }).type !== 'checkout.session.completed') return;
  const copies = Math.floor(random() * 4);
  const deliver = async (id: number) => {
    await base.clock.sleep(random() * 5_000);
    await insisting(base, () => received(deps, { ...event, id: `evt_${id}` }), 5);
  };
  await Promise.all(Array.from({ length: copies }, (_, id) => deliver(id)));
}

async function cancelSometime(base: MemoryDeps, deps: Deps, jobId: string, random: () => number): Promise<void> {
  await base.clock.sleep(random() < 0.7 ? random() * 30_000 : random() * 200_000);
  await insisting(base, () => ask(cancelJob, deps, { job_id: jobId }, caller), 3);
}

/** Without a plan: whatever is asked when, nothing may be sent twice, or sent and refunded. */
async function operateSometimes(base: MemoryDeps, deps: Deps, jobId: string, random: () => number): Promise<void> {
  for (let acts = 1 + random() * 5; acts > 0; acts -= 1) {
    await base.clock.sleep(random() * 60_000);
    const command = oneOf(['park', 'park', 'resubmit', 'refund', 'redrive', 'redrive'], random);
    const request = { command, job_id: jobId, ...(command === 'park' ? { reason: 'other' } : {}) };
    await insisting(base, () => operate(deps, request, base.clock.now() + 60_000), 2);
  }
}

/** Beyond the twelve hours after which nothing is tried any more. */
const mostCalms = 9;

/** The jobs when the faults have stopped; those that had the most of them wait the longest until they are tried again. */
async function afterwards(base: MemoryDeps, deps: Deps, jobIds: readonly string[]) {
  for (let calm = 1; ; calm += 1) {
    await sweeping(base, deps, 90);
    const jobs = await Promise.all(jobIds.map((jobId) => base.jobs.get(jobId)));
    if (calm === mostCalms || !jobs.some((job) => job !== undefined && isUnderWay(job))) return jobs;
  }
}

async function sweeping(base: MemoryDeps, deps: Deps, rounds: number): Promise<void> {
  let swept: Swept | undefined;
  for (let round = 0; round < rounds; round += 1) {
    swept = await reconcile(deps, 60_000, swept).catch(() => swept);
    await base.clock.sleep(60_000);
  }
}
