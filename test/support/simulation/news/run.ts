/**
 * One seeded run: a job lives, and its news goes to those who want it, through lost and doubled messages, lost answers,
 * deaths of processes and recipients in every mood. The real facts, events, outboxes and senders; no partner, no payment.
 */

import type { ServiceDeps } from '../../../../shared/config/app.ts';
import { eventIdOf } from '../../../../shared/domain/ids.ts';
import type { Job } from '../../../../shared/domain/job/job.ts';
import { initialLifecycle } from '../../../../shared/domain/job/lifecycle.ts';
import type { Notify } from '../../../../shared/domain/job/notify.ts';
import { type ProductName, productNames } from '../../../../shared/domain/names.ts';
import { update } from '../../../../shared/domain/stored.ts';
import { drain } from '../../../../shared/notify/drain.ts';
import { type Delivery, type Outbox, outboxWakesAt, resent } from '../../../../shared/notify/outbox.ts';
import { reconcile } from '../../../../shared/notify/reconcile.ts';
import { tellWebhook } from '../../../../shared/notify/tell-webhook.ts';
import { tellListeners } from '../../../../shared/orders/deps.ts';
import { record } from '../../../../shared/orders/record.ts';
import type { Queue } from '../../../../shared/storage/queue.ts';
import { depsAround } from '../../fakes/around.ts';
import { type MemoryDeps, memoryDeps } from '../../fakes/deps.ts';
import { queueBy } from '../../fakes/memory.ts';
import { placedAs } from '../../fakes/orders.ts';
import { fates, oneOf, type Random, seeded } from '../chance.ts';
import { lifeOf } from './life.ts';
import { brokenPromises, type Resend } from './promises.ts';
import { type Arrival, type Recipient, recipientOf } from './recipients.ts';
import { type Table, watchedTable } from './table.ts';
import { type WeatherName, weathers } from './weather.ts';

export type Plant = (deps: MemoryDeps) => MemoryDeps;

const hours = 3_600_000;
const reconcileEveryMs = 60_000;
/** Far more than any run needs in which all comes to rest. */
const mostRounds = 2_000;

export interface Run {
  readonly broken: readonly string[];
  readonly weather: WeatherName;
  readonly arrivals: readonly Arrival[];
  readonly outboxes: readonly Outbox[];
}

const samples = new Map<ProductName, Promise<Job>>();

/** A job of that product as a caller has ordered it, before its payment page is open. */
async function orderedJob(product: ProductName): Promise<Job> {
  const deps = memoryDeps();
  const job = await deps.jobs.get(await placedAs(deps, product));
  if (job === undefined) throw new Error(`no ${product} was ordered`);
  return { ...job, ...initialLifecycle(deps.clock.now()), version: 0, checkout: undefined, dueAt: undefined };
}

function sampleOf(product: ProductName): Promise<Job> {
  const known = samples.get(product) ?? orderedJob(product);
  samples.set(product, known);
  return known;
}

const webhookUrl = 'https://shop.example.com/hooks';

function wishOf(random: Random): Notify | undefined {
  const wish = {
    webhook: random() < 0.8 ? { url: webhookUrl } : undefined,
    email: random() < 0.4 ? ({ address: 'ada@example.com', language: 'en' } as const) : undefined,
    payer: random() < 0.2 ? ({ address: 'grace@example.com', language: 'fr' } as const) : undefined,
  };
  return Object.values(wish).some((each) => each !== undefined) ? wish : undefined;
}

interface World {
  readonly base: MemoryDeps;
  readonly table: Table;
  readonly random: Random;
  readonly recipients: ReadonlyMap<string, Recipient>;
  /** A process that begins now. */
  process(): MemoryDeps;
}

export async function news(seed: number, plant: Plant = (deps) => deps, wanted?: WeatherName): Promise<Run> {
  const random = seeded(seed);
  const weather = wanted ?? (random() < 0.4 ? 'fair' : oneOf(Object.keys(weathers) as WeatherName[], random));
  const rate = random() < 0.2 ? 0 : random() * 0.2;
  const made = memoryDeps();
  const faultsEndAt = made.clock.now() + random() ** 2 * 20 * hours;
  const mayFail = () => rate > 0 && made.clock.now() < faultsEndAt;
  const arrivals: Arrival[] = [];
  const recipients = new Map(
    [webhookUrl, 'ada@example.com', 'grace@example.com'].map((to) => [
      to,
      recipientOf(to, made.clock, random, arrivals),
    ]),
  );
  const table = watchedTable(made.clock);
  const later = queueOf(made, random, () => (mayFail() ? rate : 0));
  const base = plant({
    ...made,
    jobs: table.jobs,
    outboxes: table.outboxes,
    queue: later((id) => handedOver(world, id)),
    outboxQueues: {
      webhook: later((id) => drained(world, id, 'webhook')),
      email: later((id) => drained(world, id, 'email')),
    },
    receivers: {
      ...made.receivers,
      post: async (to, body, headers) => heard(recipients, to, headers['webhook-id'] ?? '', body),
    },
  });
  const sky = weathers[weather](base, random, mayFail);
  const around = fates(base.clock, random, () => (mayFail() ? rate : 0));
  const world: World = {
    ...{ base, table, random, recipients },
    process: () => {
      const { epoch } = table;
      return depsAround(sky(base), async (port, call) => {
        if (epoch !== table.epoch) throw new Error('this process was ended');
        return around(port, call);
      });
    },
  };
  const job: Job = { ...(await sampleOf(oneOf(productNames, random))), id: `job_${seed}`, notify: wishOf(random) };
  await base.jobs.create(job);
  const rest = sweeping(world, Promise.all([lives(world, job.id), disaster(world, weather)]));
  const resends = [...(await againAsked(world, rest, job))];
  const broken = brokenPromises({
    ...{ job, weather, arrivals, recipients: [...recipients.values()], resends },
    isFaultless: rate === 0 && weather === 'fair',
    moments: table.moments,
    lost: table.lost,
    outboxes: base.outboxes.all(),
    pending: base.jobs.all().flatMap(({ events }) => events?.pending ?? []),
  });
  return { broken, weather, arrivals, outboxes: base.outboxes.all() };
}

async function heard(recipients: World['recipients'], to: string, id: string, body: string) {
  const recipient = recipients.get(to);
  if (recipient === undefined) throw new Error(`nobody lives at ${to}`);
  return recipient.hear(id, body);
}

/** Messages are lost, doubled and late, and none waits for more than 15 minutes. */
const queueOf =
  ({ clock }: MemoryDeps, random: Random, rate: () => number) =>
  (work: (id: string) => Promise<unknown>): Queue =>
    queueBy(async (id, delayMs) => {
      if (random() < rate()) return;
      const copies = random() < rate() ? 2 : 1;
      for (let copy = 0; copy < copies; copy += 1) {
        const lateMs = random() < rate() ? random() * 300_000 : 0;
        void clock.sleep(delayMs + lateMs).then(() => work(id).catch(() => {}));
      }
    });

async function handedOver(world: World, jobId: string): Promise<void> {
  const process = world.process();
  for (let step = 0; step < 3; step += 1) {
    const job = await process.jobs.get(jobId);
    if (job === undefined || (job.events?.pending.length ?? 0) === 0) return;
    await tellListeners(process, job);
  }
}

function drained(world: World, outboxId: string, channel: Outbox['channel']): Promise<void> {
  const process = world.process();
  const tell = channel === 'webhook' ? tellWebhook : tellMailbox;
  return drain(process, outboxId, (...given) => tell(process, ...given), process.clock.now() + 60_000);
}

/** Stands for the mailer: the same recipients, without a signature. */
async function tellMailbox(deps: ServiceDeps, { to, jobId }: Outbox, { event }: Delivery) {
  const { type, at } = event;
  const body = JSON.stringify({ type, timestamp: new Date(at).toISOString() });
  const { outcome, code, retryAfterMs } = await deps.receivers.post(to, body, {
    'webhook-id': eventIdOf(jobId, event),
  });
  return { outcome, code, notBefore: retryAfterMs === undefined ? undefined : deps.clock.now() + retryAfterMs };
}

/** The provider, the partner and people: each repeats what got no answer. */
async function lives(world: World, jobId: string): Promise<void> {
  const { random, base } = world;
  const isOrphan = random() < 0.05;
  const walkers = isOrphan || random() < 0.7 ? 1 : 2;
  const walk = async () => {
    const next = lifeOf(random, isOrphan);
    for (let steps = 3 + random() * 25; steps > 0; steps -= 1) {
      await base.clock.sleep(random() < 0.05 ? random() * 20 * hours : random() ** 4 * 2 * hours);
      const job = await base.jobs.get(jobId);
      const fact = job && next(job);
      if (fact !== undefined) await insisting(base, () => record(world.process(), jobId, () => fact));
    }
  };
  await Promise.all(Array.from({ length: walkers }, walk));
}

async function insisting({ clock }: MemoryDeps, act: () => Promise<unknown>): Promise<void> {
  for (let time = 0; time < 5; time += 1) {
    try {
      await act();
      return;
    } catch {
      await clock.sleep(3_000);
    }
  }
}

async function disaster({ base, random, table }: World, weather: WeatherName): Promise<void> {
  if (weather !== 'a table that is set back') return;
  await base.clock.sleep(random() * 6 * hours);
  await table.setBack(base.clock.now() - random() * 2 * hours);
}

/** Once a minute, as long as anything waits or happens; rounds that would find nothing are left out. */
async function sweeping(world: World, happenings: Promise<unknown>): Promise<void> {
  const { base, table } = world;
  let isOver = false;
  const over = happenings.then(() => {
    isOver = true;
  });
  for (let round = 0; round < mostRounds; round += 1) {
    const wakesAt = earliest(world);
    if (wakesAt === undefined && isOver) return;
    const changed = isOver ? table.changed() : Promise.race([table.changed(), over]);
    const waitMs = (wakesAt ?? 0) - base.clock.now() - reconcileEveryMs;
    if (wakesAt === undefined) await changed;
    else if (waitMs > 0) await Promise.race([base.clock.sleep(waitMs), changed]);
    await base.clock.sleep(reconcileEveryMs);
    await reconcile(world.process()).catch(() => undefined);
  }
}

function earliest({ table }: World): number | undefined {
  const times = [
    ...table.jobs.all().map(({ events }) => events?.pending[0]?.at),
    ...table.outboxes.all().map(outboxWakesAt),
  ].filter((at) => at !== undefined);
  return times.length === 0 ? undefined : Math.min(...times);
}

/** Sometimes a person wants an event again, when everything has come to rest. */
async function againAsked(world: World, rest: Promise<void>, { id: jobId }: Job): Promise<readonly Resend[]> {
  const { base, random } = world;
  await rest;
  const outbox = random() < 0.2 ? base.outboxes.all()[0] : undefined;
  if (outbox === undefined) return [];
  const { event } = oneOf(outbox.deliveries, random);
  const at = base.clock.now();
  await update(base.outboxes, outbox.id, (known) => known && resent(known, event.number, at));
  await sweeping(world, Promise.resolve());
  return [{ to: outbox.to, id: eventIdOf(jobId, event), at }];
}
